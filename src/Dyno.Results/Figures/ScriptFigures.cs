namespace Dyno.Results;

/// <summary>
/// The figures of a run that are not about its requests: one or two figures of each metric that the script made and of each part of
/// a metric that a threshold names, and for each check the share of answers that met it.
/// </summary>
public static class ScriptFigures
{
    private const string Always = "http_req_duration{expected_response:true}"; // k6 keeps this metric without being asked
    private const double Tail = 0.05;
    private const int EnoughBeyond = 10;

    /// <summary>The figures of a run; a figure without a value is left out.</summary>
    public static IEnumerable<(ScriptFigure Figure, double Value)> Of(RunResult run)
    {
        var measured = run.Measured;
        if (!measured.Metrics.IsDefaultOrEmpty)
            foreach (var figure in measured.Metrics.Where(IsOwn).SelectMany(Of)) yield return figure;
        if (measured.Checks.IsDefaultOrEmpty) yield break;
        foreach (var check in measured.Checks.GroupBy(c => c.Name))
            if (check.Sum(c => c.Passes + c.Fails) is > 0 and var all)
                yield return (new ScriptFigure(ScriptFigure.OfCheck + check.Key, $"check: {check.Key}", "share"), (double)check.Sum(c => c.Passes) / all);
    }

    /// <summary>Titles and units of the figures of several runs.</summary>
    public static ImmutableArray<ScriptFigure> Of(IEnumerable<RunResult> runs) =>
        [.. runs.SelectMany(Of).Select(f => f.Figure).DistinctBy(f => f.Metric).OrderBy(f => f.Metric, StringComparer.Ordinal)];

    private static bool IsOwn(MetricResult metric) =>
        metric.Name != Always && (metric.Name.Contains('{', StringComparison.Ordinal) || !MetricCatalog.Script.TryGet(metric.Name, out _));

    private static IEnumerable<(ScriptFigure, double)> Of(MetricResult metric)
    {
        var unit = metric.Contains switch { "time" => "ms", "data" => "bytes", _ => "number" };
        return metric.Type switch
        {
            "trend" => OfTrend(metric, unit),
            "rate" when metric.Values.GetValueOrDefault("passes") + metric.Values.GetValueOrDefault("fails") > 0
                => [(Named(ScriptFigure.OfShare[1..], metric.Name, "share"), metric.Values.GetValueOrDefault("rate"))],
            "counter" => [(Named("perSecond", $"{metric.Name} per second", unit == "bytes" ? "bytes/s" : "1/s"), metric.Values.GetValueOrDefault("rate"))],
            "gauge" => [(Named("value", metric.Name, unit), metric.Values.GetValueOrDefault("value"))],
            _ => [],
        };

        ScriptFigure Named(string figure, string title, string of) => new($"{ScriptFigure.OfMetric}{metric.Name}.{figure}", title, of);
    }

    // The 95th percentile is used where at least ten values lie beyond it, as for the times of requests.
    private static IEnumerable<(ScriptFigure, double)> OfTrend(MetricResult trend, string unit)
    {
        var count = trend.Distribution is { } kept ? CountOf(kept.Histogram) + CountOf(kept.NegativeHistogram) : null;
        if (count == 0) yield break;
        if (trend.Values.TryGetValue("avg", out var mean)) yield return (Named("avg"), mean);
        else if (count is { } all) yield return (Named("avg"), trend.Distribution!.Sum / all); // a script may choose other figures
        if (count * Tail >= EnoughBeyond && trend.Values.TryGetValue("p(95)", out var p95)) yield return (Named("p(95)"), p95);

        ScriptFigure Named(string figure) => new($"{ScriptFigure.OfMetric}{trend.Name}.{figure}", $"{trend.Name} {figure}", unit);
    }

    // Null where the histogram cannot be read: a comparison then uses the figures beside it.
    private static long? CountOf(string packed)
    {
        try
        {
            return packed.Length == 0 ? 0 : HdrEncoding.DecodeBase64(packed).Count;
        }
        catch (HistogramFormatException)
        {
            return null;
        }
    }
}
