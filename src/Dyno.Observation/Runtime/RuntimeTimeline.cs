namespace Dyno.Observation;

/// <summary>
/// The events of a session by second. Counters arrive in a burst once a second; the time of the first burst sets the boundaries of the
/// seconds, so that a burst that is a little early or late still falls into its own second. Thread-safe: events come from the session's
/// thread, and questions from the runner's thread.
/// </summary>
internal sealed class RuntimeTimeline(ObserveLevel level)
{
    private readonly Lock _lock = new();
    private readonly SortedDictionary<int, RuntimeSecond> _seconds = [];
    private readonly Histogram _pauses = new();
    // Seconds at the ends of a short load may have been counted in part. Where the server counts fewer, one of its requests is not one of
    // the load's: it opens a connection for many messages, or something in between answers.
    private const double FewestCounted = 0.75;

    private readonly AllocationCount _allocation = new();
    private DateTime? _anchor;
    private DateTime? _began;
    private DateTime? _suspended;
    private double _pausedSeconds;
    private int _adjustments;
    private int _starvations;
    private (long Requests, DateTime At)? _served;
    private long? _compiled;
    private string? _durationsMissing;

    /// <summary>Begins the measurement.</summary>
    /// <param name="now">The time now, UTC.</param>
    public void Begin(DateTime now)
    {
        lock (_lock)
        {
            _began = now;
            _pauses.Reset();
            (_pausedSeconds, _adjustments, _starvations) = (0, 0, 0);
        }
    }

    public void Counter(DateTime at, string provider, string name, double value)
    {
        lock (_lock)
        {
            _anchor ??= at;
            SecondOf(at)?.Take(provider, name, value, at);
            if (provider == RuntimeProviders.Hosting && name == "total-requests") _served = ((long)value, at);
            if (provider == RuntimeProviders.Hosting && name == "requests-per-second") _allocation.TakeRequests(at, value);
            if (provider == RuntimeProviders.System && name == "alloc-rate") _allocation.TakeBytes(at, value);
            if (provider == RuntimeProviders.System && name == "methods-jitted-count") _compiled = (long)value;
        }
    }

    /// <summary>Methods compiled since the server's start; null before the server has sent a count.</summary>
    public long? MethodsCompiled
    {
        get { lock (_lock) return _compiled; }
    }

    /// <summary>The last complete second, because counters of the following one may still arrive; null before there is one.</summary>
    public RuntimePoint? Latest
    {
        get { lock (_lock) return LastComplete()?.Point(0); }
    }

    /// <summary>The figures of the same second that a counter gives; empty before there is one.</summary>
    public ImmutableSortedDictionary<string, double> LatestCounters
    {
        get { lock (_lock) return LastComplete()?.Counters() ?? ImmutableSortedDictionary<string, double>.Empty; }
    }

    /// <summary>
    /// Requests that the server counted since the session began; null before a count later than <paramref name="since"/>, and before the
    /// allocations until then have arrived, which come in a burst of their own.
    /// </summary>
    public long? ServedAfter(DateTime since)
    {
        lock (_lock) return _served is { } served && served.At > since && (_allocation.LastBytes is not { } last || last > since) ? served.Requests : null;
    }

    /// <summary>Takes the quantiles of the request durations of one route: <c>0.5=0.001;0.95=…;0.99=…</c> in seconds.</summary>
    public void Durations(DateTime at, long count, string quantiles)
    {
        lock (_lock) SecondOf(at)?.TakeDurations(count, quantiles);
    }

    /// <summary>Notes that the durations do not arrive, or not all of them. Those of the whole session are then not given.</summary>
    public void DurationsMissing(string why)
    {
        lock (_lock) _durationsMissing ??= why;
    }

    /// <summary>Notes that all threads are asked to stop for a collection.</summary>
    public void Suspended(DateTime at)
    {
        lock (_lock) _suspended ??= at;
    }

