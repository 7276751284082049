namespace Dyno.Observation.Tests;

/// <summary>A clock that moves when told to, with an odd frequency.</summary>
internal sealed class SteppedTime : TimeProvider
{
    private long _ticks = 12_345;

    public override long TimestampFrequency => 1_234_567;

    public override long GetTimestamp() => _ticks;

    public void Advance(TimeSpan by) => _ticks += (long)(by.TotalSeconds * TimestampFrequency);
}
