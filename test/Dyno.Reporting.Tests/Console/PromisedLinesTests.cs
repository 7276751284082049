namespace Dyno.Reporting.Tests;

/// <summary>What the documentation shows of a report, a report has.</summary>
public sealed partial class PromisedLinesTests
{
    [Fact]
    public void Every_line_that_the_page_of_the_first_report_shows_or_explains_is_printed()
    {
        var page = File.ReadAllText(Path.Combine(RepositoryRoot.Path, "docs", "first-report.md"));
        var explainedRun = SampleRuns.Closed() with
        {
            Explanations = [new ExplanationRecord { Rule = "cpu-bound", Message = "the server used all the CPU", Evidence = [] }],
        };
        string[] reports = [ConsoleReport.Render(explainedRun, Plain), ConsoleReport.Render(SampleRuns.Open(), Plain),
            ConsoleReport.Render(SampleRuns.Errors(), Plain)];

        var shown = Label().Matches(Report().Match(page).Groups[1].Value).Select(m => m.Groups[1].Value.Trim()).Distinct().ToList();
        var explained = Explained().Matches(page).Select(m => m.Groups[1].Value).ToList();

        shown.Count.ShouldBeGreaterThan(8);
        shown.Except(explained).ShouldBeEmpty("the report has lines that the page does not explain");
        foreach (var label in shown.Concat(explained)) reports.ShouldContain(r => r.Contains($"\n{label} ", StringComparison.Ordinal), label);
    }

    /// <summary>The first page shows the whole screen of a kept result: a reservation that the command prints is not left out.</summary>
    [Fact]
    public void The_answer_on_the_readme_is_what_its_result_says()
    {
        var readme = File.ReadAllText(Path.Combine(RepositoryRoot.Path, "README.md")).ReplaceLineEndings("\n");
        var kept = ComparisonJson.ReadFile(Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput", "results", "scheme.json"));
        var printed = ReadDocument.Export(ComparisonExporters.All.Single(e => e.Format == "console"), kept, Plain with { Layout = ReportLayout.Summary }, "scheme.json");

        Answer().Match(readme).Groups[1].Value.ShouldBe(printed.TrimEnd(), "put in what `dyno report` prints");
    }

    [Fact]
    public void The_page_for_a_first_run_names_no_line_that_is_not_there()
    {
        var page = File.ReadAllText(Path.Combine(RepositoryRoot.Path, "docs", "your-own-api.md"));
        var report = ConsoleReport.Render(SampleRuns.Closed(), Plain);

        foreach (var name in Bold().Matches(page).Select(m => m.Groups[1].Value).Where(n => n.Split(' ').Length == 1))
            report.ShouldContain(name);
    }

    private static readonly ReportStyle Plain = new(100, HasColour: false) { Layout = ReportLayout.Full };

    [GeneratedRegex(@"\n(Target .*?)\n```", RegexOptions.Singleline)]
    private static partial Regex Report();

    [GeneratedRegex(@"^\| `(\w[^`]*)` \|", RegexOptions.Multiline)]
    private static partial Regex Explained();

    [GeneratedRegex(@"scheme\.yaml\n```\n\n```\n(.*?)\n```", RegexOptions.Singleline)]
    private static partial Regex Answer();

    [GeneratedRegex(@"^([A-Z][a-z]+(?: time)?) {2,}", RegexOptions.Multiline)]
    private static partial Regex Label();

    [GeneratedRegex(@"\*\*([^*\n]+)\*\*")]
    private static partial Regex Bold();
}
