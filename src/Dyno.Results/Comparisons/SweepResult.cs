using System.Collections.Immutable;

namespace Dyno.Results.Comparisons;

/// <summary>A search over offered rates: where a variant gives in, or where two variants change places.</summary>
public sealed record SweepResult
{
    /// <summary>What was searched: <c>crossover</c>, <c>parity</c>, <c>knee</c> or <c>capacity</c>.</summary>
    public required string Find { get; init; }

    /// <summary>Lowest rate of the search, per second.</summary>
    public required double From { get; init; }

    /// <summary>Highest rate of the search, per second.</summary>
    public required double To { get; init; }

    /// <summary>What was found, per variant (or pair) and cell.</summary>
    public required ImmutableArray<SweepFinding> Findings { get; init; }

    /// <summary>Every point that was measured, in the order of measuring.</summary>
    public required ImmutableArray<SweepPoint> Points { get; init; }
}

/// <summary>The answer of a search: it lies between two measured rates.</summary>
public sealed record SweepFinding
{
    /// <summary>The variant; for a crossover the variant that is compared with the baseline.</summary>
    public required string Variant { get; init; }

    /// <summary>The matrix cell; empty without a matrix.</summary>
    public string Cell { get; init; } = "";

    /// <summary>Highest measured rate below the point; null when already the lowest was beyond it.</summary>
    public double? Low { get; init; }

    /// <summary>Lowest measured rate above it; null when even the highest was not beyond it.</summary>
    public double? High { get; init; }

    /// <summary>It in a sentence.</summary>
    public required string Sentence { get; init; }
}

/// <summary>One rate of a search, measured in a few trials.</summary>
public sealed record SweepPoint
{
    /// <summary>The variant.</summary>
    public required string Variant { get; init; }

    /// <summary>The matrix cell; empty without a matrix.</summary>
    public string Cell { get; init; } = "";

    /// <summary>Offered rate, per second.</summary>
    public required double Rate { get; init; }

    /// <summary>Whether the point lies beyond what is searched.</summary>
    public required bool IsBeyond { get; init; }

    /// <summary>Median p99 of the trials, in nanoseconds; null when no trial gave a reliable one.</summary>
    public double? P99Nanos { get; init; }

    /// <summary>Median achieved rate.</summary>
    public double? AchievedRate { get; init; }

    /// <summary>The trials' documents, relative to the comparison.</summary>
    public ImmutableArray<string> Runs { get; init; } = [];
}
