using System.Globalization;
using Dyno.Metrics.Catalog;

namespace Dyno.Metrics.Thresholds;

/// <summary>A condition on a metric that decides whether a run passes.</summary>
public sealed record Threshold
{
    /// <summary>The metric, or the part of it, that is judged.</summary>
    public required MetricSelector Selector { get; init; }

    /// <summary>The metric's type: it decides what an empty metric means at the end.</summary>
    public required MetricType Type { get; init; }

    /// <summary>What must hold.</summary>
    public required ThresholdExpression Expression { get; init; }

    /// <summary>Whether the run stops as soon as the condition fails. Default: no.</summary>
    public bool AbortOnFail { get; init; }

    /// <summary>
    /// The run goes on at least this long before <see cref="AbortOnFail"/> may stop it. Default: none.
    /// </summary>
    public TimeSpan DelayAbortEval { get; init; }

    /// <summary>
    /// As <see cref="ThresholdParser"/> reads it again: <c>http_req_duration{name:hello}: p(99)&lt;200</c>, or the short form
    /// as it was written where that says the same; <c>abortOnFail</c> behind it.
    /// </summary>
    public override string ToString() => (AbortOnFail, DelayAbortEval) switch
    {
        (false, _) => Condition(),
        (true, { Ticks: 0 }) => $"{Condition()} abortOnFail",
        (true, var delay) => string.Create(CultureInfo.InvariantCulture, $"{Condition()} abortOnFail,delay={delay.TotalMilliseconds:0.####}ms"),
    };

    private string Condition()
    {
        if (ThresholdExpression.TryParse(Expression.Text, out _, out _)) return $"{Selector}: {Expression.Text}";
        var isWhole = ShortThreshold.TryParse(Expression.Text, out var selector, out _, out _) && selector.Equals(Selector);
        return isWhole ? Expression.Text : $"{Selector}: {Expression.Plain}";
    }
}
