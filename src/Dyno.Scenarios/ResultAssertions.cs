namespace Dyno.Scenarios;

/// <summary>Conditions on a run in a test, for any test framework.</summary>
public static class ResultAssertions
{
    /// <summary>Fails the test unless the run ended as planned, is not void, and meets every condition.</summary>
    /// <param name="stats">The run.</param>
    /// <param name="conditions">
    /// Conditions in the form of <c>dyno run --threshold</c>: <c>p99 &lt; 400ms</c>, <c>errors == 0</c>, <c>rate &gt; 90/s</c>,
    /// <c>response_time{scenario:orders}: p(99)&lt;200</c> …
    /// </param>
    /// <returns>The run, for further checks.</returns>
    /// <exception cref="LoadExpectationException">The run does not meet the conditions; the message has every condition with the measured
    /// value.</exception>
    /// <exception cref="ArgumentException">A condition cannot be read.</exception>
    public static NodeStats ShouldMeet(this NodeStats stats, params string[] conditions)
    {
        ArgumentNullException.ThrowIfNull(stats);
        ArgumentNullException.ThrowIfNull(conditions);
        var outcomes = new ThresholdEvaluator([.. conditions.Select(Read)], ResultMetrics.Of(stats.Result)).Finish();
        var lines = new StringBuilder();
        var failed = 0;
        foreach (var outcome in outcomes)
        {
            if (!outcome.Passed) failed++;
            lines.Append("\n  ").Append(outcome.Passed ? "ok    " : "FAILED").Append("  ").Append(outcome.Threshold.Expression.Text)
                .Append("  (").Append(MeasuredText.Of(outcome)).Append(')');
        }
        foreach (var problem in ProblemsOf(stats.Result)) { failed++; lines.Append("\n  FAILED  ").Append(problem); }
        if (failed == 0) return stats;
        throw new LoadExpectationException($"the load '{stats.Result.Plan.Name}' did not meet its conditions:{lines}{Summary.Of(stats)}");
    }

    private static Dyno.Metrics.Threshold Read(string condition)
    {
        if (!ThresholdParser.TryParse(condition, out var threshold, out var error)) throw new ArgumentException(error, nameof(condition));
        return ResultMetrics.ProblemOf(threshold.Selector) is { } problem ? throw new ArgumentException(problem, nameof(condition)) : threshold;
    }

    private static IEnumerable<string> ProblemsOf(RunResult result)
    {
        if (result.Outcome != RunOutcome.Completed) yield return $"the run did not end as planned: {result.OutcomeReason}";
        foreach (var threshold in result.Thresholds.Where(t => !t.Passed)) yield return $"{threshold.Metric}: {threshold.Expression}";
        foreach (var finding in result.Health.Findings.Where(f => f.State == HealthState.Void)) yield return $"the measurement is void: {finding.Message}";
    }
}

/// <summary>A run in a test did not meet its conditions; the message has all of them.</summary>
public sealed class LoadExpectationException(string message) : Exception(message);
