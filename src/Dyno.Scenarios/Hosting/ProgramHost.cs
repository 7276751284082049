namespace Dyno.Scenarios;

/// <summary>A run of a load program: its arguments, progress, report, files and exit code.</summary>
internal static class ProgramHost
{
    /// <summary>Variable that <c>dyno run</c> sets: the folder for the results. <c>dyno run</c> then prints the results, and the program does not.</summary>
    internal const string ResultsVariable = "DYNO_RESULTS_FOLDER";

    private static int _runs;
    private static bool _isShare;

    public static async Task<NodeStats> RunAsync(
        ImmutableArray<ScenarioProps> registered, SessionSettings coded, string? configFile, string[] args)
    {
        try
        {
            return await RunAsync(registered, coded, configFile, ProgramArguments.Read(args));
        }
        catch (UserFault wrong)
        {
            ProgramTerminal.Fail(wrong.Message, wrong.Hint);
            throw;
        }
    }

    private static async Task<NodeStats> RunAsync(ImmutableArray<ScenarioProps> registered, SessionSettings coded, string? configFile,
        ProgramArguments arguments)
    {
        var (scenarios, configured) = ConfigFile.Apply(arguments.ConfigFile ?? configFile, registered, coded);
        var settings = arguments.ApplyTo(configured);
        var signals = new RunSignals();
        var host = new SessionHost
        {
            Signals = signals,
            Listeners = arguments.IsQuiet ? [] : [new ProgramTerminal()],
            Log = ProgramTerminal.Say,
            Share = ShareOf(signals),
            Company = ShareChannel.TakeCompany(),
        };
        var results = Environment.GetEnvironmentVariable(ResultsVariable);
        using var interruption = results is null ? ProgramTerminal.HandleInterruption(signals)
            : host.Share is null ? Hosted(signals) : ProgramTerminal.IgnoreInterruption();
        if (!arguments.IsQuiet) ProgramTerminal.Say($"running {string.Join(" and ", scenarios.Where(s => settings.Runs(s.ScenarioName)).Select(s => s.ScenarioName))}");
        var stats = await Session.RunAsync(scenarios, settings, host, CancellationToken.None);
        if (arguments.ResultFile is { } file) WholeFile.Write(file, RunResultJson.Write(stats.Result));
        if (results is not null) HandOver(stats.Result, results);
        else Show(stats, arguments.IsQuiet);
        if (stats.ExitCode != 0) Environment.ExitCode = stats.ExitCode;
        return stats;
    }

    private static IDisposable Hosted(RunSignals signals)
    {
        ProgramTerminal.Follow(signals);
        return ProgramTerminal.IgnoreInterruption();
    }

    // The agent of a share begins and ends the run, over the standard streams of this process.
    private static ShareChannel? ShareOf(RunSignals signals)
    {
        if (_isShare) throw new UserFault("on a fleet a program can make only one run, and this one calls Run again", "register all scenarios for one run, or write a program for each");
        if (ShareChannel.TakeLease() is not { } lease) return null;
        _isShare = true;
        var reports = Console.OpenStandardOutput();
        Console.SetOut(Console.Error); // text that the load's code writes must not mix with the reports
        return new ShareChannel(lease, Console.In, reports, signals, TimeProvider.System);
    }

    private static void HandOver(RunResult result, string folder) => WholeFile.Write(
        Path.Combine(folder, FormattableString.Invariant($"{Interlocked.Increment(ref _runs):000}.json")), RunResultJson.Write(result));

    private static void Show(NodeStats stats, bool isQuiet)
    {
        ProgramTerminal.Print(RunExporters.For("console").Export(stats.Result, new ReportStyle(ProgramTerminal.Width, HasColour: false)));
        if (isQuiet) return;
        try
        {
            var stored = RunStore.Here().Save(stats.Result);
            ProgramTerminal.Say($"kept as {Path.GetRelativePath(Environment.CurrentDirectory, stored.Path)}; see it again: dyno report last");
        }
        catch (UserFault failure)
        {
            ProgramTerminal.Say($"{failure.Message}\n      {failure.Hint}");
        }
        foreach (var file in stats.ReportFiles) ProgramTerminal.Say($"report: {Path.GetRelativePath(Environment.CurrentDirectory, file)}");
    }
}
