namespace Dyno.Metrics;

/// <summary>Checks a threshold against the metrics that the run measures.</summary>
internal static class ThresholdRules
{
    internal static bool TryCheck(
        MetricSelector selector,
        ThresholdExpression expression,
        MetricCatalog catalog,
        [NotNullWhen(true)] out Threshold? threshold,
        [NotNullWhen(false)] out string? error)
    {
        threshold = null;
        if (expression.Aggregation.Kind == AggregationKind.Value && FigureTable.Find(selector.Name) is not null)
        {
            (error, threshold) = (null, new Threshold { Selector = selector, Type = MetricType.Gauge, Expression = expression, IsOnFigure = true });
            return true;
        }
        if (!catalog.TryGet(selector.Name, out var metric))
            error = $"there is no metric '{selector.Name}' in this run: the metrics are {string.Join(", ", catalog.Names)}";
        else if (UnknownTag(selector, catalog) is { } tag)
            error = $"'{metric.Name}' has no tag '{tag}' in this run: "
                + $"the tags are {string.Join(", ", catalog.TagsOf(metric.Name)!)}";
        else if (!expression.Aggregation.IsAllowedFor(metric.Type))
            error = $"'{metric.Name}' is a {metric.Type}, which has no {expression.Aggregation}: "
                + $"it has {Aggregation.AllowedFor(metric.Type)}";
        else
        {
            error = null;
            threshold = new Threshold { Selector = selector, Type = metric.Type, Expression = expression };
        }

        return threshold is not null;
    }

    private static string? UnknownTag(MetricSelector selector, MetricCatalog catalog) =>
        catalog.TagsOf(selector.Name) is { } known
            ? selector.Tags.Keys.FirstOrDefault(tag => !known.Contains(tag))
            : null;
}
