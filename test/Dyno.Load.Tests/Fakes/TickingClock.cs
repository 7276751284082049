namespace Dyno.Load.Tests;

/// <summary>Time that moves on by 10 µs whenever it is read: for loops that poll.</summary>
internal sealed class TickingClock : TimeProvider
{
    private long _ticks;

    public override long TimestampFrequency => 100_000;

    public override long GetTimestamp() => Interlocked.Increment(ref _ticks);
}
