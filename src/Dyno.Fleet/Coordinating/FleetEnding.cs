using System.Collections.Immutable;
using Dyno.Results.Runs;

namespace Dyno.Fleet.Coordinating;

/// <summary>How a run ended where the coordinator ended it.</summary>
internal sealed record FleetEnding
{
    /// <summary>Thresholds that were crossed on the merged values.</summary>
    public ImmutableArray<ThresholdRecord> Crossed { get; init; } = [];

    /// <summary>Why it could not go on; null when it could.</summary>
    public string? Failure { get; init; }

    /// <summary>What the server did; null when nobody watched it.</summary>
    public ServerObservation? Server { get; init; }
}
