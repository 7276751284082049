namespace Dyno.Cli;

/// <summary><c>dyno tune</c>: finds the highest load that meets a goal, or the best value of a setting. The search is an experiment with a sweep.</summary>
internal sealed class TuneCommand : DocumentedCommand
{
    private readonly TuneSymbols _symbols = new();
    private readonly Terminal _terminal;

    public TuneCommand(Terminal terminal)
        : base("tune", "Find the highest load that meets a goal, or the best value of a setting, and confirm it on fresh launches.")
    {
        _terminal = terminal;
        Add(_symbols.Target);
        AddGroupedOptions();
        SetAction((parsed, _) => new ComparePipeline(terminal, Read(parsed)).RunAsync());
    }

    public override IReadOnlyList<OptionGroup> Groups => _symbols.Groups;

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("The highest rate at which the slowest request in a thousand stays below 20 ms", "dyno tune /orders --subject src/Api --goal 'p99.9 < 20ms, errors < 0.1%'"),
        new("How many connections a running server handles", "dyno tune http://localhost:5000 --over connections=1..500 --goal 'p99 < 50ms'"),
        new("The best of some values of a setting", "dyno tune /orders --subject src/Api --over env.LIMIT=10,50 --goal 'p99 < 20ms'"),
        new("How many concurrent gRPC calls a server handles",
            "dyno tune grpc://localhost:5000/shop.Orders/Get -b '{\"id\": 7}' \\\n    --over streams=1..500 --goal 'p99.9 < 20ms'"),
        new("The search of an experiment file", "dyno tune experiment.yaml"),
    ];

    public override string Epilogue => ExitCodeTable.Text;

    private CompareOptions Read(ParseResult parsed) => _symbols.Read(parsed, new CompareOptions
    {
        Targets = [parsed.GetValue(_symbols.Target)!],
        Inline = new InlineExperiment(),
        MustSearch = true,
        Run = _terminal.NewRun(),
        Overrides = new ExperimentOverrides(),
    });
}
