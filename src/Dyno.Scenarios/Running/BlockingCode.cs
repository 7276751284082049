namespace Dyno.Scenarios.Running;

/// <summary>
/// What is known of a scenario whose code blocks: it would hold up every user of its thread. When it has held the thread
/// three times within a few iterations (once may be the system's doing, which gave the CPU to somebody else) its
/// iterations run on pool threads, as many as it has users, up to a limit. Thread-safe once it is moved; before that one
/// thread's own.
/// </summary>
internal sealed class BlockingCode(int users)
{
    private const int MaxThreads = 1_000;

    /// <summary>A hold this many iterations after the last one is no sign of code that blocks.</summary>
    private const long Near = 8;

    private const int Enough = 3;

    private long _heldNanos;
    private long _iterations;
    private long _lastHold;
    private int _holds;

    public bool IsMoved => Volatile.Read(ref _heldNanos) > 0;

    /// <summary>How long it held the thread when it was noticed.</summary>
    public TimeSpan HeldFor => TimeSpan.FromTicks(Volatile.Read(ref _heldNanos) / 100);

    /// <summary>An iteration has given the thread back.</summary>
    public void Ran() => _iterations++;

    /// <summary>The iteration has held the thread for this long.</summary>
    public void Held(long nanos)
    {
        _holds = _iterations - _lastHold <= Near ? _holds + 1 : 1;
        _lastHold = _iterations;
        if (_holds < Enough || Interlocked.CompareExchange(ref _heldNanos, nanos, 0) != 0) return;
        // The pool grows by one or two threads a second: too slow for a load.
        ThreadPool.GetMinThreads(out var workers, out var ports);
        ThreadPool.SetMinThreads(Math.Max(workers, Math.Min(users, MaxThreads)), ports);
    }
}
