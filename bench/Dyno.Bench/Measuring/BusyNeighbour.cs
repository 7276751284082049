namespace Dyno.Bench;

/// <summary>Burns a share of one CPU beside what is measured, as another program on the machine would. Not pinned.</summary>
internal sealed class BusyNeighbour : IDisposable
{
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(50);

    private readonly Thread _thread;
    private volatile bool _isOver;

    /// <summary>Begins to burn.</summary>
    /// <param name="share">The share of a CPU, 0 to 1; 0 burns nothing.</param>
    public BusyNeighbour(double share)
    {
        _thread = new Thread(() => Burn(Math.Min(1, share))) { IsBackground = true };
        if (share > 0) _thread.Start();
    }

    public void Dispose()
    {
        _isOver = true;
        if (_thread.IsAlive) _thread.Join();
    }

    private void Burn(double share)
    {
        var time = TimeProvider.System;
        while (!_isOver)
        {
            var begin = time.GetTimestamp();
            while (time.GetElapsedTime(begin) < Period * share) Thread.SpinWait(1_000);
            Thread.Sleep(Period * (1 - share));
        }
    }
}
