namespace Dyno.Cli;

/// <summary><c>dyno archive</c>: a script with everything it reads in one file.</summary>
internal sealed class ArchiveCommand : DocumentedCommand
{
    private readonly ScriptKind _symbols = new();
    private readonly Option<string?> _output = Symbols.Text("--archive-out", "FILE", "The archive (default: archive.tar)", "-O");
    private readonly Option<bool> _withoutVariables = Symbols.Flag("--exclude-env-vars", "Do not pack the variables of --env");

    public ArchiveCommand(Terminal terminal)
        : base("archive", "Pack a k6 script, the modules and files it reads, its options and variables into one file that runs anywhere.")
    {
        Add(_symbols.Target);
        AddGroupedOptions();
        SetAction((parsed, _) => RunAsync(terminal, parsed));
    }

    public override IReadOnlyList<OptionGroup> Groups => field ??=
    [
        new("Archive", _output, _withoutVariables),
        new("Script", _symbols.Variables, _symbols.Config, _symbols.SystemVariables, _symbols.Compatibility),
        new("Load", _symbols.Users, _symbols.Length, _symbols.Iterations, _symbols.Stages, _symbols.Scenarios, _symbols.Once, _symbols.Rps, _symbols.Tags),
    ];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("Pack a script and run it elsewhere", "dyno archive script.js -O load.tar\ndyno run load.tar"),
        new("With other options and a variable", "dyno archive script.js -u 50 -d 5m -e STAGE=test -O load.tar"),
    ];

    private async Task<int> RunAsync(Terminal terminal, ParseResult parsed)
    {
        var file = parsed.GetValue(_output) ?? "archive.tar";
        ResultFiles.ThrowUnlessWritable("--archive-out", terminal.PathOf(file));
        var problems = new List<Problem>();
        var options = _symbols.OptionsOf(parsed, problems);
        if (problems.Count > 0) throw new UserFault([.. problems, .. new AskedScript(options).Problems(hasSubject: false)]);
        options = options with { SeesEnvironment = parsed.GetValue(_symbols.SystemVariables) ?? false, Outputs = [] };
        var log = new ScriptLog(terminal.Error, LogFormat.Text, isVerbose: false, TimeProvider.System);
        var request = ScriptSource.RequestOf(options, log, new RunSignals(), terminal);
        var warnings = new List<string>();
        using var session = await K6Session.OpenAsync(request, warnings);
        foreach (var warning in warnings) log.Write("warning", warning);
        PlanRules.ThrowIfInvalid(session.Plan); // before the file is created
        using (var output = File.Create(terminal.PathOf(file)))
            session.Pack(output, parsed.GetValue(_withoutVariables) ? request.Variables.Clear() : request.Variables);
        terminal.Error.WriteLine($"{file}; run it: dyno run {file}");
        return ExitCode.Success;
    }
}
