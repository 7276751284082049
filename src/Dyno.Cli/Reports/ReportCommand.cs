namespace Dyno.Cli;

/// <summary><c>dyno report</c>: shows a result again, as <c>dyno run</c> did or in another format.</summary>
internal sealed class ReportCommand : DocumentedCommand
{
    private readonly ReportSymbols _symbols = new();

    public ReportCommand(Terminal terminal) : base("report", "Show the result of a run or of a comparison again, or in another format.")
    {
        StoredRuns.Complete(_symbols.Results, terminal.Folder);
        Add(_symbols.Results);
        AddGroupedOptions();
        SetAction(parsed =>
        {
            var file = ReportedFile.ReadAll(parsed.GetRequiredValue(_symbols.Results), terminal.Folder);
            var writer = new ReportWriter(ReportSymbols.TargetsOf(parsed, _symbols.Format), ReportSymbols.LayoutOf(parsed, _symbols.Layout, _symbols.Full),
                terminal, file.Path);
            if (file.Comparison is { } comparison) Write(writer, terminal, ComparisonExporters.All, comparison, file);
            else Write(writer, terminal, RunExporters.All, file.Run!, file);
            return ExitCode.Success;
        });
    }

    public override IReadOnlyList<OptionGroup> Groups => _symbols.Groups;

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("The latest run in this folder", "dyno report last"),
        new("A page with charts to share, beside the result", "dyno report orders.json -f html"),
        new("Several formats at once", "dyno report last -f html=report.html -f junit=junit.xml -f md"),
        new("Twenty runs of one plan merged into one: histograms are merged, counts are added", "dyno report runs/*.json -f html=all.html"),
        new("The figures per request, in the layout of an ok-stats table", "dyno report last -f md --layout steps"),
        new("The intervals as an HdrHistogram log", "dyno report last -f hlog > run.hlog"),
    ];

    // When all reports go into files, the names of the files go to stdout, so that a script can use them.
    private static void Write<T>(
        ReportWriter writer, Terminal terminal, ImmutableArray<Exporter<T>> exporters, T document, ReportedFile file)
    {
        if (!writer.HasOnlyFiles) writer.Print(exporters, document);
        foreach (var path in writer.WriteFiles(exporters, document, terminal.Shown(file.Beside)))
            (writer.HasOnlyFiles ? terminal.Out : terminal.Error).WriteLine(path);
    }
}
