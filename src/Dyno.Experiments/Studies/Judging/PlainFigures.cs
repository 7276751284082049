namespace Dyno.Experiments;

/// <summary>The figures of a variant of which only the trials are known.</summary>
internal static class PlainFigures
{
    public static VariantResult Of(string name, ImmutableArray<TrialRecord> trials)
    {
        var own = trials.Where(t => t.Variant == name).ToList();
        var used = own.Where(t => t.Outcome == TrialOutcome.Used).ToList();
        return new VariantResult { Name = name, Trials = used.Count, Discarded = own.Count - used.Count, Metrics = ComparisonBuilder.SpreadsOf(used) };
    }
}
