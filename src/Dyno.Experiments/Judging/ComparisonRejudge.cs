using System.Collections.Immutable;
using Dyno.Experiments.Plans;
using Dyno.Results.Comparisons;

namespace Dyno.Experiments.Judging;

/// <summary>Judges stored trials again; the verdicts depend on the trials alone.</summary>
public static class ComparisonRejudge
{
    /// <summary>Judges one pair of variants by the rate, as if the pair were the whole experiment.</summary>
    /// <param name="trials">Trials of one cell; only trials that count are used.</param>
    /// <param name="baseline">The baseline's name.</param>
    /// <param name="variant">The variant's name.</param>
    /// <param name="control">The variant that is the same program as the baseline; null for none.</param>
    /// <param name="threshold">The smallest difference that matters, relative.</param>
    public static PairResult Pair(ImmutableArray<TrialRecord> trials, string baseline, string variant, string? control, double threshold)
    {
        var compare = new ComparePlan { Baseline = baseline, Headline = "rate", Thresholds = ImmutableSortedDictionary<string, double>.Empty.Add("rate", threshold) };
        IEnumerable<TrialRecord> own = trials.Where(t => t.Variant == baseline || t.Variant == variant);
        if (control is not null) own = own.Concat(trials.Where(t => t.Variant == control).Select(t => t with { Variant = Judgement.ControlName }));
        string[] names = control is null ? [baseline, variant] : [baseline, Judgement.ControlName, variant];
        return Judgement.Of(compare, names.Select(name => (name, "")), own.Select(t => t with { Cell = "" }), isVoid: false).Pairs[^1];
    }
}
