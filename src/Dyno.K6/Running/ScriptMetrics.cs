using System.Collections.Immutable;
using Dyno.K6.Recording;
using Dyno.Load.Running;
using Dyno.Metrics.Catalog;
using Dyno.Metrics.Instruments;
using Dyno.Metrics.Thresholds;
using Dyno.Results.Runs;

namespace Dyno.K6.Running;

/// <summary>The metrics of a scripted run as the runner reads them: for thresholds, and for the result.</summary>
internal sealed class ScriptMetrics(RunMetrics metrics, RunSummaryOptions summary) : IRunMetrics
{
    private readonly MetricReader _reader = new(metrics.Registry);

    public bool TryRead(MetricSelector selector, Aggregation aggregation, TimeSpan elapsed, out double value)
    {
        _reader.Elapsed = elapsed;
        return _reader.TryRead(selector, aggregation, out value);
    }

    public ImmutableArray<MetricResult> Read(TimeSpan elapsed) =>
    [
        .. _reader.ReadAll().Where(m => !m.Sum.IsEmpty || !m.Selector.Tags.IsEmpty).Select(m => new MetricResult
        {
            Name = m.Selector.ToString(),
            Type = m.Metric.Type.ToString().ToLowerInvariant(),
            Contains = m.Metric.Unit.ToString().ToLowerInvariant(),
            Values = m.Sum is Rate rate ? Values(rate, elapsed) : m.Sum.Figures(elapsed, summary.TrendFigures),
        }),
    ];

    private static ImmutableSortedDictionary<string, double> Values(Rate rate, TimeSpan elapsed) => rate.Figures(elapsed);
}

/// <summary>What the summary shows of trends.</summary>
/// <param name="Figures">The figures; null: k6's default.</param>
internal sealed record RunSummaryOptions(ImmutableArray<Aggregation>? Figures)
{
    public IEnumerable<Aggregation>? TrendFigures => Figures is { } figures ? figures : null;
}
