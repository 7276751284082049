using System.Collections.Immutable;

namespace Dyno.Results.Comparisons;

/// <summary>A search over offered rates, or over another number: where a variant gives in, or where two variants change places.</summary>
public sealed record SweepResult
{
    /// <summary>What was searched: <c>crossover</c>, <c>parity</c>, <c>knee</c>, <c>capacity</c>, <c>goal</c> or <c>best</c>.</summary>
    public required string Find { get; init; }

    /// <summary>What was varied: <c>connections</c>, <c>streams</c>, <c>env.NAME</c> or <c>load.NAME</c>; null: the offered rate.</summary>
    public string? Over { get; init; }

    /// <summary>What good trials had to meet, as it was written; of several each has findings of its own.</summary>
    public ImmutableArray<string> Goals { get; init; } = [];

    /// <summary>Lowest value of the search; a rate per second.</summary>
    public required double From { get; init; }

    /// <summary>Highest value of the search; a rate per second.</summary>
    public required double To { get; init; }

    /// <summary>What was found, per variant (or pair) and cell.</summary>
    public required ImmutableArray<SweepFinding> Findings { get; init; }

    /// <summary>Every point that was measured, in the order of measuring.</summary>
    public required ImmutableArray<SweepPoint> Points { get; init; }
}

/// <summary>The answer of a search: it lies between two measured values.</summary>
public sealed record SweepFinding
{
    /// <summary>The variant; for a crossover the variant that is compared with the baseline.</summary>
    public required string Variant { get; init; }

    /// <summary>The matrix cell; empty without a matrix.</summary>
    public string Cell { get; init; } = "";

    /// <summary>The goal that this answers; null without goals.</summary>
    public string? Goal { get; init; }

    /// <summary>Highest measured value below the point; null when already the lowest was beyond it.</summary>
    public double? Low { get; init; }

    /// <summary>Lowest measured value above it; null when even the highest was not beyond it.</summary>
    public double? High { get; init; }

    /// <summary>Fresh launches at <see cref="Low"/> that met the goals and had no part in choosing it; null when nothing was confirmed.</summary>
    public int? Confirmed { get; init; }

    /// <summary>What the fresh launches reached by the headline, with its 95 % interval; null without goals.</summary>
    public SweepObjective? Objective { get; init; }

    /// <summary>What else the fresh launches reached: the metrics of the goals, and those the experiment names.</summary>
    public ImmutableArray<SweepObjective> Others { get; init; } = [];

    /// <summary>Where the returns begin to diminish, by the Universal Scalability Law; null when the points say nothing of it.</summary>
    public double? ScalabilityKnee { get; init; }

    /// <summary>Where the curve bends most, by Kneedle; null when it does not bend.</summary>
    public double? BendKnee { get; init; }

    /// <summary>It in a sentence.</summary>
    public required string Sentence { get; init; }
}

/// <summary>What a metric came to over a few launches.</summary>
public sealed record SweepObjective
{
    /// <summary>The metric, by its name in experiments.</summary>
    public required string Metric { get; init; }

    /// <summary>Its middle, in the metric's unit.</summary>
    public required double Value { get; init; }

    /// <summary>Lower end of its 95 % interval; null for a single launch.</summary>
    public double? Low { get; init; }

    /// <summary>Upper end of it.</summary>
    public double? High { get; init; }
}

/// <summary>One value of a search, measured in a few trials.</summary>
public sealed record SweepPoint
{
    /// <summary>The variant.</summary>
    public required string Variant { get; init; }

    /// <summary>The matrix cell; empty without a matrix.</summary>
    public string Cell { get; init; } = "";

    /// <summary>The value of what was varied: of a rate, offered per second.</summary>
    public required double Rate { get; init; }

    /// <summary>Whether the point lies beyond what is searched; with goals, whether it meets none of them.</summary>
    public required bool IsBeyond { get; init; }

    /// <summary>Median p99 of the trials, in nanoseconds; null when no trial gave a reliable one.</summary>
    public double? P99Nanos { get; init; }

    /// <summary>Median achieved rate.</summary>
    public double? AchievedRate { get; init; }

    /// <summary>What the trials reached by the headline; null where they were too few.</summary>
    public SweepObjective? Objective { get; init; }

    /// <summary>Further metrics: those of the goals, and those the experiment names.</summary>
    public ImmutableArray<SweepObjective> Others { get; init; } = [];

    /// <summary>The goals that most of the trials missed, as they were written.</summary>
    public ImmutableArray<string> Missed { get; init; } = [];

    /// <summary>The trials' documents, relative to the comparison.</summary>
    public ImmutableArray<string> Runs { get; init; } = [];
}
