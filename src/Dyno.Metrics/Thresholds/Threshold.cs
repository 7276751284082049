namespace Dyno.Metrics;

/// <summary>A condition on a metric that decides whether a run passes.</summary>
public sealed record Threshold
{
    /// <summary>The metric, or the part of it, that is judged.</summary>
    public required MetricSelector Selector { get; init; }

    /// <summary>The metric's type: it decides what an empty metric means at the end.</summary>
    public required MetricType Type { get; init; }

    /// <summary>The condition that must hold.</summary>
    public required ThresholdExpression Expression { get; init; }

    /// <summary>Whether the condition is on a figure of <see cref="FigureTable"/> and not on a metric. Such a figure may be missing in a run.</summary>
    public bool IsOnFigure { get; init; }

    /// <summary>Whether the run stops as soon as the condition fails. Default: no.</summary>
    public bool AbortOnFail { get; init; }

    /// <summary>The least time that the run lasts before <see cref="AbortOnFail"/> may stop it. Default: none.</summary>
    public TimeSpan DelayAbortEval { get; init; }

    /// <summary>How often the condition must hold; null: it is judged on the whole run.</summary>
    public WindowShare? Windows { get; init; }

    /// <summary>The error budget whose burn rate is judged; null for every other threshold.</summary>
    public BurnBudget? Burn { get; init; }

    /// <summary>The condition as it was written, with its windows.</summary>
    public string Text => Windows is null ? Expression.Text : $"{Expression.Text} {Windows}";

    /// <summary>The name of the figure in the short form; null when the threshold is written in k6's form.</summary>
    public string? FigureName => ThresholdExpression.TryParse(Expression.Text, out _, out _) ? null : ShortThreshold.FigureOf(Expression.Text);

    /// <summary>
    /// The threshold in a form that <see cref="ThresholdParser"/> reads: <c>http_req_duration{name:hello}: p(99)&lt;200</c>, or the short
    /// form as it was written when that means the same; with <c>abortOnFail</c> at the end when it is set.
    /// </summary>
    public override string ToString() => (AbortOnFail, DelayAbortEval) switch
    {
        (false, _) => Condition(),
        (true, { Ticks: 0 }) => $"{Condition()} abortOnFail",
        (true, var delay) => string.Create(CultureInfo.InvariantCulture, $"{Condition()} abortOnFail,delay={delay.TotalMilliseconds:0.####}ms"),
    };

    private string Condition() => Windows is null ? WholeRun() : $"{WholeRun()} {Windows}";

    private string WholeRun()
    {
        if (Burn is not null) return Expression.Text;
        if (ThresholdExpression.TryParse(Expression.Text, out _, out _)) return $"{Selector}: {Expression.Text}";
        var isWhole = ShortThreshold.TryParse(Expression.Text, out var selector, out _, out _) && selector.Equals(Selector);
        return isWhole ? Expression.Text : $"{Selector}: {Expression.Plain}";
    }
}
