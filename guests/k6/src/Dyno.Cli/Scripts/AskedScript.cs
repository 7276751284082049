namespace Dyno.Cli;

/// <summary>A k6 script as a command line asks for it.</summary>
internal sealed record AskedScript(ScriptOptions Options) : RequestedLoad
{
    public override string Target => Options.Script;

    /// <summary>None: the script's own summary is printed.</summary>
    public override ImmutableArray<(ReportTarget Report, ReportLayout Layout)> UsualReports { get; } = [];

    public override bool IsReadWithoutBuild => Options.Script == "-" || File.Exists(Options.Script);

    public override string InWords(string? subject) => subject is null ? Options.Script : $"{Options.Script} on {subject}";

    public override IEnumerable<Problem> Problems(bool hasSubject)
    {
        // The parser has already reported a missing script, or an unknown option in its place.
        if (Options.Script is not ("" or ['-', ..]) && !File.Exists(Options.Script))
            yield return new Problem(Options.Script, null, null, "there is no such script", "name a .js, .ts or .tar file, or - for standard input");
        foreach (var problem in OptionFlags.ProblemsOf(Options.Script, ProcessVariables.Read(), Options.Flags)) yield return problem;
    }

    public override IEnumerable<Problem> ProblemsOfPlaces() => ScriptLogs.ProblemsOf(Options);

    /// <summary>Packs an archive: script, modules and files as they were read.</summary>
    public override async Task<PackedLoad> PackAsync(Terminal terminal, string folder, bool hasSubject)
    {
        var file = Path.Combine(folder, "script.tar");
        var log = new ScriptLog(TextWriter.Null, LogFormat.Text, isVerbose: false, TimeProvider.System) { ConsoleOutput = TextWriter.Null };
        var request = ScriptSource.RequestOf(Options with { Outputs = [] }, log, new RunSignals(), terminal);
        if (hasSubject) request = ScriptSource.OnSubject(request, Options, new LoadOpening { BaseUrl = LoadOpening.NotYetKnown });
        using var session = await K6Session.OpenAsync(request, []);
        await using (var archive = File.Create(file)) session.Pack(archive, ImmutableSortedDictionary<string, string>.Empty);
        return new PackedLoad(file, [file]);
    }

    public override ReadyLoad GetReady(Terminal terminal, ProgressLines progress)
    {
        if (Options.AsksForTraces) progress.Warn("--traces-output has no effect: Dyno writes no traces");
        WarnOfKeys(terminal, progress);
        var logs = ScriptLogs.Open(Options, terminal, progress);
        var load = new ScriptLoad(Options, logs.Log, progress.Warn, ScriptLoad.SummaryOn(terminal, Options), terminal);
        return new ReadyLoad(load, warning => logs.Log.Write("warning", warning)) { Held = logs };
    }

    private static void WarnOfKeys(Terminal terminal, ProgressLines progress)
    {
        if (terminal.Variable("SSLKEYLOGFILE") is not { Length: > 0 } keys) return;
        // Without this switch, only debug builds of the .NET runtime obey the variable.
        AppContext.SetSwitch("System.Net.EnableSslKeyLogging", true);
        progress.Warn($"TLS keys go to {keys} (SSLKEYLOGFILE): anyone with these keys can read the traffic");
    }
}
