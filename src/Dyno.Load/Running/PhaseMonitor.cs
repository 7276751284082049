namespace Dyno.Load;

/// <summary>Reads the recorders of a phase about once a second. Builds the series of the result and sends the live snapshots.</summary>
internal sealed class PhaseMonitor
{
    private const long NotableDrainNanos = 500_000_000; // a shorter drain shows no countdown
    private const long SecondNanos = 1_000_000_000;
    private const int HistogramsPerStep = 2; // good requests and failed ones
    private readonly RunPhase _kind;
    private readonly ImmutableArray<Lane> _lanes;
    private readonly long _startNanos;
    private readonly long _plannedEndNanos;
    private readonly long? _plannedIterations;
    private readonly bool _hasOpen;
    private readonly SeriesBuilder _series;
    private Histogram[] _responses = [];
    private readonly Histogram[] _lags;
    private readonly IntervalHistogram _response = new();
    private readonly IntervalHistogram _lag = new();
    private readonly ListenerGroup _listeners;
    private readonly bool _sendsHistogram;
    private Moment _last;
    private Moment _earlier;

    /// <summary>Creates the monitor of a phase.</summary>
    /// <param name="kind">Warm-up or measurement.</param>
    /// <param name="startNanos">Start of the phase, on the engine's clock.</param>
    /// <param name="plannedIterations">Number of iterations that ends the phase; null when time ends it.</param>
    /// <param name="listeners">Listeners that receive the snapshots.</param>
    public PhaseMonitor(
        RunPhase kind, ImmutableArray<Lane> lanes, long startNanos, long? plannedIterations, ImmutableArray<IRunListener> listeners)
    {
        _kind = kind;
        _lanes = lanes;
        _startNanos = startNanos;
        _plannedIterations = plannedIterations;
        _last = _earlier = new Moment(new PhaseCounts(), startNanos);
        _plannedEndNanos = lanes.Select(l => l.PlannedEndNanos).DefaultIfEmpty(startNanos).Max();
        _hasOpen = lanes.Any(l => l.Phase.Scheduler.IsOpen);
        _lags = [.. lanes.Select(l => l.Recorder.StartLag).OfType<Histogram>()];
        _series = new SeriesBuilder(kind == RunPhase.Measure ? TimeSpan.FromTicks((_plannedEndNanos - startNanos) / 100) : default);
        _listeners = new ListenerGroup(listeners);
        _sendsHistogram = listeners.Any(listener => listener.AsksForHistogram);
    }

    /// <summary>The series so far.</summary>
    public SeriesBuilder Series => _series;

    /// <summary>Adds to a snapshot the values that do not come from the recorders.</summary>
    public Func<RunSnapshot, RunSnapshot> Beside { get; init; } = snapshot => snapshot;

    /// <summary>
    /// Takes one look: extends the series and sends a snapshot. The last look may follow the one before by milliseconds, and a rate of so
    /// short a time says nothing: its snapshot covers the second before as well.
    /// </summary>
    /// <param name="now">Current time on the engine's clock.</param>
    /// <param name="stoppedNanos">When the runner saw a stop, on the engine's clock; <see cref="long.MaxValue"/> without a stop.</param>
    /// <param name="seconds">Whole seconds since the last look; 0 for the last look of the phase.</param>
    public void Look(long now, long stoppedNanos, int seconds)
    {
        var counts = PhaseCounts.Of(_lanes);
        FindResponses();
        _response.Look(_responses);
        if (_hasOpen) _lag.Look(_lags);
        AddToSeries(IntervalFigures.Between(_last.Counts, counts), now, seconds);
        var isShort = seconds == 0 && now - _last.Nanos < SecondNanos;
        if (isShort) _response.Widen();
        _listeners.Send(Beside(Snapshot(counts, isShort ? _earlier : _last, now, stoppedNanos)));
        (_earlier, _last) = (_last, new Moment(counts, now));
    }

    private void AddToSeries(IntervalFigures figures, long now, int seconds)
    {
        var lag = _hasOpen ? _lag.Interval : null;
        if (seconds > 0) _series.Add(figures, _response.Interval, lag, seconds);
        else _series.AddTail(figures, _response.Interval, lag, (now - _last.Nanos) / 1e9);
    }

    private long LastCutNanos()
    {
        var last = 0L;
        foreach (var lane in _lanes) last = Math.Max(last, lane.HasEnded ? 0 : lane.Phase.CutNanos);
        return last;
    }

    // Scenarios in code discover their steps during the run, so new steps may have appeared since the last look.
    private void FindResponses()
    {
        var count = 0;
        foreach (var lane in _lanes) count += HistogramsPerStep * lane.Requests.Count();
        if (count != _responses.Length) _responses = [.. _lanes.SelectMany(Responses)];
    }

    private static IEnumerable<Histogram> Responses(Lane lane)
    {
        foreach (var step in lane.Requests)
        {
            yield return step.Response;
            yield return step.FailedResponse;
        }
    }

    private RunSnapshot Snapshot(PhaseCounts counts, Moment since, long now, long stoppedNanos)
    {
        var (before, seconds) = (since.Counts, Math.Max(now - since.Nanos, 1) / 1e9);
        var endNanos = Math.Min(_plannedEndNanos, stoppedNanos);
        var isDraining = now >= endNanos;
        return new RunSnapshot
        {
            Phase = isDraining ? RunPhase.Drain : _kind,
            CutIn = isDraining && now - endNanos >= NotableDrainNanos ? TimeSpan.FromTicks(Math.Max(0, LastCutNanos() - now) / 100) : null,
            Recording = _kind,
            Elapsed = TimeSpan.FromTicks((now - _startNanos) / 100),
            Planned = TimeSpan.FromTicks((_plannedEndNanos - _startNanos) / 100),
            PlannedIterations = _plannedIterations,
            Requests = counts.Requests,
            FailedRequests = counts.FailedRequests,
            RequestsPerSecond = (counts.Requests - before.Requests) / seconds,
            OfferedPerSecond = _hasOpen ? (counts.PlannedStarts - before.PlannedStarts) / seconds : null,
            DroppedIterations = counts.DroppedIterations,
            ActiveVirtualUsers = counts.Active,
            P50Nanos = _response.Interval.ValueAtQuantile(0.5),
            P99Nanos = _response.Interval.ValueAtQuantile(0.99),
            P95Nanos = _response.Interval.ValueAtQuantile(0.95),
            MaxNanos = _response.Interval.Max,
            MeanNanos = _response.Interval.Mean,
            ResponseTimes = LatencyBuckets.Of(_response.Total),
            Histogram = _sendsHistogram ? HdrEncoding.EncodeBase64(_response.Interval) : null,
            Iterations = counts.Iterations,
            BytesSent = counts.BytesSent,
            BytesReceived = counts.BytesReceived,
            Errors = ErrorCounts.Of(_lanes),
        };
    }

    /// <summary>The counts at one look.</summary>
    private readonly record struct Moment(PhaseCounts Counts, long Nanos);
}
