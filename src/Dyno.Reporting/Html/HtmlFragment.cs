using System.Collections.Immutable;
using Dyno.Reporting.Charts;
using Dyno.Reporting.Sheets;
using Dyno.Results.Comparisons;
using Dyno.Results.Runs;

namespace Dyno.Reporting.Html;

/// <summary>
/// The same report as <c>--format html</c>, without the page around it: for a page that has its own frame, and the script that draws
/// the charts. Every text in it went through the report's encoder.
/// </summary>
/// <param name="Title">What was measured; plain text.</param>
/// <param name="Body">Verdict, key figures and sections as markup.</param>
/// <param name="Charts">The points of the charts, a JSON array.</param>
public sealed record HtmlFragment(string Title, string Body, string Charts)
{
    /// <summary>The report of a run.</summary>
    public static HtmlFragment Of(RunResult result) => Of(RunSheet.Of(result));

    /// <summary>The report of an experiment.</summary>
    public static HtmlFragment Of(Comparison comparison) => Of(ComparisonSheet.Of(comparison));

    /// <summary>The report of runs that were made apart, with their courses drawn over each other.</summary>
    /// <param name="comparison">Their comparison.</param>
    /// <param name="runs">The runs by the names they have in it.</param>
    public static HtmlFragment Of(Comparison comparison, ImmutableArray<(string Name, RunResult Run)> runs)
    {
        var sheet = ComparisonSheet.Of(comparison);
        var over = new Section("Over time, side by side", "Each run from the start of its measurement. They were made apart: what differs may be the machine's doing.",
            [.. ComparisonSheet.Charts(OverlayCharts.Of(runs))]);
        return Of(over.Blocks.IsEmpty ? sheet : sheet with { Sections = sheet.Sections.Insert(Math.Min(1, sheet.Sections.Length), over) });
    }

    private static HtmlFragment Of(Sheet sheet) => new(sheet.Title, HtmlSheet.RenderMain(sheet), ChartJson.Write(HtmlPage.ChartsOf(sheet)));
}
