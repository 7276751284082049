namespace Dyno.Cli;

/// <summary>
/// <c>dyno study report</c>: writes the claims into the study's README, their figures and a report of each kept result into its
/// <c>results/</c>.
/// </summary>
internal sealed class StudyReportCommand : DocumentedCommand
{
    private readonly Argument<string> _name = StudyCommand.NameArgument();
    private readonly Option<bool> _check = Symbols.Flag("--check", "Change nothing; exit with 1 when the README is stale");

    public StudyReportCommand(Terminal terminal) : base("report", "Write the claims into a study's README, and a page beside each kept result.")
    {
        Add(_name);
        AddGroupedOptions();
        SetAction(parsed => Write(terminal, StudyCommand.Catalogue(terminal).Get(parsed.GetRequiredValue(_name)), parsed.GetValue(_check)));
    }

    public override IReadOnlyList<OptionGroup> Groups => [new("Options", _check)];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("Bring the README up to date", "dyno study report runtime-throughput"),
        new("In CI: fail when it is stale", "dyno study report runtime-throughput --check"),
    ];

    /// <summary>Brings the README of a study up to date.</summary>
    internal static int Write(Terminal terminal, Study study, bool checkOnly)
    {
        var file = Path.Combine(study.Folder, "README.md");
        var shown = terminal.Shown(file);
        var record = StudyResults.Kept(study).Record();
        var areFiguresWritten = !checkOnly || HasFigures(study, record);
        if (!checkOnly) WritePages(study, record, terminal);
        var before = File.ReadAllText(file);
        var after = StudyMarkdown.Update(before, record, shown);
        if (after == before && areFiguresWritten)
        {
            terminal.Error.WriteLine($"{shown} is up to date");
            return ExitCode.Success;
        }
        if (checkOnly)
        {
            var stale = after == before ? terminal.Shown(FiguresFile(study)) : shown;
            terminal.Error.WriteLine($"dyno: {stale} is stale");
            terminal.Error.WriteLine($"      write: dyno study report {study.Name}");
            return ExitCode.Failed;
        }
        WholeFile.Write(file, after);
        terminal.Error.WriteLine($"{shown} is written");
        return ExitCode.Success;
    }

    private static string FiguresFile(Study study) => Path.Combine(study.Folder, "results", StudyMarkdown.FiguresPage);

    private static bool HasFigures(Study study, StudyRecord record) =>
        (File.Exists(FiguresFile(study)) ? File.ReadAllText(FiguresFile(study)) : "") == StudyMarkdown.Figures(record);

    // Writes the figures, and a report of each kept result for readers without Dyno, and deletes the reports of results that are no longer kept.
    private static void WritePages(Study study, StudyRecord record, Terminal terminal)
    {
        var markdown = ComparisonExporters.All.Single(e => e.Format == "md");
        var pages = StudyResults.KeptFiles(study).ToDictionary(kept => Path.ChangeExtension(kept.File, ".md"),
            kept => markdown.Export(kept.Comparison, new ReportStyle(terminal.Width, HasColour: false)));
        if (StudyMarkdown.Figures(record) is { Length: > 0 } figures) pages.Add(FiguresFile(study), figures);
        foreach (var (page, text) in pages)
            if (!File.Exists(page) || File.ReadAllText(page) != text) WholeFile.Write(page, text);
        var results = Path.Combine(study.Folder, "results");
        if (!Directory.Exists(results)) return;
        foreach (var old in Directory.GetFiles(results, "*.md").Where(f => !pages.ContainsKey(f))) File.Delete(old);
    }
}
