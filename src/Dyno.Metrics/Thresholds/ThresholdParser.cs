namespace Dyno.Metrics;

/// <summary>
/// Reads thresholds as the command line takes them. There are two spellings: k6's, <c>http_req_duration{name:hello}: p(99)&lt;200</c> (see
/// <see cref="MetricSelector"/> and <see cref="ThresholdExpression"/>), and the short one with units, <c>p99 &lt; 200ms</c>, which
/// docs/thresholds.md lists. Either spelling may end in <c>abortOnFail</c> or <c>abortOnFail,delay=10s</c>, which stops the run when the
/// threshold fails, but not before the delay is over. A condition may be judged window by window (<see cref="WindowShare"/>), and the burn rate of
/// an error budget is its own condition (<see cref="BurnBudget"/>).
/// </summary>
public static class ThresholdParser
{
    /// <summary>Reads a threshold on the metrics of <see cref="MetricCatalog.Requests"/>.</summary>
    /// <inheritdoc cref="TryParse(string, MetricCatalog, out Threshold, out string)"/>
    public static bool TryParse(
        string text, [NotNullWhen(true)] out Threshold? threshold, [NotNullWhen(false)] out string? error) =>
        TryParse(text, MetricCatalog.Requests, out threshold, out error);

    /// <summary>Reads a threshold.</summary>
    /// <param name="text">The threshold in one of the two spellings.</param>
    /// <param name="threshold">The threshold; null when the text is wrong.</param>
    /// <param name="error">What is wrong and what is allowed; null when nothing is.</param>
    public static bool TryParse(
        string text,
        MetricCatalog catalog,
        [NotNullWhen(true)] out Threshold? threshold,
        [NotNullWhen(false)] out string? error)
    {
        threshold = null;
        if (!AbortSuffix.TryTake(text, out var condition, out var abort, out error)) return false;
        if (!WindowShare.TryTake(condition, out condition, out var windows, out error)) return false;
        if (!TryCondition(condition, catalog, out threshold, out error)) return false;
        if (windows is not null && (threshold.IsOnFigure || threshold.Burn is not null))
        {
            error = $"'{condition}' is known for the whole run only: write it without '{windows}'";
            threshold = null;
            return false;
        }
        threshold = threshold with
        {
            Windows = windows,
            AbortOnFail = abort is not null,
            DelayAbortEval = abort ?? TimeSpan.Zero,
        };
        return true;
    }

    /// <summary>Puts a threshold together from its parts, as a k6 script gives them, and checks it.</summary>
    /// <param name="metric">The key, e.g. <c>checks{scenario:login}</c>.</param>
    /// <param name="expression">For example <c>rate&gt;0.99</c>.</param>
    /// <param name="threshold">The threshold; null when something is wrong.</param>
    /// <param name="error">What is wrong and what is allowed; null when nothing is.</param>
    public static bool TryCreate(
        string metric,
        string expression,
        MetricCatalog catalog,
        [NotNullWhen(true)] out Threshold? threshold,
        [NotNullWhen(false)] out string? error)
    {
        threshold = null;
        return MetricSelector.TryParse(metric, out var selector, out error)
            && ThresholdExpression.TryParse(expression, out var parsed, out error)
            && ThresholdRules.TryCheck(selector, parsed, catalog, out threshold, out error);
    }

    private static bool TryCondition(
        string text,
        MetricCatalog catalog,
        [NotNullWhen(true)] out Threshold? threshold,
        [NotNullWhen(false)] out string? error)
    {
        if (BurnBudget.IsMeant(text)) return BurnBudget.TryParse(text, out threshold, out error);
        var colon = ColonAfterMetric(text);
        if (colon >= 0) return TryCreate(text[..colon], text[(colon + 1)..], catalog, out threshold, out error);
        threshold = null;
        return ShortThreshold.TryParse(text, out var selector, out var expression, out error)
            && ThresholdRules.TryCheck(selector, expression, catalog, out threshold, out error);
    }

    private static int ColonAfterMetric(string text)
    {
        var first = text.AsSpan().IndexOfAny(":{");
        if (first < 0 || text[first] == ':') return first;
        var close = text.LastIndexOf('}');
        return close < 0 ? text.LastIndexOf(':') : text.IndexOf(':', close);
    }
}
