namespace Dyno.K6;

/// <summary>The thresholds of a script's options.</summary>
internal static class ScriptThresholds
{
    /// <summary>Reads them, and has the metrics keep the parts that they name.</summary>
    public static ImmutableArray<Threshold> Of(K6Options options, RunMetrics metrics, OptionProblems problems)
    {
        var catalog = MetricCatalog.Empty.With(metrics.Registry.Metrics.Select(m => m.Definition));
        var all = ImmutableArray.CreateBuilder<Threshold>();
        foreach (var option in options.Thresholds)
        {
            var isSelector = MetricSelector.TryParse(option.Metric, out var selector, out _);
            var isThere = isSelector && metrics.Registry.TryGet(selector!.Name, out _);
            if (isSelector) selector = SampleSecrets.Mask(selector!);
            if (isThere) metrics.Registry.TryAddSubMetric(selector!, out _);
            if (option.Expression.Length == 0) continue;
            if (isSelector && !isThere && NearestWord.Find(selector!.Name, catalog.Names) is { } near)
            {
                problems.AddOption("thresholds", $"there is no metric '{selector.Name}' in this run", $"did you mean {near}?");
                continue;
            }
            if (ThresholdParser.TryCreate(option.Metric, option.Expression, catalog, out var threshold, out var error))
                all.Add(threshold with { Selector = SampleSecrets.Mask(threshold.Selector), AbortOnFail = option.AbortOnFail, DelayAbortEval = option.Delay });
            else problems.AddOption("thresholds", $"{option.Metric}: {option.Expression}: {error}");
        }
        return all.ToImmutable();
    }
}
