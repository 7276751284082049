namespace Dyno.Http.Tests.Tokens;

/// <summary>A clock that moves when it is told to, and fires the timers that become due on the way, one after the other.</summary>
internal sealed class HandTime : TimeProvider
{
    private readonly Lock _lock = new();
    private readonly List<HandTimer> _timers = [];
    private TimeSpan _now = TimeSpan.FromTicks(12_345);

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <summary>Timers that wait.</summary>
    public int Waiting
    {
        get { lock (_lock) return _timers.Count; }
    }

    public override long GetTimestamp()
    {
        lock (_lock) return _now.Ticks;
    }

    public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch + TimeSpan.FromTicks(GetTimestamp());

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new HandTimer(this, () => callback(state));
        timer.Change(dueTime, period);
        return timer;
    }

    public void Advance(TimeSpan by)
    {
        var end = TimeSpan.FromTicks(GetTimestamp()) + by;
        while (TakeDue(end) is { } timer) timer.Fire();
        lock (_lock) _now = end;
    }

    private HandTimer? TakeDue(TimeSpan end)
    {
        lock (_lock)
        {
            if (_timers.MinBy(t => t.Due) is not { } next || next.Due > end) return null;
            _timers.Remove(next);
            if (next.Due > _now) _now = next.Due;
            return next;
        }
    }

    private sealed class HandTimer(HandTime time, Action fire) : ITimer
    {
        public TimeSpan Due { get; private set; }

        public void Fire() => fire();

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (time._lock)
            {
                time._timers.Remove(this);
                if (dueTime == Timeout.InfiniteTimeSpan) return true;
                Due = time._now + dueTime;
                time._timers.Add(this);
            }
            return true;
        }

        public void Dispose()
        {
            lock (time._lock) time._timers.Remove(this);
        }

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
