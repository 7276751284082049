namespace Handicap;

/// <summary>
/// Makes a server slower by a known share: every few requests it spins for so long that the spinning is that share of all the CPU time
/// of the process. Between requests it does nothing, as a slower program would.
/// </summary>
/// <param name="share">Of the CPU time, above 0 and below 1.</param>
internal sealed class Spinning(double share)
{
    private const int Every = 32; // reading the CPU time of the process costs more than a request may

    private readonly Lock _lock = new();
    private int _requests;
    private TimeSpan _used = Environment.CpuUsage.TotalTime;

    /// <summary>Called once for each request.</summary>
    public void Request()
    {
        if (Interlocked.Increment(ref _requests) % Every != 0) return;
        lock (_lock)
        {
            var now = Environment.CpuUsage.TotalTime;
            var until = now + (now - _used) * (share / (1 - share));
            while (Environment.CpuUsage.TotalTime < until) Thread.SpinWait(20);
            _used = Environment.CpuUsage.TotalTime;
        }
    }
}
