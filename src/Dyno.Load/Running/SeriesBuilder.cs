using System.Collections.Immutable;
using Dyno.Metrics.Histograms;
using Dyno.Metrics.Histograms.Hdr;
using Dyno.Results.Runs;

namespace Dyno.Load.Running;

/// <summary>
/// The series of a phase: equal intervals of one second; when they become too many, or their histograms too large,
/// neighbours are merged and the interval doubles. Histograms are kept packed, one to a few kilobytes each, so memory is
/// small and bounded.
/// </summary>
internal sealed class SeriesBuilder
{
    /// <summary>Intervals at most: a quarter of an hour in seconds.</summary>
    public const int MaxIntervals = 900;

    /// <summary>So many seconds are kept one by one, however large their histograms are.</summary>
    public const int MinIntervals = 300;

    /// <summary>A tail shorter than this share of an interval becomes part of the interval before it.</summary>
    private const double ShortTail = 0.05;

    private readonly List<Interval> _intervals = new(MaxIntervals);
    private readonly Histogram _response = new();
    private readonly Histogram _lag = new();
    private HistogramStore _store;
    private HistogramStore _spare;
    private int _looksPerInterval = 1;
    private int _looksInLast = 1;

    /// <summary>Creates an empty series.</summary>
    /// <param name="isReserved">Whether to take the memory of a long run now, so that a run does not seem to grow.</param>
    public SeriesBuilder(bool isReserved = false)
    {
        (_store, _spare) = (new HistogramStore(), new HistogramStore());
        if (!isReserved) return;
        _store.Reserve();
        _spare.Reserve();
    }

    /// <summary>Length of an interval: 1, 2, 4 …</summary>
    public double IntervalSeconds => _looksPerInterval;

    /// <summary>Adds what came in the last second.</summary>
    /// <param name="figures">What was counted.</param>
    /// <param name="response">Response times of good answers.</param>
    /// <param name="lag">Start lags; null in a closed model.</param>
    /// <param name="seconds">
    /// How many whole seconds the look spans: more than 1 when it came late; the ones before stay empty.
    /// </param>
    public void Add(IntervalFigures figures, Histogram response, Histogram? lag, int seconds)
    {
        var nothing = new IntervalFigures(0, 0, figures.Planned is null ? null : 0, 0, figures.Active);
        for (; seconds > 1; seconds--) Append(nothing, null, null);
        Append(figures, response, lag);
    }

    /// <summary>Adds the rest after the last whole second.</summary>
    public void AddTail(IntervalFigures figures, Histogram response, Histogram? lag, double seconds)
    {
        var isShort = _intervals.Count > 0 && seconds < ShortTail * IntervalSeconds;
        if (!isShort) { Append(figures, response, lag); return; }
        var last = _intervals[^1];
        _intervals[^1] = Merge(last, Keep(figures with { Active = last.Figures.Active }, response, lag), _store);
    }

    public ImmutableArray<IntervalResult> Build() => [.. _intervals.Select(Result)];

    private bool IsFull => _intervals.Count == MaxIntervals || (_intervals.Count >= MinIntervals && _store.IsLarge);

    private Interval Keep(IntervalFigures figures, Histogram? response, Histogram? lag) => new(
        figures, response is null ? default : _store.Add(response), lag is null ? default : _store.Add(lag), response?.Max ?? 0);

    private void Append(IntervalFigures figures, Histogram? response, Histogram? lag)
    {
        if (_looksInLast == _looksPerInterval && IsFull) Halve();
        var interval = Keep(figures, response, lag);
        if (_intervals.Count > 0 && _looksInLast < _looksPerInterval)
        {
            _intervals[^1] = Merge(_intervals[^1], interval, _store);
            _looksInLast++;
            return;
        }

        _intervals.Add(interval);
        _looksInLast = 1;
    }

    /// <summary>Merges neighbours; the last one of an odd number stays, to be filled up by the looks that come.</summary>
    private void Halve()
    {
        var count = _intervals.Count / 2;
        for (var i = 0; i < count; i++) _intervals[i] = Merge(_intervals[2 * i], _intervals[2 * i + 1], _spare);
        var rest = _intervals.Count % 2;
        if (rest > 0) _intervals[count] = Merge(_intervals[2 * count], null, _spare);
        _intervals.RemoveRange(count + rest, _intervals.Count - count - rest);
        (_store, _spare) = (_spare, _store);
        _spare.Clear();
        _looksInLast = rest > 0 ? _looksPerInterval : 2 * _looksPerInterval;
        _looksPerInterval *= 2;
    }

    private Interval Merge(Interval first, Interval? second, HistogramStore target)
    {
        Read(first, second ?? default);
        return new(
            second is null ? first.Figures : first.Figures + second.Value.Figures,
            target.Add(_response), target.Add(_lag), Math.Max(first.MaxNanos, second?.MaxNanos ?? 0));
    }

    private void Read(Interval first, Interval second)
    {
        _response.Reset();
        _lag.Reset();
        _store.Read(first.Response, _response);
        _store.Read(second.Response, _response);
        _store.Read(first.Lag, _lag);
        _store.Read(second.Lag, _lag);
    }

    /// <summary>Percentiles are read from the histograms only now.</summary>
    private IntervalResult Result(Interval interval)
    {
        Read(interval, default);
        return new IntervalResult
        {
            Requests = interval.Figures.Requests,
            FailedRequests = interval.Figures.Failed,
            PlannedStarts = interval.Figures.Planned,
            DroppedIterations = interval.Figures.Dropped,
            ActiveVirtualUsers = interval.Figures.Active,
            P50Nanos = _response.ValueAtQuantile(0.5),
            P95Nanos = _response.ValueAtQuantile(0.95),
            P99Nanos = _response.ValueAtQuantile(0.99),
            MaxNanos = interval.MaxNanos,
            StartLagP99Nanos = interval.Figures.Planned is null ? null : _lag.ValueAtQuantile(0.99),
            Histogram = _response.Count == 0 ? "" : HdrEncoding.EncodeBase64(_response),
        };
    }

    private readonly record struct Interval(IntervalFigures Figures, StoredHistogram Response, StoredHistogram Lag, long MaxNanos);
}
