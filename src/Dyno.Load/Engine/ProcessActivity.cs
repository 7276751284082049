namespace Dyno.Load;

/// <summary>
/// Measures how busy a worker was whose work runs on threads other than its own, because the activity of those threads cannot be read. The
/// CPU time of the process is available on every system, and during a load almost all of it belongs to the workers. Time that is not CPU
/// time of the worker counts as waiting, whatever the worker's own thread reports (unless <see cref="CountsOwnThread"/> is set). Used by
/// one thread.
/// </summary>
public sealed class ProcessActivity : IDisposable
{
    private const long CoarseNanos = 50_000_000; // some systems update CPU time only in coarse steps
    private readonly EngineClock _clock;
    private readonly WorkerActivity _activity;
    private readonly Func<int> _parts;
    private readonly Func<long> _spunNanos;
    private long _lastNanos;
    private long _lastCpuNanos;
    private long _lastSpun;
    private long _lastWaited;

    /// <summary>Begins to account.</summary>
    /// <param name="parts">
    /// Number of workers that could be busy all the time; at least 1. The CPU time of the process divided by this number is the CPU time
    /// of one worker. Called at each look.
    /// </param>
    /// <param name="spunNanos">CPU time in nanoseconds that the worker has spent on purpose, by spinning until a given time; null for none.</param>
    public ProcessActivity(EngineClock clock, WorkerActivity activity, Func<int> parts, Func<long>? spunNanos = null)
    {
        (_clock, _activity, _parts, _spunNanos) = (clock, activity, parts, spunNanos ?? (static () => 0));
        Remember(clock.NowNanos, CpuNanos());
    }

    /// <summary>Whether the worker's own thread also works and reports when it waits. Then the busier of the two counts: the thread or the process.</summary>
    public bool CountsOwnThread { get; init; }

    /// <summary>Accounts for the time since the last call.</summary>
    public void Sample(long now)
    {
        if (now - _lastNanos >= CoarseNanos) Account(now);
    }

    /// <summary>Accounts for the time since the last account.</summary>
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
