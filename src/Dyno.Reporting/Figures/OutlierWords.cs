namespace Dyno.Reporting;

/// <summary>The outlying launches, in a sentence.</summary>
internal static class OutlierWords
{
    private const int Most = 4;

    /// <summary>The sentence; null without outliers.</summary>
    public static string? Of(Comparison comparison)
    {
        var apart = comparison.Trials.Where(t => t.IsOutlier).ToList();
        if (apart.Count == 0) return null;
        var headline = comparison.Experiment.Headline;
        var named = string.Join(", ", apart.Take(Most).Select(t => $"{t.Variant}{(t.Cell.Length > 0 ? $" ({t.Cell})" : "")} in round {t.Round}{(t.Group is { } group ? $" (group {group})" : "")}, {FigureTable.Of(headline).Say(t.Metrics[headline])}"));
        return $"{(apart.Count == 1 ? "1 launch is" : $"{apart.Count} launches are")} far from the others of the variant, but still counted: {named}"
            + (apart.Count > Most ? $" and {apart.Count - Most} more" : "");
    }
}
