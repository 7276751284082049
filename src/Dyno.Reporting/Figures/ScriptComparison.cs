namespace Dyno.Reporting;

/// <summary>One figure or check of a script in two variants: the value of each, and the difference.</summary>
/// <param name="Baseline">The baseline's median with its unit; a dash where not every trial has it.</param>
/// <param name="Variant">The variant's median with its unit, likewise.</param>
/// <param name="Change">The ratio as a difference, or the difference itself; a dash without either.</param>
internal sealed record ScriptComparison(string Title, string Baseline, string Variant, string Change, MetricComparison Compared)
{
    private const string Nothing = "–";

    public static IEnumerable<ScriptComparison> Of(Comparison comparison, PairResult pair) => pair.Metrics.Skip(1)
        .Where(metric => ScriptFigure.IsName(metric.Metric)).OrderBy(metric => ScriptFigure.IsCheck(metric.Metric))
        .Select(metric => Of(comparison, pair, metric));

    /// <summary>Whether this is a check whose share is the same in both variants.</summary>
    public bool IsSameCheck => ScriptFigure.IsCheck(Compared.Metric) && Compared.Difference == 0;

    private static ScriptComparison Of(Comparison comparison, PairResult pair, MetricComparison metric)
    {
        var known = comparison.ScriptMetrics.IsDefault ? [] : comparison.ScriptMetrics;
        var figure = known.FirstOrDefault(f => f.Metric == metric.Metric) ?? new ScriptFigure(metric.Metric, metric.Metric, "number");
        return new ScriptComparison(figure.Title, Median(pair.Baseline), Median(pair.Variant), ChangeOf(figure, metric), metric);

        string Median(string variant) =>
            comparison.Variants.FirstOrDefault(v => v.Name == variant && v.Cell == pair.Cell)?.Metrics.TryGetValue(metric.Metric, out var spread) == true
                ? UnitOf(figure).Say(spread.Median) : Nothing;
    }

    private static string ChangeOf(ScriptFigure figure, MetricComparison metric) => metric switch
    {
        { Difference: { } difference } => UnitOf(figure).SayDifference(difference),
        { Ratio: { } ratio } => FigureText.Difference(ratio),
        _ => Nothing,
    };

    private static FigureUnit UnitOf(ScriptFigure figure) => figure.Unit switch
    {
        "ms" => FigureUnit.Milliseconds,
        "bytes" => FigureUnit.Traffic,
        "bytes/s" => FigureUnit.TrafficPerSecond,
        "1/s" => FigureUnit.PerSecond,
        "share" => FigureUnit.Share,
        _ => FigureUnit.Number,
    };
}
