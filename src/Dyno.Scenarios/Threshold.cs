using System.Runtime.CompilerServices;
using Dyno.Load.Plans;
using Dyno.Metrics.Catalog;
using Dyno.Metrics.Thresholds;

namespace Dyno.Scenarios;

/// <summary>A condition on the figures of a scenario. One that fails makes the exit code 99. Immutable.</summary>
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

    /// <summary>A condition as <c>dyno run --threshold</c> takes it.</summary>
    /// <param name="condition">
    /// <c>p99 &lt; 400ms</c>, <c>errors == 0</c>, <c>error_rate &lt; 1%</c>, <c>rate &gt; 90/s</c> …; with
    /// <c>abortOnFail,delay=10s</c> behind it the run stops when it fails.
    /// </param>
    /// <param name="stepName">Judge this step alone; null: all of the scenario's.</param>
    public static Threshold Create(string condition, string? stepName = null)
    {
        ArgumentNullException.ThrowIfNull(condition);
        return new Threshold(condition, stepName, null, condition);
    }

    /// <summary>A condition in code, judged when the load has ended.</summary>
    /// <param name="check">Whether the figures are good.</param>
    /// <param name="expression">The code itself, for reports; the compiler fills it in.</param>
    public static Threshold Create(Func<ScenarioStats, bool> check, [CallerArgumentExpression(nameof(check))] string expression = "")
    {
        ArgumentNullException.ThrowIfNull(check);
        return new Threshold(null, null, check, expression);
    }

    /// <summary>A condition in code on one step, judged when the load has ended; a step that never ran fails it.</summary>
    /// <param name="stepName">The step.</param>
    /// <param name="check">Whether the figures are good.</param>
    /// <param name="expression">The code itself, for reports; the compiler fills it in.</param>
    public static Threshold Create(string stepName, Func<StepStats, bool> check, [CallerArgumentExpression(nameof(check))] string expression = "")
    {
        ArgumentNullException.ThrowIfNull(stepName);
        ArgumentNullException.ThrowIfNull(check);
        return new Threshold(null, stepName, s => s.StepStats.FirstOrDefault(step => step.StepName == stepName) is { } found && check(found), expression);
    }

    /// <summary>The same condition on one scenario's samples; null when it cannot be read.</summary>
    internal Metrics.Thresholds.Threshold? InScenario(string scenario, PlanProblems problems)
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
