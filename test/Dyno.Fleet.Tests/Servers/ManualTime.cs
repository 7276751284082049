namespace Dyno.Fleet.Tests.Servers;

/// <summary>A clock that goes on when it is told to, and its timers with it.</summary>
internal sealed class ManualTime : TimeProvider
{
    private readonly Lock _lock = new();
    private readonly List<ManualTimer> _timers = [];
    private TimeSpan _now;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public TimeSpan Now
    {
        get { lock (_lock) return _now; }
    }

    public override long GetTimestamp() => Now.Ticks;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new ManualTimer(this, () => callback(state));
        timer.Change(dueTime, period);
        return timer;
    }

    /// <summary>Goes from timer to timer: at most so long, or until something has happened.</summary>
    public async Task PassAsync(TimeSpan most, Task until)
    {
        var end = Now + most;
        while (Now < end && !until.IsCompleted)
        {
            ManualTimer? next;
            lock (_lock)
            {
                next = _timers.MinBy(timer => timer.Due);
                if (next is not null)
                {
                    _timers.Remove(next);
                    if (next.Due > _now) _now = next.Due;
                }
            }
            if (next is null) await Task.Delay(1); // whoever waits next is on the way
            else next.Fire();
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
