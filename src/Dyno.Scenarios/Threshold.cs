namespace Dyno.Scenarios;

/// <summary>A condition on the figures of a scenario. A condition that fails makes the exit code 99. Immutable.</summary>
public sealed class Threshold
{
    private Threshold(string? text, string? step, Func<ScenarioStats, bool>? check, string expression)
    {
        Text = text;
        StepName = step;
        Check = check;
        Expression = expression;
    }

    internal string? Text { get; }

    internal string? StepName { get; }

    internal Func<ScenarioStats, bool>? Check { get; }

    internal string Expression { get; }

    /// <summary>The number of failed looks after which the run stops; null to judge the condition at the end only.</summary>
    internal int? AbortWhenErrorCount { get; init; }

    /// <summary>The time of the measurement before the first look.</summary>
    internal TimeSpan StartCheckAfter { get; init; }

    /// <summary>A condition in the form of <c>dyno run --threshold</c>.</summary>
    /// <param name="condition">
    /// <c>p99 &lt; 400ms</c>, <c>errors == 0</c>, <c>error_rate &lt; 1%</c>, <c>rate &gt; 90/s</c> …; with
    /// <c>abortOnFail,delay=10s</c> after it, the run stops when the condition fails.
    /// </param>
    /// <param name="stepName">The only step to judge; null for all steps of the scenario.</param>
    public static Threshold Create(string condition, string? stepName = null)
    {
        ArgumentNullException.ThrowIfNull(condition);
        return new Threshold(condition, stepName, null, condition);
    }

    /// <summary>A condition in code, judged when the load has ended and, when asked, also while the load runs.</summary>
    /// <param name="check">Whether the figures are good: those of the whole measurement, or of its time so far. Called by one thread at a time.</param>
    /// <param name="abortWhenErrorCount">
    /// 1 or more: judge the condition every two seconds too, and stop the run when it has failed this number of times. Null: only at
    /// the end.
    /// </param>
    /// <param name="startCheckAfter">Time of the measurement before the condition is first judged. Default 0.</param>
    /// <param name="expression">The code itself, for reports; the compiler fills it in.</param>
    public static Threshold Create(Func<ScenarioStats, bool> check, int? abortWhenErrorCount = null, TimeSpan? startCheckAfter = null,
        [CallerArgumentExpression(nameof(check))] string expression = "")
    {
        ArgumentNullException.ThrowIfNull(check);
        return new Threshold(null, null, check, expression) { AbortWhenErrorCount = abortWhenErrorCount, StartCheckAfter = startCheckAfter ?? TimeSpan.Zero };
    }

    /// <summary>
    /// A condition in code on one step. At the end, a step that never ran fails the condition; until the step has run, the condition
    /// is not judged.
    /// </summary>
    /// <param name="stepName">The step.</param>
    /// <param name="check">Whether the figures are good.</param>
    /// <param name="abortWhenErrorCount">As for a scenario.</param>
    /// <param name="startCheckAfter">As for a scenario.</param>
    /// <param name="expression">The code itself, for reports; the compiler fills it in.</param>
    public static Threshold Create(string stepName, Func<StepStats, bool> check, int? abortWhenErrorCount = null, TimeSpan? startCheckAfter = null,
        [CallerArgumentExpression(nameof(check))] string expression = "")
    {
        ArgumentNullException.ThrowIfNull(stepName);
        ArgumentNullException.ThrowIfNull(check);
        return new Threshold(null, stepName, s => s.StepStats.FirstOrDefault(step => step.StepName == stepName) is { } found && check(found), expression)
        {
            AbortWhenErrorCount = abortWhenErrorCount,
            StartCheckAfter = startCheckAfter ?? TimeSpan.Zero,
        };
    }

    /// <summary>The condition for one scenario's samples; null when the condition cannot be read.</summary>
    internal Dyno.Metrics.Threshold? InScenario(string scenario, PlanProblems problems)
    {
        if (!ThresholdParser.TryParse(Text!, out var threshold, out var error))
        {
            problems.Add($"scenario '{scenario}', threshold", $"'{Text}'", error);
            return null;
        }
        var tags = threshold.Selector.Tags.SetItem("scenario", scenario);
        if (StepName is not null) tags = tags.SetItem("name", StepName);
        return threshold with { Selector = new MetricSelector(threshold.Selector.Name, tags) };
    }
}
