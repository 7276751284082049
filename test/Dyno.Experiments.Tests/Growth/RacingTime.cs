namespace Dyno.Experiments.Tests;

/// <summary>A clock that jumps to the end of each wait, so that hours pass in moments. Its wall clock can be set back and forth.</summary>
internal sealed class RacingTime : TimeProvider
{
    private long _ticks;

    /// <summary>How far the wall clock is off.</summary>
    public TimeSpan WallClockStep { get; set; }

    /// <summary>Time since the beginning.</summary>
    public TimeSpan Elapsed => TimeSpan.FromTicks(Interlocked.Read(ref _ticks));

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => Interlocked.Read(ref _ticks);

    public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch + Elapsed + WallClockStep;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        if (dueTime == Timeout.InfiniteTimeSpan) return new Nothing();
        Interlocked.Add(ref _ticks, dueTime.Ticks);
        ThreadPool.QueueUserWorkItem(_ => callback(state));
        return new Nothing();
    }

    private sealed class Nothing : ITimer
    {
        public bool Change(TimeSpan dueTime, TimeSpan period) => true;

        public void Dispose()
        {
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
