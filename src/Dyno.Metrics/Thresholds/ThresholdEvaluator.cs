using System.Collections.Immutable;
using Dyno.Metrics.Catalog;

namespace Dyno.Metrics.Thresholds;

/// <summary>
/// Judges thresholds by k6's rules: over everything since the start, every few seconds and once at the end. One thread.
/// </summary>
public sealed class ThresholdEvaluator
{
    private readonly ImmutableArray<Threshold> _thresholds;
    private readonly IMetricSource _source;
    private readonly double?[] _abortedOn;

    /// <summary>Creates an evaluator.</summary>
    /// <param name="thresholds">The thresholds, in the order in which they are reported.</param>
    /// <param name="source">The run's metrics.</param>
    public ThresholdEvaluator(ImmutableArray<Threshold> thresholds, IMetricSource source)
    {
        ArgumentNullException.ThrowIfNull(source);
        (_thresholds, _source) = (thresholds, source);
        _abortedOn = new double?[thresholds.Length];
    }

    /// <summary>The interval at which k6 judges, and also Dyno during a run.</summary>
    public static TimeSpan Interval { get; } = TimeSpan.FromSeconds(2);

    /// <summary>Judges during the run; a metric without samples is not judged.</summary>
    /// <param name="elapsed">Time since the measurement began.</param>
    /// <returns>Whether a threshold with <see cref="Threshold.AbortOnFail"/> asks to stop the run now.</returns>
    public bool ShouldAbort(TimeSpan elapsed)
    {
        var abort = false;
        for (var i = 0; i < _thresholds.Length; i++)
        {
            var threshold = _thresholds[i];
            if (!threshold.AbortOnFail || elapsed <= threshold.DelayAbortEval) continue;
            if (!_source.TryRead(threshold.Selector, threshold.Expression.Aggregation, out var value)) continue;
            if (threshold.Expression.Holds(value)) continue;
            _abortedOn[i] ??= value;
            abort = true;
        }

        return abort;
    }

    /// <summary>
    /// Judges at the end: an empty counter, gauge or trend counts as 0, an empty rate passes. A threshold that stopped the run has failed
    /// even when the last requests brought its figure back; it then shows the figure at which it stopped the run. A latency without a good
    /// answer fails, though k6 lets it pass, because a server that refuses is fast. A figure that was not measured fails.
    /// </summary>
    /// <returns>One outcome per threshold, in their order.</returns>
    public ImmutableArray<ThresholdOutcome> Finish()
    {
        var outcomes = ImmutableArray.CreateBuilder<ThresholdOutcome>(_thresholds.Length);
        for (var i = 0; i < _thresholds.Length; i++) outcomes.Add(Outcome(_thresholds[i], _abortedOn[i]));
        return outcomes.MoveToImmutable();
    }

    private ThresholdOutcome Outcome(Threshold threshold, double? abortedOn)
    {
        var measured = _source.TryRead(threshold.Selector, threshold.Expression.Aggregation, out var value);
        if (!measured && threshold.IsOnFigure) return new(threshold, Passed: false, 0, Aborted: false) { IsNotMeasured = true };
        if (!measured) value = 0;
        var holds = threshold.Expression.Holds(value) || (!measured && threshold.Type == MetricType.Rate);
        if (abortedOn is null && _source.LacksGoodAnswers(threshold.Selector)) return new(threshold, Passed: false, value, Aborted: false,
            LacksGoodAnswers: true);
        if (abortedOn is null) return new(threshold, holds, value, Aborted: false);
        return new(threshold, Passed: false, holds ? abortedOn.Value : value, Aborted: true);
    }
}
