namespace Handicap;

/// <summary>
/// Makes a server slower by a known share: every few requests it spins long enough that spinning takes that share of the process's whole
/// CPU time. An idle server does not spin, just as a slower program would use no CPU time without requests.
/// </summary>
/// <param name="share">The share of the CPU time, from 0 to below 1.</param>
internal sealed class Spinning(double share)
{
    private const int Every = 32; // reading the CPU time of the process may cost more than a request

    private readonly Lock _lock = new();
    private int _requests;
    private TimeSpan _used = Environment.CpuUsage.TotalTime;
    private TimeSpan _spun;
    private TimeSpan _seen;

    /// <summary>The share of the CPU time that was spun, of the time in which requests were counted.</summary>
    public double Share => _seen > TimeSpan.Zero ? _spun / _seen : 0;

    /// <summary>Counts a request; called once for each.</summary>
    public void Request()
    {
        if (Interlocked.Increment(ref _requests) % Every != 0) return;
        lock (_lock)
        {
            var now = Environment.CpuUsage.TotalTime;
            var until = now + (now - _used) * (share / (1 - share));
            var before = _used;
            while (Environment.CpuUsage.TotalTime < until) Thread.SpinWait(20);
            _used = Environment.CpuUsage.TotalTime;
            (_spun, _seen) = (_spun + (_used - now), _seen + (_used - before));
        }
    }
}
