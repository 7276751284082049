using System.Collections.Immutable;
using Dyno.K6.VirtualUsers;
using Dyno.Load.Running;
using Dyno.Metrics.Catalog;
using Dyno.Metrics.Instruments;
using Dyno.Metrics.Thresholds;
using Dyno.Results.Runs;

namespace Dyno.K6.Running;

/// <summary>The metrics of a scripted run as the runner reads them: for thresholds, and for the result.</summary>
internal sealed class ScriptRunMetrics(ScriptRun run, RunSummaryOptions summary) : IRunMetrics
{
    private readonly MetricReader _reader = new(run.Metrics.Registry);

    public bool TryRead(MetricSelector selector, Aggregation aggregation, TimeSpan elapsed, out double value)
    {
        _reader.Elapsed = run.Elapsed; // the whole run, not the load alone: thresholds and summary must show the same rates
        return _reader.TryRead(selector, aggregation, out value);
    }

    public ImmutableArray<MetricResult> Read(TimeSpan elapsed) =>
    [
        .. _reader.ReadAll().Where(m => !m.Sum.IsEmpty || !m.Selector.Tags.IsEmpty)
            .Select(m => MetricFigures.Of(m.Metric, m.Selector, m.Sum, run.Elapsed, summary.TrendFigures)),
    ];
}

/// <summary>What the summary shows of trends.</summary>
/// <param name="Figures">The figures; null: k6's default.</param>
internal sealed record RunSummaryOptions(ImmutableArray<Aggregation>? Figures)
{
    public IEnumerable<Aggregation>? TrendFigures => Figures is { } figures ? figures : null;
}
