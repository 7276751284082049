namespace Dyno.Experiments;

/// <summary>Chooses which of several results of an experiment judges a claim: the latest one that measured everything the claim needs.</summary>
internal static class ComparisonChoice
{
    /// <summary>The result; null when no result measured what the claim needs, so that the claim was not run.</summary>
    public static Comparison? For(Measure measure, IEnumerable<Comparison> comparisons)
    {
        var latest = comparisons.OrderByDescending(c => c.Health.State != HealthState.Void).ThenByDescending(c => c.StartedAt).ToList();
        return latest.FirstOrDefault(c => Measured(measure, c)) ?? latest.FirstOrDefault(c => Tried(measure, c));
    }

    private static bool Measured(Measure measure, Comparison comparison) => measure is SearchMeasure search
        ? search.In(comparison) is not null
        : measure.Needs.All(n => comparison.Trials.Any(t => t.Outcome == TrialOutcome.Used && t.Variant == n.Variant && t.Cell == n.Cell));

    private static bool Tried(Measure measure, Comparison comparison) => measure.Needs.All(n =>
        comparison.Skipped.Any(s => s.Name == n.Variant) || comparison.Trials.Any(t => t.Variant == n.Variant && t.Cell == n.Cell)
        || comparison.Variants.Any(v => v.Name == n.Variant && v.Cell == n.Cell));
}
