namespace Dyno.Fleet;

/// <summary>What a coordinator stores before a run starts, so that another coordinator can collect the results.</summary>
/// <param name="StartNanos">The agreed instant, on the coordinator's monotonic clock.</param>
/// <param name="Shares">The agents and their shares.</param>
internal sealed record FleetManifest(string Run, long StartNanos, ImmutableArray<FleetShare> Shares);

internal sealed record FleetShare(AgentCard Agent, string Segment, ClockReading Clock);