    /// <summary>Notes that the threads run again.</summary>
    public void Resumed(DateTime at)
    {
        lock (_lock)
        {
            if (_suspended is not { } from) return;
            _suspended = null;
            var pause = at - from;
            if (SecondOf(at) is { } second) second.PausedSeconds += pause.TotalSeconds;
            if (_began is null || from < _began) return;
            _pauses.Record(Math.Max(1, (long)pause.TotalNanoseconds));
            _pausedSeconds += pause.TotalSeconds;
        }
    }

    /// <summary>Notes that the thread pool has changed its number of threads.</summary>
    public void ThreadPoolAdjusted(DateTime at, bool isStarvation)
    {
        lock (_lock)
        {
            if (SecondOf(at) is { } second) second.Adjustments++;
            if (_began is null || at < _began) return;
            _adjustments++;
            if (isStarvation) _starvations++;
        }
    }

    /// <summary>The observation; null when no counter arrived.</summary>
    /// <param name="now">End of the measurement, UTC.</param>
    /// <param name="requestsPerSecond">The generator's rate; 0 when nothing was sent.</param>
    public RuntimeObservation? End(DateTime now, double requestsPerSecond)
    {
        lock (_lock)
        {
            if (_anchor is not { } anchor || _began is not { } began) return null;
            var points = _seconds.Select(s => Known(s.Value.Point((anchor - began).TotalSeconds + s.Key))).ToImmutableArray();
            var measured = _seconds.Values.Zip(points).Where(p => p.Second.Seconds > 0 && p.Second.Seconds <= (now - began).TotalSeconds + 0.5).ToList();
            var summary = new RuntimeSummary([.. measured.Select(p => p.Second)], [.. measured.Select(p => p.First)]).Of(level, requestsPerSecond);
            return summary with
            {
                AllocatedBytesPerRequest = (summary.ServerRequestsPerSecond < FewestCounted * requestsPerSecond ? null : _allocation.PerRequest())
                    ?? summary.AllocatedBytesPerRequest,
                GcPauses = _pauses.Count == 0 ? null : LatencyFigures.Of(_pauses),
                GcPauseShare = level == ObserveLevel.Full ? Math.Min(1, _pausedSeconds / Math.Max(1e-3, (now - began).TotalSeconds)) : null,
                ThreadPoolAdjustments = level == ObserveLevel.Full ? _adjustments : null,
                StarvationAdjustments = level == ObserveLevel.Full ? _starvations : null,
                DurationsMissing = _durationsMissing,
                Series = points,
                Counters = Merged(measured.Select(p => p.First)),
                CounterSeries = SeriesOf([.. _seconds.Values.Select(second => second.Counters())]),
            };
        }
    }

    private RuntimePoint Known(RuntimePoint point) =>
        _durationsMissing is null ? point : point with { DurationP50Nanos = null, DurationP95Nanos = null, DurationP99Nanos = null };

    private RuntimeSecond? LastComplete() => _seconds.Count < 2 ? null : _seconds[_seconds.Keys.OrderDescending().ElementAt(1)];

    private static ImmutableSortedDictionary<string, double> Merged(IEnumerable<RuntimeSecond> seconds)
    {
        var merge = new FigureMerge();
        foreach (var second in seconds) merge.Add(second.Counters(), seconds: 1, requests: 0);
        return merge.ToFigures();
    }

    private static ImmutableSortedDictionary<string, ImmutableArray<double?>> SeriesOf(IReadOnlyList<ImmutableSortedDictionary<string, double>> seconds) =>
        seconds.SelectMany(second => second.Keys).Distinct().ToImmutableSortedDictionary(
            name => name,
            name => seconds.Select(second => second.TryGetValue(name, out var value) ? value : (double?)null).ToImmutableArray(),
            StringComparer.Ordinal);

    // Null before the first counter: events before it belong to no second.
    private RuntimeSecond? SecondOf(DateTime at)
    {
        if (_anchor is not { } anchor) return null;
        var index = (int)Math.Round((at - anchor).TotalSeconds);
        if (!_seconds.TryGetValue(index, out var second)) _seconds[index] = second = new RuntimeSecond();
        return second;
    }
}
