namespace Dyno.Load;

/// <summary>
/// Builds the series of a phase from equal intervals of one second. When there are too many intervals, or their histograms become too
/// large, neighbouring intervals are merged and the interval length doubles. Histograms are kept packed, one to a few kilobytes each, so
/// memory is small and bounded.
/// </summary>
internal sealed class SeriesBuilder
{
    /// <summary>Largest number of intervals: a quarter of an hour in seconds.</summary>
    public const int MaxIntervals = 900;

    /// <summary>With fewer intervals than this, nothing is merged, however large the histograms are.</summary>
    public const int MinIntervals = 300;

    /// <summary>A tail shorter than this share of an interval becomes part of the interval before it.</summary>
    private const double ShortTail = 0.05;

    private const int ReservedBytesPerSecond = 4096;
    private const int MostReservedBytes = 1024 * 1024;

    private readonly List<Interval> _closed = new(MaxIntervals);
    private readonly HistogramStore _store = new();
    private readonly Histogram _response = new();
    private readonly Histogram _lag = new();
    private readonly Histogram _openResponse = new();
    private readonly Histogram _openLag = new();
    private Interval _open;
    private int _openLooks;
    private int _looksPerInterval = 1;

    /// <summary>Creates an empty series.</summary>
    /// <param name="planned">Expected length of the series. Its memory is reserved now, so that memory does not seem to grow during a long run.</param>
    public SeriesBuilder(TimeSpan planned = default)
    {
        _store.Reserve((int)Math.Min(MostReservedBytes, planned.TotalSeconds * ReservedBytesPerSecond));
    }

    /// <summary>Length of an interval in seconds: 1, 2, 4 …</summary>
    public double IntervalSeconds => _looksPerInterval;

    /// <summary>Adds the figures of the last second.</summary>
    /// <param name="response">Response times of every request.</param>
    /// <param name="lag">Start lags; null in a closed model.</param>
    /// <param name="seconds">Number of whole seconds that the look spans, more than 1 when the look came late. The earlier seconds stay empty.</param>
    public void Add(IntervalFigures figures, Histogram response, Histogram? lag, int seconds)
    {
        var nothing = new IntervalFigures(0, 0, figures.Planned is null ? null : 0, 0, figures.Active);
        for (; seconds > 1; seconds--) Append(nothing, null, null);
        Append(figures, response, lag);
    }

    /// <summary>Adds the rest after the last whole second.</summary>
    public void AddTail(IntervalFigures figures, Histogram response, Histogram? lag, double seconds)
    {
        if (_openLooks > 0 && seconds < ShortTail * IntervalSeconds)
            Extend(figures with { Active = _open.Figures.Active }, response, lag);
        else
            Append(figures, response, lag);
    }

    public ImmutableArray<IntervalResult> Build()
    {
        var results = ImmutableArray.CreateBuilder<IntervalResult>(_closed.Count + 1);
        foreach (var interval in _closed)
        {
            Read(interval);
            results.Add(Result(interval, _response, _lag));
        }

        if (_openLooks > 0) results.Add(Result(_open, _openResponse, _openLag));
        return results.ToImmutable();
    }

    private bool IsFull => _closed.Count == MaxIntervals || (_closed.Count >= MinIntervals && _store.IsLarge);

    private void Append(IntervalFigures figures, Histogram? response, Histogram? lag)
    {
        if (_openLooks == _looksPerInterval) Close();
        Extend(figures, response, lag);
        _openLooks++;
    }

    private void Extend(IntervalFigures figures, Histogram? response, Histogram? lag)
    {
        var added = new Interval(figures, default, default, response?.Max ?? 0);
        _open = _openLooks == 0 ? added : _open + added;
        if (response is not null) _openResponse.Merge(response);
        if (lag is not null) _openLag.Merge(lag);
    }

    private void Close()
    {
        _closed.Add(_open with { Response = _store.Add(_openResponse), Lag = _store.Add(_openLag) });
        _openResponse.Reset();
        _openLag.Reset();
        _openLooks = 0;
        if (IsFull) Halve();
    }

    /// <summary>Merges neighbouring intervals. When their number is odd, the last interval is opened again and later looks complete it.</summary>
    private void Halve()
    {
        var count = _closed.Count / 2;
        _store.BeginRewrite();
        for (var i = 0; i < count; i++) _closed[i] = Rewrite(_closed[2 * i], _closed[2 * i + 1], NextStored(2 * i + 2));
        if (_closed.Count % 2 > 0) Reopen(_closed[^1]);
        _store.EndRewrite();
        _closed.RemoveRange(count, _closed.Count - count);
        _looksPerInterval *= 2;
    }

    private Interval Rewrite(Interval first, Interval second, KeptHistogram next)
    {
        Read(first);
        AddStored(second, _response, _lag);
        _store.ReleaseBefore(next);
        return (first + second) with { Response = _store.Add(_response), Lag = _store.Add(_lag) };
    }

    private void Reopen(Interval interval)
    {
        AddStored(interval, _openResponse, _openLag);
        _open = interval with { Response = default, Lag = default };
        _openLooks = _looksPerInterval;
    }

    /// <summary>The first stored histogram from the interval at <paramref name="index"/> on.</summary>
    private KeptHistogram NextStored(int index)
    {
        for (; index < _closed.Count; index++)
        {
            if (_closed[index].Response.Length > 0) return _closed[index].Response;
            if (_closed[index].Lag.Length > 0) return _closed[index].Lag;
        }

        return default;
    }

    private void Read(Interval interval)
    {
        _response.Reset();
        _lag.Reset();
        AddStored(interval, _response, _lag);
    }

    private static void AddStored(Interval interval, Histogram response, Histogram lag)
    {
        HistogramStore.Read(interval.Response, response);
        HistogramStore.Read(interval.Lag, lag);
    }

    /// <summary>The result of one interval. Percentiles are read from the histograms only here, after all merges.</summary>
    private static IntervalResult Result(Interval interval, Histogram response, Histogram lag) => new()
    {
        Requests = interval.Figures.Requests,
        FailedRequests = interval.Figures.Failed,
        PlannedStarts = interval.Figures.Planned,
        DroppedIterations = interval.Figures.Dropped,
        ActiveVirtualUsers = interval.Figures.Active,
        P50Nanos = response.ValueAtQuantile(0.5),
        P95Nanos = response.ValueAtQuantile(0.95),
        P99Nanos = response.ValueAtQuantile(0.99),
        MaxNanos = interval.MaxNanos,
        StartLagP99Nanos = interval.Figures.Planned is null ? null : lag.ValueAtQuantile(0.99),
        Histogram = response.Count == 0 ? "" : HdrEncoding.EncodeBase64(response),
    };

    private readonly record struct Interval(
        IntervalFigures Figures, KeptHistogram Response, KeptHistogram Lag, long MaxNanos)
    {
        /// <summary>Adds the figures of both intervals; the histograms are merged separately.</summary>
        public static Interval operator +(Interval a, Interval b) => new(
            a.Figures + b.Figures, default, default, Math.Max(a.MaxNanos, b.MaxNanos));
    }
}
