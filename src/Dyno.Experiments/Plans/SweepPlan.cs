namespace Dyno.Experiments;

/// <summary>A search over offered rates or another number, by bisection; or over the values of a setting, one by one.</summary>
public sealed record SweepPlan
{
    /// <summary>What is varied. Default: the offered rate.</summary>
    public SweepDimension Over { get; init; } = SweepDimension.Rate;

    /// <summary>The goals that good trials must meet; each of several goals gets its own answer. Empty: <see cref="Find"/> says what is searched.</summary>
    public ImmutableArray<SweepConditions> Goals { get; init; } = [];

    /// <summary>The values to try, ascending; empty: the range is bisected.</summary>
    public ImmutableArray<double> Values { get; init; } = [];

    /// <summary>Fresh launches that confirm the answer; they had no part in the choice of the answer. Default 3.</summary>
    public int Confirmations { get; init; } = 3;

    /// <summary>Lowest value: of a rate, per second.</summary>
    public required double From { get; init; }

    /// <summary>Highest value: of a rate, per second.</summary>
    public required double To { get; init; }

    /// <summary>What is searched.</summary>
    public required SweepGoal Find { get; init; }

    /// <summary>Trials of each variant at each point. Default 3.</summary>
    public int TrialsPerPoint { get; init; } = 3;

    /// <summary>How far a variant may lie above the baseline and still count as equal, relative. Default 0.1.</summary>
    public double Within { get; init; } = 0.1;

    /// <summary>The search ends when the bracket is this narrow, relative. Default 0.05.</summary>
    public double Tolerance { get; init; } = 0.05;
}

/// <summary>What a search looks for.</summary>
public enum SweepGoal
{
    /// <summary>The rate above which the variant that was slower at the lowest rate is the faster one, by the headline metric.</summary>
    Crossover,

    /// <summary>The rate above which the headline metric is more than twice what it was at the lowest rate.</summary>
    Knee,

    /// <summary>The highest rate that is still achieved: at least 99 % of it, with at most 0.1 % of the starts dropped and 1 % errors.</summary>
    Capacity,

    /// <summary>The rate up to which the headline of each variant lies at most <see cref="SweepPlan.Within"/> above the baseline's.</summary>
    Parity,

    /// <summary>The highest value at which the <see cref="SweepPlan.Goals"/> are met.</summary>
    Goal,

    /// <summary>The value with the best headline among those <see cref="SweepPlan.Values"/> that meet the goals.</summary>
    Best,
}
