using Dyno.Load.Running;

namespace Dyno.Outputs.Points;

/// <summary>What every output gets about once a second. Immutable.</summary>
/// <param name="Time">When it was taken (UTC).</param>
/// <param name="Run">What the run is called; holds no secret.</param>
/// <param name="Snapshot">The figures; counts are since the phase began.</param>
internal sealed record OutputPoint(DateTimeOffset Time, string Run, RunSnapshot Snapshot)
{
    /// <summary>What the figures count towards, as every output spells it.</summary>
    public string Phase => Snapshot.Recording == RunPhase.WarmUp ? "warmup" : "measure";
}
