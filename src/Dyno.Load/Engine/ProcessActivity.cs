namespace Dyno.Load.Engine;

/// <summary>
/// How busy a worker was whose work runs on other threads than its own, which nobody can ask. The process's CPU time can be
/// had everywhere, and while a load runs it is the workers' but for a little; what is not CPU time of a worker, it waited,
/// whatever its own thread says. One thread.
/// </summary>
public sealed class ProcessActivity : IDisposable
{
    private const long CoarseNanos = 50_000_000; // CPU time is kept in steps on some systems
    private readonly EngineClock _clock;
    private readonly WorkerActivity _activity;
    private readonly Func<int> _parts;
    private readonly Func<long> _spunNanos;
    private long _lastNanos;
    private long _lastCpuNanos;
    private long _lastSpun;
    private long _lastWaited;

    /// <summary>Begins.</summary>
    /// <param name="clock">The run's clock.</param>
    /// <param name="activity">Takes what the worker waited.</param>
    /// <param name="parts">
    /// The CPU time of the process is worth so many workers that are busy all the time; at least 1. Asked at each look.
    /// </param>
    /// <param name="spunNanos">CPU time that the worker has spent on purpose, by waiting for a time; null for none.</param>
    public ProcessActivity(EngineClock clock, WorkerActivity activity, Func<int> parts, Func<long>? spunNanos = null)
    {
        ArgumentNullException.ThrowIfNull(clock);
        ArgumentNullException.ThrowIfNull(activity);
        (_clock, _activity, _parts, _spunNanos) = (clock, activity, parts, spunNanos ?? (static () => 0));
        Remember(clock.NowNanos, CpuNanos());
    }

    /// <summary>
    /// Whether the worker's own thread works too and says when it waits: then whichever was busier counts, it or the process.
    /// </summary>
    public bool CountsOwnThread { get; init; }

    /// <summary>Accounts for the time since the last call.</summary>
    public void Sample(long now)
    {
        if (now - _lastNanos >= CoarseNanos) Account(now);
    }

    /// <summary>Accounts for the rest.</summary>
    public void Dispose() => Account(_clock.NowNanos);

    private void Account(long now)
    {
        var (cpu, wall) = (CpuNanos(), now - _lastNanos);
        var byCpu = (cpu - _lastCpuNanos) / Math.Max(1, _parts()) - (_spunNanos() - _lastSpun);
        var ownWait = _activity.WaitedNanos - _lastWaited;
        var busy = Math.Max(byCpu, CountsOwnThread ? wall - ownWait : 0);
        _activity.Waited(wall - Math.Clamp(busy, 0, wall) - ownWait);
        Remember(now, cpu);
    }

    private void Remember(long now, long cpu) =>
        (_lastNanos, _lastCpuNanos, _lastSpun, _lastWaited) = (now, cpu, _spunNanos(), _activity.WaitedNanos);

    private static long CpuNanos() => Environment.CpuUsage.TotalTime.Ticks * 100;
}
