namespace Dyno.Experiments;

/// <summary>What a comparison says about one variant, on its headline metric.</summary>
public enum Verdict
{
    /// <summary>Certainly better than the baseline, and the estimate is at least the threshold.</summary>
    Faster,

    /// <summary>Certainly worse than the baseline, and the estimate is at least the threshold.</summary>
    Slower,

    /// <summary>Certainly better than the baseline, by less than the threshold.</summary>
    SlightlyFaster,

    /// <summary>Certainly worse than the baseline, by less than the threshold.</summary>
    SlightlySlower,

    /// <summary>No difference is certain, and the whole interval lies within the threshold.</summary>
    Same,

    /// <summary>No difference is certain, and the interval reaches beyond the threshold.</summary>
    Unclear,

    /// <summary>The measurement itself cannot be used.</summary>
    Void,

    /// <summary>There are too few rounds for a verdict: an estimate only.</summary>
    NotJudged,
}
