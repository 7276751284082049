namespace Dyno.Reporting;

/// <summary>
/// The report of <c>--format html</c> without the page around it, for a page that has its own frame and the script that draws the charts.
/// Every text in the fragment went through the report's encoder.
/// </summary>
/// <param name="Title">The name of the measurement; plain text.</param>
/// <param name="Body">Verdict, key figures and sections as markup.</param>
/// <param name="Charts">The points of the charts, a JSON array.</param>
public sealed record HtmlFragment(string Title, string Body, string Charts)
{
    public static HtmlFragment Of(RunResult result) => Of(RunSheet.Of(result));

    /// <summary>The report of an experiment.</summary>
    public static HtmlFragment Of(Comparison comparison) => Of(ComparisonSheet.Of(comparison));

    /// <summary>The trend of a program from commit to commit.</summary>
    public static HtmlFragment Of(TrendResult trend) => Of(TrendSheet.Of(trend));

    /// <summary>The report of runs that were made separately, with their values over time in the same charts.</summary>
    /// <param name="comparison">Their comparison.</param>
    /// <param name="runs">The runs, by their names in the comparison.</param>
    public static HtmlFragment Of(Comparison comparison, ImmutableArray<(string Name, RunResult Run)> runs)
    {
        var sheet = ComparisonSheet.Of(comparison);
        var over = new Section("Over time, side by side", "Each run from the start of its measurement. The runs were made at different times: a change of the machine can cause a difference.",
            [.. ChartBlock.Of(OverlayCharts.Of(runs))]);
        return Of(over.Blocks.IsEmpty ? sheet : sheet with { Sections = sheet.Sections.Insert(Math.Min(1, sheet.Sections.Length), over) });
    }

    private static HtmlFragment Of(Sheet sheet) => new(sheet.Title, HtmlSheet.RenderMain(sheet), ChartJson.Write(HtmlPage.ChartsOf(sheet)));
}
