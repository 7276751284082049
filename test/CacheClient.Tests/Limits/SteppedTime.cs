namespace CacheClient.Tests;

/// <summary>A clock that moves when it is told to, in ticks of 0.1 µs; its timers go off as it passes them.</summary>
internal sealed class SteppedTime : TimeProvider
{
    private readonly List<SteppedTimer> _timers = [];

    public long Now { get; private set; } = 1_000;

    public override long TimestampFrequency => 10_000_000;

    public override long GetTimestamp() => Now;

    public override DateTimeOffset GetUtcNow() => new(DateTimeOffset.UnixEpoch.Ticks + Now, TimeSpan.Zero);

    public void Advance(TimeSpan step)
    {
        Now += step.Ticks;
        foreach (var timer in _timers.Where(timer => timer.Due <= Now).ToList()) timer.GoOff();
    }

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new SteppedTimer(this, () => callback(state), Now + dueTime.Ticks);
        _timers.Add(timer);
        return timer;
    }

    private sealed class SteppedTimer(SteppedTime owner, Action callback, long due) : ITimer
    {
        public long Due { get; } = due;

        public void GoOff()
        {
            owner._timers.Remove(this);
            callback();
        }

        public bool Change(TimeSpan dueTime, TimeSpan period) => false;

        public void Dispose() => owner._timers.Remove(this);

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
