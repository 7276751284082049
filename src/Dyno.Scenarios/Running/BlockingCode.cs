namespace Dyno.Scenarios;

/// <summary>
/// Notices whether a scenario's code blocks, which would hold up every user of its thread. After three holds within a few iterations,
/// the scenario's iterations run on pool threads: as many threads as the scenario has users, up to a limit. A single hold may come
/// from the operating system, which gave the CPU to another process. Thread-safe once the iterations are moved; before that, only one
/// thread uses this object.
/// </summary>
/// <param name="users">Number of users.</param>
/// <param name="code">The scenario's code; null for none.</param>
internal sealed class BlockingCode(int users, Delegate? code)
{
    /// <summary>Code that holds the engine's thread for longer than this counts as blocking.</summary>
    public const long LimitNanos = 20_000_000;

    private const int MaxThreads = 1_000;

    /// <summary>A hold more than this number of iterations after the previous hold is no sign of code that blocks.</summary>
    private const long Near = 8;

    private const int Enough = 3;

    private long _heldNanos;
    private long _iterations;
    private long _lastHold;
    private int _holds;
    private string? _step;

    public bool IsMoved => Volatile.Read(ref _heldNanos) > 0;

    /// <summary>Whether the code has held the thread before: its steps are then timed, to name the one that blocks.</summary>
    public bool IsSuspected => Volatile.Read(ref _holds) > 0;

    /// <summary>The code that blocks: that of a step where one was found, otherwise that of the scenario.</summary>
    public string Where => Volatile.Read(ref _step) ?? (code is null ? "its code" : CodeName.Of(code));

    /// <summary>How long the code held the thread when the blocking was noticed.</summary>
    public TimeSpan HeldFor => TimeSpan.FromTicks(Volatile.Read(ref _heldNanos) / 100);

    /// <summary>An iteration has given the thread back.</summary>
    public void Ran() => _iterations++;

    /// <summary>A step has held the thread for this long, before its first wait.</summary>
    public void StepRan(string step, Delegate code, long nanos)
    {
        if (nanos > LimitNanos && _step is null) Volatile.Write(ref _step, $"step '{step}' ({CodeName.Of(code)})");
    }

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
