namespace Dyno.Metrics;

/// <summary>
/// The short spelling of a threshold: a figure, an operator and a limit with its unit, <c>p99 &lt; 200ms</c>, <c>errors == 0</c>,
/// <c>server.gcPause &lt; 5%</c>. A figure that a metric of the run has is read from that metric, so that it can be judged while the run
/// lasts; every other figure of <see cref="FigureTable"/> is read as it is.
/// </summary>
internal static class ShortThreshold
{
    private const string Forms =
        "p99 < 200ms, avg < 5ms, errors == 0, failedShare < 1%, rate > 1000/s, dropped == 0, checks > 99%, server.gcPause < 5%";

    private static readonly KeyValuePair<string, string>[] GoodOnly = [new("expected_response", "true")];

    internal static bool TryParse(
        string text,
        [NotNullWhen(true)] out MetricSelector? selector,
        [NotNullWhen(true)] out ThresholdExpression? expression,
        [NotNullWhen(false)] out string? error)
    {
        (selector, expression) = (null, null);
        if (!OperatorSyntax.TrySplit(text, out var word, out var comparison, out var limit))
            error = text.Split('=') is [var left, var right] && left.Trim().Length > 0 && right.Trim().Length > 0
                ? $"'{text}' is not a threshold: write {left.Trim()} == {right.Trim()}"
                : $"'{text}' is not a threshold: write http_req_duration: p(99)<200, or one of {Forms}";
        else if (Find(FigureOf(word, limit)) is not { } form)
            error = $"'{word}' is not a figure: write one of {Forms}; or k6's form, http_req_duration: p(99)<200";
        else if (!form.Unit.TryRead(limit, out var number))
            error = $"'{limit}' is not a limit for {word}: {form.Unit.Hint}";
        else
        {
            error = null;
            selector = form.Selector;
            expression = new ThresholdExpression(form.Aggregation, comparison, number, text);
        }

        return error is null;
    }

    /// <summary>The name of the figure that a short threshold is about; null when the text has no operator.</summary>
    internal static string? FigureOf(string text) => OperatorSyntax.TrySplit(text, out var word, out _, out var limit) ? FigureOf(word, limit) : null;

    // Errors are a count; errors in percent are a share of the requests.
    private static string FigureOf(string word, string limit) => word == "error_rate" || (word == "errors" && limit.EndsWith('%')) ? "failedShare" : word;

    private static Form? Find(string word) => word switch
    {
        "errors" => new("failed_requests", AggregationKind.Count, FigureUnit.Number),
        "dropped" => new("dropped_iterations", AggregationKind.Count, FigureUnit.Number),
        "failedShare" => new("http_req_failed", AggregationKind.Rate, FigureUnit.Share),
        "checks" => new("checks", AggregationKind.Rate, FigureUnit.Share),
        "rate" => new(new MetricSelector("http_reqs", GoodOnly), new(AggregationKind.Rate), FigureUnit.PerSecond),
        "requestRate" => new("http_reqs", AggregationKind.Rate, FigureUnit.PerSecond),
        "iterations" => new("iterations", AggregationKind.Rate, FigureUnit.PerSecond),
        "mean" => new("response_time", AggregationKind.Avg, FigureUnit.Milliseconds),
        _ when FindLatency(word) is { } aggregation => new(new MetricSelector("response_time"), aggregation, FigureUnit.Milliseconds),
        _ => FigureTable.Find(word) is { } figure ? new(figure.Name, AggregationKind.Value, figure.Unit) : null,
    };

    private static Aggregation? FindLatency(string word)
    {
        if (word.StartsWith('p') && Aggregation.TryPercentile(word[1..], out var percentile)) return percentile;
        if (!Aggregation.TryParse(word, out var aggregation)) return null;
        return aggregation.IsAllowedFor(MetricType.Trend) ? aggregation : null;
    }

    private sealed record Form(MetricSelector Selector, Aggregation Aggregation, FigureUnit Unit)
    {
        public Form(string metric, AggregationKind kind, FigureUnit unit) : this(new MetricSelector(metric), new Aggregation(kind), unit)
        {
        }
    }
}
