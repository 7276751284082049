namespace Dyno.Cli;

/// <summary>Loads written in C#: a file, a project, a project's folder.</summary>
internal sealed class ProgramKind : LoadKind
{
    private readonly OptionTable<AskedProgram> _table = new();
    private readonly Option<string?> _layout = ReportSymbols.LayoutOption();

    public ProgramKind()
    {
        Option seed = _table.On(Symbols.Long("--seed", "N", "Seed of all random choices (default: a random seed, which is recorded)"), (asked, n) => asked with { Seed = n });
        Option segment = _table.On(Symbols.Text("--execution-segment", "FROM:TO", "Only a share of the load, such as 0:1/4, so that processes can split it", "--segment"),
            (asked, text) => asked with { Segment = text });
        _table.On(Shared.Quiet, (asked, isOn) => asked with { IsQuiet = isOn });
        _table.Add("Load", seed, segment);
        _table.Add("Program under test (the code finds it in DYNO_TARGET_URL)",
            Shared.Subject, Shared.Framework, Shared.Runtime, Shared.SubjectEnvironment, Shared.SubjectPort, Shared.Ready,
            Shared.ReadyTimeout, Shared.Instances, Shared.Observe, Shared.ServerMetrics, Shared.ServerOtlp, Shared.NoPin, Shared.KeepFiles, Shared.Profile);
        _table.Add("Result", Shared.FailOn, Shared.Format, Shared.Full, _layout,
            Shared.Result, Shared.SummaryExport, Shared.NoStore, Shared.RunName, Shared.Quiet, Shared.Verbose);
        _table.Add("Several machines", [.. Shared.Fleet.Options]);
        InspectGroups = [new("Options", seed)];
    }

    public override string Name => "loads in C#";

    public override string WhyNot(string option) => option switch
    {
        "--threshold" => "use WithThresholds in the code",
        "--out" or "-o" => "the load runs in a separate process, and Dyno gets its time series at the end: write -f csv=FILE --layout series, or --result FILE",
        _ => "the code defines the load: change the code, or a configuration (-- --config FILE)",
    };

    public override bool Takes(string target) => LoadProgram.Find(target) is not null;

    public override string RunPurpose => "Build and run a load written in C#, and print a result that can be trusted, or why it cannot.";

    public override string InspectPurpose => "Print the plan of a load written in C# as JSON: builds the program, and executes its code up to the first run. Sends no load.";

    public override Argument<string?> Target { get; } = new("PROGRAM") { Description = "A C# file (.cs), a project (.csproj), a project's folder, or their build output (.dll); words after -- are its arguments" };

    public override IReadOnlyList<OptionGroup> RunGroups => _table.Groups;

    public override IReadOnlyList<OptionGroup> InspectGroups { get; }

    public override IReadOnlyList<Example> RunExamples { get; } =
    [
        new("Run a load written in C#", "dyno run load.cs"),
        new("Run a project, with an argument for its code", "dyno run src/Load -- --config load.json"),
        new("Build and start a project, and load it: the code finds it in DYNO_TARGET_URL", "dyno run load.cs --subject src/Api"),
    ];

    public override IReadOnlyList<Example> InspectExamples { get; } = [new("The plan of the code", "dyno inspect load.cs")];

    public override string HelpCommand(string command) => $"dyno {command} load.cs --help";

    public override IEnumerable<string> Contradictions(CommandResult command) => command.Command.Name is "run" or "soak" ? Shared.WithoutSubject(command) : [];

    public override RunOptions Read(ParseResult parsed, IReadOnlyList<string> programArguments, ICollection<Problem> problems)
    {
        var asked = _table.Read(parsed, new AskedProgram(parsed.GetValue(Target) ?? "") { Arguments = [.. programArguments] });
        if (LoadProgram.Find(parsed.GetValue(Target)) is { IsServer: true } server)
            problems.Add(new Problem(server.Name, null, null, "is a web project: it is loaded, and has no load of its own",
                $"write dyno run /PATH --subject {server.Name}"));
        return RunOptionsReader.Read(parsed, Shared, asked, []) with { Layout = ReportSymbols.LayoutOf(parsed, _layout, Shared.Full) };
    }

    public override RequestedLoad AskedForTrials(string target) => new AskedProgram(target) { Arguments = ["--quiet"], IsQuiet = true };

    public override ILoad ForTrials(ProgressLines progress) => new ProgramLoad(["--quiet"], new BuiltPrograms(), progress.Show);
}
