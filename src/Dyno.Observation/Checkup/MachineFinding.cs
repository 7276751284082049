namespace Dyno.Observation;

/// <summary>What one check found.</summary>
public sealed record MachineFinding
{
    /// <summary>Stable name of the check, e.g. <c>governor</c>.</summary>
    public required string Check { get; init; }

    public required CheckState State { get; init; }

    /// <summary>What was seen, in a sentence without a full stop.</summary>
    public required string Seen { get; init; }

    /// <summary>Why the finding matters to a measurement.</summary>
    public required string Why { get; init; }

    /// <summary>How to correct it, with the command where there is one; empty when there is nothing to correct.</summary>
    public required string Fix { get; init; }

    /// <summary>Whether a run repeats the finding, because it says something about the figures of the run.</summary>
    public bool ConcernsRuns { get; init; }
}
