namespace Dyno.Load.Tests;

/// <summary>
/// Time that stands until someone moves it. Its frequency is odd on purpose. Timers fire in order on the mover's thread,
/// and time goes on only while a timer is set (the runner always has one), so runs are deterministic.
/// </summary>
internal sealed class FakeClock : TimeProvider
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);
    private readonly Lock _lock = new();
    private readonly List<FakeTimer> _timers = [];
    private readonly DateTimeOffset _epoch = new(2026, 11, 21, 10, 42, 33, TimeSpan.Zero);
    private int _pending;
    private long _nanos = 1_000_000_000;

    /// <summary>A tick is 7/3 ns and a bit.</summary>
    public override long TimestampFrequency => 428_571_419;

    /// <summary>What the wall clock gained on the monotonic one.</summary>
    public TimeSpan WallShift { get; set; }

    public long Nanos => Interlocked.Read(ref _nanos);

    public override long GetTimestamp() => (long)((Int128)Nanos * TimestampFrequency / 1_000_000_000);

    public override DateTimeOffset GetUtcNow() => _epoch + TimeSpan.FromTicks(Nanos / 100) + WallShift;

    /// <summary>Moves time on, firing what becomes due on the way.</summary>
    public void AdvanceTo(long nanos)
    {
        AwaitTimer();
        while (NextDue(nanos) is { } timer)
        {
            Interlocked.Exchange(ref _nanos, Math.Max(Nanos, timer.DueNanos));
            timer.Fire();
            AwaitTimer();
        }

        if (nanos > Nanos) Interlocked.Exchange(ref _nanos, nanos);
    }

    /// <summary>Moves time on where nobody sets timers.</summary>
    public void Pass(long nanos) => Interlocked.Add(ref _nanos, nanos);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new FakeTimer(this, () => callback(state), dueTime == Timeout.InfiniteTimeSpan ? long.MaxValue : Nanos + dueTime.Ticks * 100);
        lock (_lock)
        {
            _timers.Add(timer);
            _pending = _timers.Count;
        }

        return timer;
    }

    private void AwaitTimer()
    {
        if (!SpinWait.SpinUntil(() => Volatile.Read(ref _pending) > 0, Patience)) throw new TimeoutException("nobody set a timer");
    }

    private FakeTimer? NextDue(long nanos)
    {
        lock (_lock)
        {
            var next = _timers.Where(t => t.DueNanos <= nanos).MinBy(t => t.DueNanos);
            if (next is not null) _timers.Remove(next);
            _pending = _timers.Count;
            return next;
        }
    }

    private sealed class FakeTimer(FakeClock clock, Action fire, long dueNanos) : ITimer
    {
        public long DueNanos { get; } = dueNanos;

        public void Fire() => fire();

        public bool Change(TimeSpan dueTime, TimeSpan period) => throw new NotSupportedException();

        public void Dispose()
        {
            lock (clock._lock)
            {
                clock._timers.Remove(this);
                clock._pending = clock._timers.Count;
            }
        }

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
