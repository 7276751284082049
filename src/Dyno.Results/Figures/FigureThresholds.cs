namespace Dyno.Results;

/// <summary>
/// Judges the thresholds on figures of <see cref="FigureTable"/>, such as <c>server.gcPause &lt; 5%</c>, on a finished run. They are judged
/// when the whole run is known, because the server's figures are known last.
/// </summary>
public static class FigureThresholds
{
    /// <summary>The run with its thresholds on figures judged; other thresholds stay as they are.</summary>
    public static RunResult Judged(RunResult run)
    {
        if (run.Thresholds.IsDefaultOrEmpty || !run.Thresholds.Any(threshold => ConditionOf(threshold) is not null)) return run;
        var figures = RunFigures.Of(run);
        return run with { Thresholds = [.. run.Thresholds.Select(threshold => Judged(threshold, figures))] };
    }

    /// <summary>Judges one threshold; a threshold that is not on a figure stays as it is, and so does one that ended a run.</summary>
    /// <param name="threshold">The threshold, however it was judged before.</param>
    internal static ThresholdRecord Judged(ThresholdRecord threshold, IReadOnlyDictionary<string, double> figures)
    {
        if (threshold.Aborted || ConditionOf(threshold) is not { } condition) return threshold;
        return figures.TryGetValue(threshold.Metric, out var value)
            ? threshold with { Passed = condition.Holds(value), Value = value, NotMeasured = false }
            : threshold with { Passed = false, Value = 0, NotMeasured = true };
    }

    /// <summary>The condition of a threshold on a figure; null for every other threshold.</summary>
    internal static ThresholdExpression? ConditionOf(ThresholdRecord threshold) =>
        FigureTable.Find(threshold.Metric) is not null && ThresholdParser.TryParse(threshold.Expression, out var parsed, out _) && parsed.IsOnFigure
            ? parsed.Expression : null;
}
