using System.Diagnostics.Metrics;

namespace Dyno.Outputs;

/// <summary>
/// Holds the latest point of each phase as instruments that an export reads. Each phase has its own counters, so that no counter ever
/// decreases; the gauges show the current phase.
/// </summary>
internal sealed class OtlpPhases
{
    private ImmutableSortedDictionary<string, OutputPoint> _latest = ImmutableSortedDictionary<string, OutputPoint>.Empty;
    private OutputPoint? _now;

    public void Take(OutputPoint point)
    {
        _latest = _latest.SetItem(point.Phase, point);
        _now = point;
    }

    public void Clear() => (_latest, _now) = (_latest.Clear(), null);

    public void Observe(Meter meter)
    {
        foreach (var figure in OutputFigure.All.Concat(OutputFigure.Server))
        {
            var unit = figure.Unit == OutputUnit.Bytes ? "By" : null;
            if (figure.IsCount) meter.CreateObservableCounter($"dyno.{figure.Name}", () => Counts(figure), unit, figure.What);
            else meter.CreateObservableGauge($"dyno.{figure.Name}", () => Gauge(figure), unit, figure.What);
        }
        foreach (var figure in OutputFigure.ResponseTimes)
            meter.CreateObservableGauge($"dyno.response_time.{figure.Name}", () => Gauge(figure), "s", figure.What);
        meter.CreateObservableCounter("dyno.errors", Errors, null, "Failed requests by kind");
    }

    private IEnumerable<Measurement<long>> Counts(OutputFigure figure) =>
        _latest.Values.Select(point => new Measurement<long>((long)(figure.Of(point.Snapshot) ?? 0), Tags(point)));

    private IEnumerable<Measurement<double>> Gauge(OutputFigure figure) =>
        _now is { } point && figure.Of(point.Snapshot) is { } value ? [new Measurement<double>(value, Tags(point))] : [];

    private IEnumerable<Measurement<long>> Errors() =>
        from point in _latest.Values
        from error in point.Snapshot.Errors
        select new Measurement<long>(error.Value, [.. Tags(point), new KeyValuePair<string, object?>("kind", error.Key)]);

    private static KeyValuePair<string, object?>[] Tags(OutputPoint point) => [new("run", point.Run), new("phase", point.Phase)];
}
