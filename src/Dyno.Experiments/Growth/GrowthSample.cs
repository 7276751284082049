namespace Dyno.Experiments;

/// <summary>The seconds between two samples: what the generator saw, and what the server held at the end. Not thread-safe.</summary>
internal sealed class GrowthSample
{
    private (long Requests, double Cpu)? _before;
    private long _requests;
    private double _p50, _p99;
    private int _seconds;

    /// <summary>Takes a second of the load.</summary>
    public void Take(RunSnapshot second)
    {
        _requests = second.Requests;
        if (second.P99Nanos == 0) return;
        _p50 += second.P50Nanos;
        _p99 += second.P99Nanos;
        _seconds++;
    }

    /// <summary>The server began anew: its CPU time counts from zero.</summary>
    public void Restarted() => _before = null;

    /// <summary>Closes the sample and begins the next one.</summary>
    /// <param name="at">Time since the start of the measurement, in seconds.</param>
    /// <param name="length">Length of the sample, in seconds.</param>
    /// <param name="holding">What the server holds; null while it does not run.</param>
    /// <param name="look">The last look into its runtime; null when there was none since the sample before.</param>
    /// <param name="garbageCounts">Whether the heap is seen with its garbage, because no collections are asked for.</param>
    /// <returns>The sample, and the requests in it.</returns>
    public (GrowthPoint Point, double Requests) Close(double at, double length, ProcessHolding? holding, RuntimeSample? look, bool garbageCounts)
    {
        var requests = _before is { } before ? _requests - before.Requests : 0;
        var point = new GrowthPoint
        {
            Seconds = at,
            Heap = look?.HeapBytes,
            HeapLow = garbageCounts ? look?.HeapNowBytes : null,
            Committed = look?.CommittedBytes,
            WorkingSet = holding?.WorkingSetBytes,
            Handles = holding?.Handles,
            Sockets = holding?.Sockets,
            Threads = holding?.Threads,
            Timers = look?.Timers,
            PooledConnections = look?.PooledConnections,
            P50 = _seconds > 0 ? _p50 / _seconds : null,
            P99 = _seconds > 0 ? _p99 / _seconds : null,
            CpuPerRequest = holding is { } now && _before is { } then && requests > 0 ? Math.Max(0, now.CpuSeconds - then.Cpu) * 1e9 / requests : null,
            Rate = _before is null || length <= 0 ? null : requests / length,
        };
        _before = holding is { } last ? (_requests, last.CpuSeconds) : null;
        (_p50, _p99, _seconds) = (0, 0, 0);
        return (point, requests);
    }
}
