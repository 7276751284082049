namespace Dyno.Cli;

/// <summary><c>dyno why</c>: finds the methods that cost the differences of a stored experiment.</summary>
internal sealed class WhyCommand : DocumentedCommand
{
    private readonly Argument<string> _experiment = new("EXPERIMENT")
    {
        Description = "An experiment in .dyno/experiments: 'last', its ID or ID prefix; or the file of a comparison",
    };

    private readonly Option<string[]> _format = ReportSymbols.FormatOption("Report (default: console)", ReportSymbols.ComparisonFormats);
    private readonly Option<bool> _full = ReportSymbols.FullOption();
    private readonly Option<bool> _quiet = Symbols.Flag("--quiet", "No progress; warnings and errors only", "-q");
    private readonly Option<bool> _verbose = Symbols.Flag("--verbose", "Show the stack trace of an error");

    public WhyCommand(Terminal terminal)
        : base("why", "Launch the programs of a stored experiment again, profile them, and name the methods that cost the difference. Nothing is measured anew.")
    {
        KeptExperiments.Complete(_experiment, terminal);
        Add(_experiment);
        AddGroupedOptions();
        SetAction((parsed, _) => new WhyPipeline(terminal, new WhyOptions
        {
            Experiment = parsed.GetRequiredValue(_experiment),
            Reports = ReportSymbols.TargetsOf(parsed, _format),
            IsFull = parsed.GetValue(_full),
            IsQuiet = parsed.GetValue(_quiet),
        }).RunAsync());
    }

    public override IReadOnlyList<OptionGroup> Groups => [new("Options", _format, _full, _quiet, _verbose)];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("Which method made the latest experiment's variant slower?", "dyno why last"),
        new("The same for a comparison in a file, as a page with a flame graph", "dyno why comparison.json -f html"),
    ];

    public override string Epilogue => ExitCodeTable.Text;
}
