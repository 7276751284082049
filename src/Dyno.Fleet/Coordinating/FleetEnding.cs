namespace Dyno.Fleet;

/// <summary>What the coordinator knows about the end of a run.</summary>
internal sealed record FleetEnding
{
    /// <summary>Thresholds that were crossed on the merged values.</summary>
    public ImmutableArray<ThresholdRecord> Crossed { get; init; } = [];

    /// <summary>Why the run could not continue; null when it could.</summary>
    public string? Failure { get; init; }

    /// <summary>What was observed of the server; null when the server was not watched.</summary>
    public ServerObservation? Server { get; init; }
}
