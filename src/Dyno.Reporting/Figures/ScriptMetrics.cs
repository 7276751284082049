namespace Dyno.Reporting;

/// <summary>
/// The metrics of a script that a report shows to people: the metrics that the script defined, and the filtered metrics that its
/// thresholds name.
/// </summary>
internal static class ScriptMetrics
{
    private const string Always = "http_req_duration{expected_response:true}"; // k6 always keeps it
    private static readonly string[] Order = ["count", "value", "rate", "avg", "min", "med", "max"];

    /// <summary>The metrics ordered by name, each with its figures; a filtered metric comes after the whole one.</summary>
    public static IEnumerable<(MetricResult Metric, string Figures)> Of(PhaseResult measured) =>
        measured.Metrics.IsDefaultOrEmpty ? [] : measured.Metrics.Where(IsShown).Select(metric => (metric, InWords(metric)));

    /// <summary>
    /// A remark on the requests of setup and teardown, which k6's metrics and thresholds count and the measurement does not; null without any.
    /// </summary>
    public static string? Remark(RunResult result)
    {
        var all = result.Measured.Metrics.IsDefaultOrEmpty ? null : result.Measured.Metrics.FirstOrDefault(m => m.Name == "http_reqs");
        var beside = (long)(all?.Values.GetValueOrDefault("count") ?? 0) - result.Measured.Totals.Requests;
        return beside <= 0 ? null
            : $"As in k6, these figures include the requests of setup() and teardown(): {FigureText.Count(beside, "request")} "
                + $"besides the {FigureText.Count(result.Measured.Totals.Requests)} of the load.";
    }

    private static bool IsShown(MetricResult metric) =>
        metric.Name != Always && (metric.Name.Contains('{', StringComparison.Ordinal) || !MetricCatalog.Script.TryGet(metric.Name, out _));

    private static string InWords(MetricResult metric)
    {
        var of = metric.Values;
        return metric.Type switch
        {
            "counter" => $"{Value(metric, of.GetValueOrDefault("count"))}, {Value(metric, of.GetValueOrDefault("rate"))}/s",
            "rate" => $"{FigureText.Percent(of.GetValueOrDefault("rate"), 1)}, {Count(of, "passes")} of {Count(of, "passes", "fails")}",
            "trend" when metric.Distribution is { Histogram: "", NegativeHistogram: "" } => "no value",
            _ => string.Join(", ", of.OrderBy(v => Place(v.Key)).Select(v => $"{v.Key} {(v.Key == "count" ? FigureText.Count((long)v.Value) : Value(metric, v.Value))}")),
        };
    }

    private static string Count(IReadOnlyDictionary<string, double> of, params string[] keys) =>
        FigureText.Count((long)keys.Sum(key => of.GetValueOrDefault(key)));

    // Percentiles follow the named figures, in ascending order: p(90) before p(99.9).
    private static double Place(string figure) => Array.IndexOf(Order, figure) is >= 0 and var place ? place
        : double.TryParse(figure.TrimStart('p', '(').TrimEnd(')'), NumberStyles.Float, CultureInfo.InvariantCulture, out var percent) ? 100 + percent : 1000;

    private static string Value(MetricResult metric, double value) => metric.Contains switch
    {
        "time" => FigureText.Time(value * 1e6),
        "data" => FigureText.Traffic(value),
        _ when value % 1 == 0 && Math.Abs(value) < long.MaxValue => FigureText.Count((long)value),
        _ => FigureText.Digits(value),
    };
}
