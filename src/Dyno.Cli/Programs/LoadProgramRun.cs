namespace Dyno.Cli;

/// <summary>
/// One run of a load program. The program leaves its results in a folder. Its output goes to stderr, because stdout is for the report. The
/// program is stopped through its standard input; the end of that input tells the program that Dyno is gone.
/// </summary>
internal sealed class LoadProgramRun(string assembly, IReadOnlyList<string> arguments, string resultsFolder)
{
    private const string ResultsVariable = "DYNO_RESULTS_FOLDER";

    /// <summary>Environment variables in addition to the inherited ones.</summary>
    public Dictionary<string, string> Environment { get; } = [];

    /// <summary>
    /// For a share of a fleet: how long the program continues without a message from the coordinator; null for any other run. The program
    /// of a share has this process's own streams, and communicates with the agent itself.
    /// </summary>
    public TimeSpan? Lease { get; init; }

    /// <summary>Runs the program until it ends.</summary>
    /// <param name="signals">Requests to stop or abort, which are passed to the program.</param>
    /// <param name="say">Receives each line that the program writes.</param>
    /// <returns>The program's exit code.</returns>
    public async Task<int> RunAsync(RunSignals signals, Action<string> say)
    {
        var start = new ProcessStartInfo("dotnet", [assembly, .. arguments])
        {
            RedirectStandardInput = Lease is null,
            RedirectStandardOutput = Lease is null,
            RedirectStandardError = Lease is null,
        };
        start.Environment[ResultsVariable] = resultsFolder;
        foreach (var (name, value) in Environment) start.Environment[name] = value;
        if (Lease is { } lease) start.Environment[ShareChannel.Variable] = lease.TotalSeconds.ToString(CultureInfo.InvariantCulture);
        using var program = Process.Start(start)!;
        if (Lease is not null)
        {
            await program.WaitForExitAsync(CancellationToken.None);
            return program.ExitCode;
        }
        using var stop = signals.Stopping.Register(() => Tell(program, "stop"));
        using var abort = signals.Aborting.Register(() => Tell(program, "abort"));
        await Task.WhenAll(PassOnAsync(program.StandardOutput, say), PassOnAsync(program.StandardError, say));
        await program.WaitForExitAsync(CancellationToken.None);
        return program.ExitCode;
    }

    private static async Task PassOnAsync(StreamReader from, Action<string> say)
    {
        while (await from.ReadLineAsync() is { } line) say(line);
    }

    private static void Tell(Process program, string word)
    {
        try
        {
            program.StandardInput.WriteLine(word);
            program.StandardInput.Flush();
        }
        catch (IOException)
        {
            // The program has ended already.
        }
    }
}
