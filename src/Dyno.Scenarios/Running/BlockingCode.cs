namespace Dyno.Scenarios.Running;

/// <summary>
/// What is known of a scenario whose code blocks: it would hold up every user of its thread. From the first time on its
/// iterations run on pool threads, as many as it has users, up to a limit. Thread-safe.
/// </summary>
internal sealed class BlockingCode(int users)
{
    private const int MaxThreads = 1_000;
    private long _heldNanos;

    public bool IsMoved => Volatile.Read(ref _heldNanos) > 0;

    /// <summary>How long it held the thread when it was noticed.</summary>
    public TimeSpan HeldFor => TimeSpan.FromTicks(Volatile.Read(ref _heldNanos) / 100);

    public void Held(long nanos)
    {
        if (Interlocked.CompareExchange(ref _heldNanos, nanos, 0) != 0) return;
        // The pool grows by one or two threads a second: too slow for a load.
        ThreadPool.GetMinThreads(out var workers, out var ports);
        ThreadPool.SetMinThreads(Math.Max(workers, Math.Min(users, MaxThreads)), ports);
    }
}
