namespace Dyno.Experiments.Statistics;

/// <summary>What a comparison says about one variant, on its headline metric.</summary>
public enum Verdict
{
    /// <summary>Better than the baseline by more than the threshold and the noise floor.</summary>
    Faster,

    /// <summary>Worse than the baseline by more than the threshold and the noise floor.</summary>
    Slower,

    /// <summary>The whole interval lies within the threshold.</summary>
    Same,

    /// <summary>The interval allows more than one of the other verdicts.</summary>
    Unclear,

    /// <summary>The measurement itself cannot be used.</summary>
    Void,

    /// <summary>There are too few rounds for a verdict: an estimate only.</summary>
    NotJudged,
}
