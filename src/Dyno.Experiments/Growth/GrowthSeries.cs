namespace Dyno.Experiments;

/// <summary>
/// The figures of a run over time, in constant memory: when there are too many points, neighbours are merged, and from then on each new point
/// covers twice the time. Not thread-safe.
/// </summary>
internal sealed class GrowthSeries
{
    public const int MostPoints = 720;

    private readonly List<Sample> _points = new(MostPoints);
    private readonly List<double> _restarts = [];
    private Sample? _open;
    private int _openCount;
    private int _samplesPerPoint = 1;

    /// <summary>When the server began anew, in seconds.</summary>
    public IReadOnlyList<double> Restarts => _restarts;

    /// <summary>The points, in the order of time. The last one may cover a shorter time than the others.</summary>
    public ImmutableArray<GrowthPoint> Points() => [.. _points.Select(p => p.Point), .. Unfinished];

    // An unfinished point has the low points of a shorter time, which are higher: it counts from half its time on.
    private IEnumerable<GrowthPoint> Unfinished => _open is { } open && 2 * _openCount >= _samplesPerPoint ? [open.Point] : [];

    /// <summary>Adds a sample.</summary>
    /// <param name="point">The figures; the times are those of the end of the sample.</param>
    /// <param name="seconds">Length of the sample in seconds.</param>
    /// <param name="requests">Requests that were completed in it.</param>
    public void Add(GrowthPoint point, double seconds, double requests)
    {
        var sample = new Sample(point, seconds, requests);
        _open = _open is null ? sample : Sample.Merged(_open, sample);
        if (++_openCount < _samplesPerPoint) return;
        Close();
    }

    /// <summary>Notes that the server began anew: what follows does not belong to what went before.</summary>
    public void Restarted(double seconds)
    {
        // The few that a verdict can use; a server that restarts all the time must not fill the memory.
        if (_restarts.Count < MostPoints) _restarts.Add(seconds);
        if (_open is not null) Close();
    }

    private void Close()
    {
        _points.Add(_open!);
        (_open, _openCount) = (null, 0);
        if (_points.Count == MostPoints) Halve();
    }

    private void Halve()
    {
        var kept = new List<Sample>(MostPoints);
        for (var i = 0; i < _points.Count; i++)
        {
            var isPair = i + 1 < _points.Count && !_restarts.Exists(r => r >= _points[i].Point.Seconds && r < _points[i + 1].Point.Seconds);
            kept.Add(isPair ? Sample.Merged(_points[i], _points[++i]) : _points[i]);
        }
        if (kept.Count == _points.Count) kept.RemoveRange(0, kept.Count / 2); // nothing but restarts
        _points.Clear();
        _points.AddRange(kept);
        _samplesPerPoint *= 2;
    }

    private sealed record Sample(GrowthPoint Point, double Seconds, double Requests)
    {
        public static Sample Merged(Sample a, Sample b)
        {
            double? Of(Func<GrowthPoint, double?> read, Merging merging)
            {
                if (read(a.Point) is not { } first) return read(b.Point);
                if (read(b.Point) is not { } second) return first;
                if (merging == Merging.Lowest) return Math.Min(first, second);
                var (one, other) = merging == Merging.Mean ? (a.Seconds, b.Seconds) : (a.Requests, b.Requests);
                return one + other > 0 ? (first * one + second * other) / (one + other) : first;
            }

            return new Sample(new GrowthPoint
            {
                // The middle of both, weighted, so that a mean stands where it was measured.
                Seconds = (a.Point.Seconds * a.Seconds + b.Point.Seconds * b.Seconds) / (a.Seconds + b.Seconds),
                Heap = Of(p => p.Heap, Merging.Lowest), // a collection that only sweeps leaves gaps, which count; the next one may compact
                HeapLow = Of(p => p.HeapLow, Merging.Lowest),
                Committed = Of(p => p.Committed, Merging.Lowest),
                WorkingSet = Of(p => p.WorkingSet, Merging.Lowest),
                Handles = Of(p => p.Handles, Merging.Lowest),
                Sockets = Of(p => p.Sockets, Merging.Lowest),
                Threads = Of(p => p.Threads, Merging.Lowest),
                Timers = Of(p => p.Timers, Merging.Lowest),
                PooledConnections = Of(p => p.PooledConnections, Merging.Lowest),
                P50 = Of(p => p.P50, Merging.Mean),
                P99 = Of(p => p.P99, Merging.Mean),
                CpuPerRequest = Of(p => p.CpuPerRequest, Merging.MeanOfRequests),
                Rate = Of(p => p.Rate, Merging.Mean),
            }, a.Seconds + b.Seconds, a.Requests + b.Requests);
        }
    }
}
