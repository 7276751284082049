namespace Dyno.K6;

/// <summary>Where the samples of a virtual user go now: the lane of its worker, and the recorder of the phase.</summary>
/// <param name="Phase">Null outside of a phase.</param>
internal sealed record SampleTarget(SampleLane Lane, Recorder? Phase)
{
    /// <summary>The lock that guards both.</summary>
    public required object Gate { get; init; }

    /// <summary>Takes what a virtual user has measured.</summary>
    public void Take(SampleBuffer samples, long nowNanos)
    {
        lock (Gate) Lane.Take(samples, Phase, nowNanos);
    }
}
