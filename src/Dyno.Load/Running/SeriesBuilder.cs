using System.Collections.Immutable;
using Dyno.Metrics.Histograms;
using Dyno.Metrics.Histograms.Hdr;
using Dyno.Results.Runs;

namespace Dyno.Load.Running;

/// <summary>
/// The series of a phase: equal intervals of one second; when they become too many, neighbours are merged and the
/// interval doubles. Histograms are kept in their compressed form, about a kilobyte each, so memory is small and
/// bounded.
/// </summary>
internal sealed class SeriesBuilder
{
    /// <summary>Intervals at most: a quarter of an hour in seconds.</summary>
    public const int MaxIntervals = 900;

    /// <summary>A tail shorter than this share of an interval becomes part of the interval before it.</summary>
    private const double ShortTail = 0.05;

    private readonly List<Interval> _intervals = [];
    private int _looksPerInterval = 1;
    private int _looksInLast = 1;

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
        for (; seconds > 1; seconds--) Append(Interval.Empty(figures));
        Append(Interval.Of(figures, response, lag));
    }

    /// <summary>Adds the rest after the last whole second.</summary>
    public void AddTail(IntervalFigures figures, Histogram response, Histogram? lag, double seconds)
    {
        var isShort = _intervals.Count > 0 && seconds < ShortTail * IntervalSeconds;
        if (!isShort) { Append(Interval.Of(figures, response, lag)); return; }
        var last = _intervals[^1];
        _intervals[^1] = last.With(Interval.Of(figures with { Active = last.Figures.Active }, response, lag));
    }

    public ImmutableArray<IntervalResult> Build() => [.. _intervals.Select(i => i.Result())];

    private void Append(Interval interval)
    {
        if (_intervals.Count > 0 && _looksInLast < _looksPerInterval)
        {
            _intervals[^1] = _intervals[^1].With(interval);
            _looksInLast++;
            return;
        }

        if (_intervals.Count == MaxIntervals) Halve();
        _intervals.Add(interval);
        _looksInLast = 1;
    }

    private void Halve()
    {
        for (var i = 0; i < MaxIntervals / 2; i++) _intervals[i] = _intervals[2 * i].With(_intervals[2 * i + 1]);
        _intervals.RemoveRange(MaxIntervals / 2, _intervals.Count - MaxIntervals / 2);
        _looksPerInterval *= 2;
    }

    /// <summary>One interval: percentiles are read from its histograms only when the result is built.</summary>
    private readonly record struct Interval(IntervalFigures Figures, byte[] Response, byte[] Lag, long MaxNanos)
    {
        public static Interval Empty(IntervalFigures like) =>
            new(new IntervalFigures(0, 0, like.Planned is null ? null : 0, 0, like.Active), [], [], 0);

        public static Interval Of(IntervalFigures figures, Histogram response, Histogram? lag) =>
            new(figures, Pack(response), lag is null ? [] : Pack(lag), response.Max);

        public Interval With(Interval later) => new(
            Figures + later.Figures,
            Merge(Response, later.Response),
            Merge(Lag, later.Lag),
            Math.Max(MaxNanos, later.MaxNanos));

        public IntervalResult Result()
        {
            var response = Unpack(Response);
            return new IntervalResult
            {
                Requests = Figures.Requests,
                FailedRequests = Figures.Failed,
                PlannedStarts = Figures.Planned,
                DroppedIterations = Figures.Dropped,
                ActiveVirtualUsers = Figures.Active,
                P50Nanos = Math.Min(response.ValueAtQuantile(0.5), MaxNanos),
                P95Nanos = Math.Min(response.ValueAtQuantile(0.95), MaxNanos),
                P99Nanos = Math.Min(response.ValueAtQuantile(0.99), MaxNanos),
                MaxNanos = MaxNanos,
                StartLagP99Nanos = Figures.Planned is null ? null : Unpack(Lag).ValueAtQuantile(0.99),
                Histogram = Convert.ToBase64String(Response),
            };
        }

        private static byte[] Pack(Histogram histogram) => histogram.Count == 0 ? [] : HdrEncoding.Encode(histogram);

        private static Histogram Unpack(byte[] packed) => packed.Length == 0 ? new Histogram() : HdrEncoding.Decode(packed);

        private static byte[] Merge(byte[] first, byte[] second)
        {
            if (first.Length == 0 || second.Length == 0) return first.Length == 0 ? second : first;
            var merged = new Histogram();
            merged.Merge(Unpack(first));
            merged.Merge(Unpack(second));
            return Pack(merged);
        }
    }
}
