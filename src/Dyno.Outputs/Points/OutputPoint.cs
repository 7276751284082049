namespace Dyno.Outputs;

/// <summary>A point, which every output receives about once a second. Immutable.</summary>
/// <param name="Time">When the point was taken (UTC).</param>
/// <param name="Run">The name of the run; holds no secret.</param>
/// <param name="Snapshot">The figures; counts are since the phase began.</param>
internal sealed record OutputPoint(DateTimeOffset Time, string Run, RunSnapshot Snapshot)
{
    /// <summary>The phase to which the figures belong, as every output spells it.</summary>
    public string Phase => Snapshot.Recording == RunPhase.WarmUp ? "warmup" : "measure";
}
