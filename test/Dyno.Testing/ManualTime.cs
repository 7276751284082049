namespace Dyno.Testing;

/// <summary>A clock that moves when it is told to, and fires the timers that become due on the way, one after the other.</summary>
public sealed class ManualTime : TimeProvider
{
    private readonly Lock _lock = new();
    private readonly List<ManualTimer> _timers = [];
    private TimeSpan _now;

    /// <inheritdoc/>
    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <summary>The time since the clock was made.</summary>
    public TimeSpan Now
    {
        get { lock (_lock) return _now; }
    }

    /// <summary>Timers that wait.</summary>
    public int Waiting
    {
        get { lock (_lock) return _timers.Count; }
    }

    /// <inheritdoc/>
    public override long GetTimestamp() => Now.Ticks;

    /// <inheritdoc/>
    public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch + Now;

    /// <inheritdoc/>
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new ManualTimer(this, () => callback(state));
        timer.Change(dueTime, period);
        return timer;
    }

    /// <summary>Moves on, from timer to timer.</summary>
    public void Advance(TimeSpan by)
    {
        var end = Now + by;
        while (TakeNext(end) is { } timer) timer.Fire();
        lock (_lock) _now = end;
    }

    /// <summary>Goes from timer to timer: at most so long, or until something has happened.</summary>
    public async Task PassAsync(TimeSpan most, Task until)
    {
        var end = Now + most;
        while (Now < end && !until.IsCompleted)
        {
            var next = TakeNext(TimeSpan.MaxValue);
            if (next is null) await Task.Delay(1); // whoever waits next is on the way
            else next.Fire();
        }
    }

    private ManualTimer? TakeNext(TimeSpan end)
    {
        lock (_lock)
        {
            if (_timers.MinBy(timer => timer.Due) is not { } next || next.Due > end) return null;
            _timers.Remove(next);
            if (next.Due > _now) _now = next.Due;
            return next;
        }
    }

    private sealed class ManualTimer(ManualTime time, Action fire) : ITimer
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
