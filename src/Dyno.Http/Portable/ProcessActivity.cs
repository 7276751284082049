using Dyno.Load.Engine;

namespace Dyno.Http.Portable;

/// <summary>
/// How busy a portable worker was. Its work runs on the threads of .NET's socket engine, which nobody can ask; the
/// process's CPU time can be had everywhere, and while a load runs it is the workers' but for a little. It is shared
/// evenly among the portable workers that run; what is not CPU time of a worker, it waited.
/// </summary>
internal sealed class ProcessActivity : IDisposable
{
    private static int _running;
    private readonly WorkerActivity _activity;
    private readonly WorkerPause _pause;
    private readonly EngineClock _clock;
    private long _lastNanos;
    private long _lastCpuNanos;
    private long _lastSpun;

    public ProcessActivity(EngineClock clock, WorkerActivity activity, WorkerPause pause)
    {
        Interlocked.Increment(ref _running);
        _clock = clock;
        _activity = activity;
        _pause = pause;
        (_lastNanos, _lastCpuNanos, _lastSpun) = (clock.NowNanos, CpuNanos(), pause.SpunNanos);
    }

    /// <summary>Accounts for the time since the last call.</summary>
    public void Sample(long now)
    {
        if (now - _lastNanos < 50_000_000) return; // CPU time is kept in coarse steps on some systems
        Account(now);
    }

    public void Dispose()
    {
        Account(_clock.NowNanos);
        Interlocked.Decrement(ref _running);
    }

    private void Account(long now)
    {
        var cpu = CpuNanos();
        var busy = (cpu - _lastCpuNanos) / Math.Max(1, Volatile.Read(ref _running)) - (_pause.SpunNanos - _lastSpun);
        var wall = now - _lastNanos;
        _activity.Waited(wall - Math.Clamp(busy, 0, wall));
        (_lastNanos, _lastCpuNanos, _lastSpun) = (now, cpu, _pause.SpunNanos);
    }

    private static long CpuNanos() => Environment.CpuUsage.TotalTime.Ticks * 100;
}
