namespace Dyno.Results;

/// <summary>A search over offered rates, or over another number, for the value where a variant gives in or where two variants change places.</summary>
public sealed record SweepResult
{
    /// <summary>The aim of the search: <c>crossover</c>, <c>parity</c>, <c>knee</c>, <c>capacity</c>, <c>goal</c> or <c>best</c>.</summary>
    public required string Find { get; init; }

    /// <summary>The number that was varied: <c>connections</c>, <c>streams</c>, <c>env.NAME</c> or <c>load.NAME</c>; null: the offered rate.</summary>
    public string? Over { get; init; }

    /// <summary>The conditions that good trials had to meet, as they were written; each of several conditions has findings of its own.</summary>
    public ImmutableArray<string> Goals { get; init; } = [];

    /// <summary>Lowest value of the search; for a rate, per second.</summary>
    public required double From { get; init; }

    /// <summary>Highest value of the search; for a rate, per second.</summary>
    public required double To { get; init; }

    /// <summary>The findings, one per variant (or pair), cell and goal.</summary>
    public required ImmutableArray<SweepFinding> Findings { get; init; }

    /// <summary>Every point that was measured, in the order of measuring.</summary>
    public required ImmutableArray<SweepPoint> Points { get; init; }
}

/// <summary>The answer of a search, which lies between two measured values.</summary>
public sealed record SweepFinding
{
    /// <summary>The variant; for a crossover the variant that is compared with the baseline.</summary>
    public required string Variant { get; init; }

    /// <summary>The matrix cell; empty without a matrix.</summary>
    public string Cell { get; init; } = "";

    /// <summary>The goal that the finding answers; null without goals.</summary>
    public string? Goal { get; init; }

    /// <summary>Highest measured value below the answer; null when even the lowest measured value was beyond the answer.</summary>
    public double? Low { get; init; }

    /// <summary>
    /// Lowest measured value above the answer; null when even the highest measured value was not beyond it. Equal to
    /// <see cref="Low"/> in a search for <c>best</c>.
    /// </summary>
    public double? High { get; init; }

    /// <summary>
    /// Number of fresh launches at <see cref="Low"/> that met the goals and were not used to choose the value; null when nothing was
    /// confirmed.
    /// </summary>
    public int? Confirmed { get; init; }

    /// <summary>The headline metric of the fresh launches, with its 95 % interval; null when nothing was confirmed or a launch has no such figure.</summary>
    public SweepObjective? Objective { get; init; }

    /// <summary>Further metrics of the fresh launches: the metrics of the goals, and those that the experiment names.</summary>
    public ImmutableArray<SweepObjective> Others { get; init; } = [];

    /// <summary>The value where the returns begin to diminish, by the Universal Scalability Law; null when the points do not show it.</summary>
    public double? ScalabilityKnee { get; init; }

    /// <summary>The value where the curve bends most, by Kneedle; null when the curve does not bend.</summary>
    public double? BendKnee { get; init; }

    /// <summary>The finding in a sentence.</summary>
    public required string Sentence { get; init; }
}

/// <summary>The value of a metric over a few launches.</summary>
public sealed record SweepObjective
{
    /// <summary>The metric, by its name in experiments.</summary>
    public required string Metric { get; init; }

    /// <summary>Median over the launches, in the metric's unit.</summary>
    public required double Value { get; init; }

    /// <summary>Lower end of the median's 95 % interval; null for a single launch.</summary>
    public double? Low { get; init; }

    /// <summary>Upper end of the median's 95 % interval; null for a single launch.</summary>
    public double? High { get; init; }
}

/// <summary>One value of a search, measured in a few trials.</summary>
public sealed record SweepPoint
{
    /// <summary>The variant.</summary>
    public required string Variant { get; init; }

    /// <summary>The matrix cell; empty without a matrix.</summary>
    public string Cell { get; init; } = "";

    /// <summary>The value of the searched number; for a rate, the rate offered per second.</summary>
    public required double Rate { get; init; }

    /// <summary>Whether the point lies beyond the value that is searched for; with goals, whether the point meets none of them.</summary>
    public required bool IsBeyond { get; init; }

    /// <summary>Median p99 of the trials, in nanoseconds; null when no trial gave a reliable p99.</summary>
    public double? P99Nanos { get; init; }

    /// <summary>Median of the rates that the trials achieved, per second.</summary>
    public double? AchievedRate { get; init; }

    /// <summary>The headline metric of the trials; null where a trial has no such figure, and in searches other than <c>goal</c> and <c>best</c>.</summary>
    public SweepObjective? Objective { get; init; }

    /// <summary>Further metrics of the trials: the metrics of the goals, and those that the experiment names.</summary>
    public ImmutableArray<SweepObjective> Others { get; init; } = [];

    /// <summary>The goals that most of the trials missed, as they were written.</summary>
    public ImmutableArray<string> Missed { get; init; } = [];

    /// <summary>Paths of the trials' documents, relative to the comparison.</summary>
    public ImmutableArray<string> Runs { get; init; } = [];
}
