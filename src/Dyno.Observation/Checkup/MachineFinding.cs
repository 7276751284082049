namespace Dyno.Observation.Checkup;

/// <summary>What one check found.</summary>
public sealed record MachineFinding
{
    /// <summary>Stable name of the check, e.g. <c>governor</c>.</summary>
    public required string Check { get; init; }

    /// <summary>What it makes of it.</summary>
    public required CheckState State { get; init; }

    /// <summary>What was seen, in a sentence without a full stop.</summary>
    public required string Seen { get; init; }

    /// <summary>Why it matters to a measurement.</summary>
    public required string Why { get; init; }

    /// <summary>How to mend it, with the command where there is one; empty when there is nothing to mend.</summary>
    public required string Fix { get; init; }

    /// <summary>Whether a run repeats it, because it says something about that run's figures.</summary>
    public bool ConcernsRuns { get; init; }
}
