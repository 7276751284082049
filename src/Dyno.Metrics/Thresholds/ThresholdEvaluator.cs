namespace Dyno.Metrics;

/// <summary>Judges thresholds by k6's rules: over everything since the start, every few seconds and once at the end. One thread.</summary>
public sealed class ThresholdEvaluator
{
    private readonly ImmutableArray<Threshold> _thresholds;
    private readonly IMetricSource _source;
    private readonly double?[] _abortedOn;
    private readonly WindowJudge?[] _windows;
    private readonly BurnJudge?[] _burns;
    private TimeSpan _looked;

    /// <summary>Creates an evaluator.</summary>
    /// <param name="thresholds">The thresholds, in the order in which they are reported.</param>
    public ThresholdEvaluator(ImmutableArray<Threshold> thresholds, IMetricSource source)
    {
        (_thresholds, _source) = (thresholds, source);
        _abortedOn = new double?[thresholds.Length];
        _windows = [.. thresholds.Select(t => t.Windows is { } windows ? new WindowJudge(t, windows, source) : null)];
        _burns = [.. thresholds.Select(t => t.Burn is { } burn ? new BurnJudge(t, burn, source) : null)];
    }

    /// <summary>The interval at which k6 judges, and also Dyno during a run.</summary>
    public static TimeSpan Interval { get; } = TimeSpan.FromSeconds(2);

    /// <summary>Looks at the metrics of the thresholds that have windows. Called about once a second.</summary>
    /// <param name="elapsed">Time since the measurement began.</param>
    public void Look(TimeSpan elapsed)
    {
        _looked = elapsed;
        foreach (var judge in _windows) judge?.Look(elapsed);
        foreach (var judge in _burns) judge?.Look(elapsed);
    }

    /// <summary>Ends the windows, before <see cref="Finish"/>: a run that is shorter than a window is judged as a whole.</summary>
    /// <param name="elapsed">Time since the measurement began.</param>
    public void EndWindows(TimeSpan elapsed)
    {
        Look(elapsed > _looked ? elapsed : _looked);
        foreach (var judge in _windows) judge?.Finish(_looked);
        foreach (var judge in _burns) judge?.Finish();
    }

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
            if (!TryRead(i, out var value) || Holds(i, value)) continue;
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
        for (var i = 0; i < _thresholds.Length; i++) outcomes.Add(HasWindows(i) ? OfWindows(i) : Outcome(_thresholds[i], _abortedOn[i]));
        return outcomes.MoveToImmutable();
    }

    private bool HasWindows(int index) => _windows[index] is not null || _burns[index] is not null;

    private bool TryRead(int index, out double value)
    {
        if (!HasWindows(index)) return _source.TryRead(_thresholds[index].Selector, _thresholds[index].Expression.Aggregation, out value);
        var read = _windows[index]?.Share ?? _burns[index]?.Peak;
        value = read ?? 0;
        return read is not null;
    }

    private bool Holds(int index, double value) => _windows[index]?.Holds ?? _thresholds[index].Expression.Holds(value);

    // Where nothing was sent, no window and no burn rate is known, and a threshold that knows nothing must not pass.
    private ThresholdOutcome OfWindows(int index)
    {
        var isKnown = TryRead(index, out var value);
        var aborted = _abortedOn[index];
        return new ThresholdOutcome(_thresholds[index], isKnown && aborted is null && Holds(index, value), aborted ?? value, aborted is not null)
        {
            IsNotMeasured = !isKnown,
            Windows = _windows[index]?.Count,
        };
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
