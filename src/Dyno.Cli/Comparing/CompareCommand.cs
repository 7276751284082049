namespace Dyno.Cli;

/// <summary><c>dyno compare</c>: measures variants in turn, and says which is faster and how certain the verdict is.</summary>
internal sealed class CompareCommand : DocumentedCommand
{
    private readonly CompareSymbols _symbols = new();
    private readonly Terminal _terminal;

    public CompareCommand(Terminal terminal)
        : base("compare", "Measure variants in turn, and report which is faster, by how much, and with what certainty.")
    {
        _terminal = terminal;
        Add(_symbols.Targets);
        AddGroupedOptions();
        SetAction((parsed, _) =>
        {
            var options = Read(parsed);
            if (!StoredResults.AreMeant(options.Targets, terminal.Folder)) return new ComparePipeline(terminal, options).RunAsync();
            RefuseOptionsOfTrials(parsed);
            return StoredResults.Compare(terminal, options);
        });
    }

    public override IReadOnlyList<OptionGroup> Groups => _symbols.Groups;

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("Every variant of a study, ten rounds", "dyno compare studies/runtime-throughput/experiment.yaml"),
        new("A first look in a few minutes", "dyno compare experiment.yaml --quick"),
        new("Two projects, or two URLs, under one load", "dyno compare src/Old src/New --load /hello"),
        new("A branch against main, in three minutes", "dyno compare --git main..my-branch --project src/Api --load api.websurge"),
        new("One project on two versions of .NET, restored where they are not installed", "dyno compare --runtimes 10.0,11.0 --project src/Api --load /hello"),
        new("Rounds until it is clear, for at most five minutes", "dyno compare experiment.yaml --for 5m"),
        new("Rounds until it is clear whether a variant differs by 1 %", "dyno compare experiment.yaml --decide 1%"),
        new("Which method made a branch slower", "dyno compare --git main..my-branch --project src/Api --load /orders --why"),
        new("In CI: exit with 98 when a variant is slower than the baseline", "dyno compare experiment.yaml --gate --result comparison.json"),
    ];

    public override string Epilogue => ExitCodeTable.Text;

    private CompareOptions Read(ParseResult parsed)
    {
        ImmutableArray<string> targets = [.. parsed.GetValue(_symbols.Targets) ?? []];
        return _symbols.Read(parsed, new CompareOptions
        {
            Targets = targets,
            Inline = new InlineExperiment { Targets = targets },
            Run = _terminal.NewRun(),
            Overrides = new ExperimentOverrides(),
        });
    }

    private void RefuseOptionsOfTrials(ParseResult parsed)
    {
        Problem[] problems = [.. Options.Except(_symbols.OfStoredResults).Where(option => ExperimentSymbols.IsGiven(parsed, option)).Select(option =>
            new Problem(option.Name, null, null, "does not go with stored results, which are measured already", "remove it, or measure both in one experiment"))];
        if (problems.Length > 0) throw new UserFault([.. problems]);
    }
}
