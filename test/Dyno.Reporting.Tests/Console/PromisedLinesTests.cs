using System.Text.RegularExpressions;
using Dyno.Reporting.Console;
using Dyno.Testing;

namespace Dyno.Reporting.Tests.Console;

/// <summary>What the documentation shows of a report, a report has.</summary>
public sealed partial class PromisedLinesTests
{
    [Fact]
    public void Every_line_that_the_readme_shows_is_printed()
    {
        var readme = File.ReadAllText(Path.Combine(RepositoryRoot.Path, "README.md"));
        var shown = Report().Match(readme).Groups[1].Value;
        string[] reports = [ConsoleReport.Render(SampleRuns.Closed(), Plain), ConsoleReport.Render(SampleRuns.Open(), Plain),
            ConsoleReport.Render(SampleRuns.Errors(), Plain)];

        var labels = Label().Matches(shown).Select(m => m.Groups[1].Value.Trim()).Distinct().ToList();

        labels.Count.ShouldBeGreaterThan(5);
        foreach (var label in labels) reports.ShouldContain(r => r.Contains($"\n{label} ", StringComparison.Ordinal), label);
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

    [GeneratedRegex(@"^([A-Z][a-z]+(?: time)?) {2,}", RegexOptions.Multiline)]
    private static partial Regex Label();

    [GeneratedRegex(@"\*\*([^*\n]+)\*\*")]
    private static partial Regex Bold();
}
