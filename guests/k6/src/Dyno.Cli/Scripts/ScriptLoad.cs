namespace Dyno.Cli;

/// <summary>A k6 script as a load. It finds the program under test in <c>__ENV.BASE_URL</c>.</summary>
/// <param name="tell">Receives what the user must know at once.</param>
/// <param name="terminal">Whose folder and streams the script uses.</param>
internal sealed class ScriptLoad(ScriptOptions options, ScriptLog log, Action<string> tell, SummaryRequest summary, Terminal terminal) : ILoad
{
    private K6Request? _request; // standard input can be read once

    public string Kind => "a k6 script";

    /// <summary>The options of every script in an experiment.</summary>
    public static ScriptOptions OptionsForTrials { get; } =
        new() { Script = "", SummaryMode = "disabled", NoThresholds = true, IsForTrials = true, Flags = [("paused", "--paused", "false")] };

    /// <summary>The load for the trials of an experiment. The experiment itself begins its rounds and judges them.</summary>
    public static ScriptLoad ForTrials(ProgressLines progress)
    {
        var log = new ScriptLog(new WarningWriter(progress), LogFormat.Raw, isVerbose: false, TimeProvider.System) { ConsoleOutput = TextWriter.Null };
        return new ScriptLoad(OptionsForTrials, log, progress.Warn, new SummaryRequest { Mode = "disabled" }, progress.Terminal);
    }

    /// <summary>The summary of <c>dyno run</c>.</summary>
    public static SummaryRequest SummaryOn(Terminal terminal, ScriptOptions options) => new()
    {
        Mode = options.SummaryMode,
        IsMachineReadable = options.IsSummaryMachineReadable,
        HasColour = options.HasColour && terminal.OutHasColour,
        IsOutTerminal = terminal.OutHasColour,
        IsErrorTerminal = terminal.ErrorIsLive,
    };

    public bool Takes(string target) => new ScriptKind().Takes(target);

    public async Task<IOpenLoad> OpenAsync(LoadOpening opening, CancellationToken cancellation)
    {
        var asked = options.IsForTrials ? options with { Script = opening.Path } : options;
        if (_request is null || _request.Script != asked.Script) _request = ScriptSource.RequestOf(asked, log, opening.Signals, terminal);
        var request = _request with { Signals = opening.Signals, Address = options.Address, Tell = tell };
        if (opening.BaseUrl is not null) request = ScriptSource.OnSubject(request, options, opening);
        if (opening.IsRehearsal) request = request with { Outputs = [], Address = null };
        var warnings = new List<string>();
        var session = await K6Session.OpenAsync(request, warnings);
        try
        {
            // A script that is only inspected may begin paused, because no run waits for it.
            if (opening is { IsRehearsal: true, BaseUrl: not null }) session.RequireWayToBegin(options.Address);
            return new OpenScript(session, opening, options, summary, log) { Plan = PlanOf(session, opening), Warnings = [.. warnings] };
        }
        catch
        {
            session.Dispose();
            throw;
        }
    }

    private TestPlan PlanOf(K6Session session, LoadOpening opening)
    {
        var plan = session.Plan with { Name = opening.Name ?? session.Plan.Name, Seed = opening.Seed ?? session.Plan.Seed };
        return opening.Shape?.ApplyTo(plan) ?? plan with { HealthLimits = options.HealthLimits };
    }
}
