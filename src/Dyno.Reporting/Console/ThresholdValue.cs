namespace Dyno.Reporting;

/// <summary>The value that a threshold was judged on, with the unit of its metric.</summary>
internal static class ThresholdValue
{
    /// <summary>The value as text. The run supplies the units of the metrics that its script defined.</summary>
    public static string Of(ThresholdRecord threshold, RunResult result) => threshold switch
    {
        { NotMeasured: true } => "not measured",
        { Windows: { } windows } => $"held in {FigureText.Percent(threshold.Value, 1)} of {FigureText.Count(windows, "window")}",
        { IsBurnRate: true } => $"burn rate at most {FigureText.Digits(threshold.Value)}",
        { LacksGoodAnswers: true } => $"no good answer ({Measured(threshold, result)} of failures)",
        _ => Measured(threshold, result),
    };

    private static string Measured(ThresholdRecord threshold, RunResult result) => MetricOf(threshold.Metric.Split('{')[0], result) switch
    {
        { Type: MetricType.Trend, Unit: MetricUnit.Time } => FigureText.Time(threshold.Value * 1e6),
        { Type: MetricType.Rate } => FigureText.Percent(threshold.Value, 1),
        { Type: MetricType.Counter } when threshold.Expression.TrimStart().StartsWith("rate", StringComparison.Ordinal) => FigureText.Rate(threshold.Value),
        { Type: MetricType.Counter or MetricType.Gauge, Unit: MetricUnit.Time } => FigureText.Time(threshold.Value * 1e6),
        null when FigureTable.Find(threshold.Metric) is { } figure => figure.Say(threshold.Value),
        _ when threshold.Value % 1 == 0 => FigureText.Count((long)threshold.Value),
        _ => FigureText.Digits(threshold.Value),
    };

    private static MetricDefinition? MetricOf(string name, RunResult result)
    {
        if (MetricCatalog.Script.TryGet(name, out var known)) return known;
        if (result.Measured.Metrics.IsDefaultOrEmpty) return null;
        var made = result.Measured.Metrics.FirstOrDefault(metric => metric.Name == name || metric.Name.StartsWith(name + "{", StringComparison.Ordinal));
        return made is not null && Enum.TryParse<MetricType>(made.Type, ignoreCase: true, out var type)
            ? new MetricDefinition(name, type, made.Contains == "time" ? MetricUnit.Time : MetricUnit.Default)
            : null;
    }
}
