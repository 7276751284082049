using System.Threading.Tasks.Sources;

namespace Dyno.Load;

/// <summary>
/// A reusable delay that can be ended early. It creates no tasks and no token sources, because a run waits once a second for hours. Only
/// one caller waits at a time. Waking is thread-safe; a wake-up without a waiter ends the next wait.
/// </summary>
internal sealed class WakeableDelay : IValueTaskSource, IDisposable
{
    private readonly TimeProvider _time;
    private readonly TimerCallback _elapsed;
    private ManualResetValueTaskSourceCore<bool> _core = new() { RunContinuationsAsynchronously = true };
    private ITimer? _timer;
    private int _isWaiting;
    private int _isWoken;

    public WakeableDelay(TimeProvider time)
    {
        _time = time;
        _elapsed = _ => End();
    }

    /// <summary>Waits until the time is over or <see cref="Wake"/> is called; ends at once when <see cref="Wake"/> was called before.</summary>
    public ValueTask WaitAsync(TimeSpan length)
    {
        _timer?.Dispose();
        _core.Reset();
        Interlocked.Exchange(ref _isWaiting, 1);
        if (Interlocked.Exchange(ref _isWoken, 0) != 0) End();
        else _timer = _time.CreateTimer(_elapsed, null, length, Timeout.InfiniteTimeSpan);
        return new ValueTask(this, _core.Version);
    }

    /// <summary>Ends the current wait; when there is none, ends the next wait.</summary>
    public void Wake()
    {
        Interlocked.Exchange(ref _isWoken, 1);
        if (Volatile.Read(ref _isWaiting) != 0 && Interlocked.Exchange(ref _isWoken, 0) != 0) End();
    }

    public void Dispose() => _timer?.Dispose();

    void IValueTaskSource.GetResult(short token) => _core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);

    private void End()
    {
        if (Interlocked.Exchange(ref _isWaiting, 0) != 0) _core.SetResult(true);
    }
}
