namespace Dyno.Experiments;

/// <summary>Marks trials that lie apart from the other trials of their variant, by the headline metric.</summary>
internal static class OutlierMarks
{
    public static ImmutableArray<TrialRecord> Set(ImmutableArray<TrialRecord> trials, ComparePlan compare)
    {
        var headline = FigureTable.Find(compare.Headline)!;
        var threshold = compare.Thresholds.GetValueOrDefault(headline.Name, headline.Threshold);
        var apart = new HashSet<TrialRecord>(ReferenceEqualityComparer.Instance);
        foreach (var own in trials.Where(t => t.Outcome == TrialOutcome.Used && t.Metrics.ContainsKey(headline.Name)).GroupBy(t => (t.Variant, t.Cell)))
        {
            var marks = OutlierRule.LieApart([.. own.Select(t => t.Metrics[headline.Name])], threshold);
            apart.UnionWith(own.Where((_, i) => marks[i]));
        }
        return [.. trials.Select(t => t with { IsOutlier = apart.Contains(t) })];
    }
}
