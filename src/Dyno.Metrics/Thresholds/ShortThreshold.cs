using System.Diagnostics.CodeAnalysis;
using Dyno.Metrics.Catalog;

namespace Dyno.Metrics.Thresholds;

/// <summary>
/// The short spelling of a threshold. Latency is <c>response_time</c> (end − intended start), with a unit:
/// <c>p99 &lt; 200ms</c>, <c>p50&lt;1s</c>, <c>avg &lt; 5ms</c>, also <c>min</c>, <c>max</c>, <c>med</c>. Counts:
/// <c>errors == 0</c> (failed requests; with a share, <c>errors &lt; 0.1%</c>, it is their rate), <c>dropped == 0</c>
/// (starts). Shares, in percent or as a fraction:
/// <c>error_rate &lt; 1%</c>, <c>checks &gt; 99%</c>. Requests per second: <c>rate &gt; 1000/s</c>.
/// </summary>
internal static class ShortThreshold
{
    private const string Forms =
        "p99 < 200ms, avg < 5ms, errors == 0, error_rate < 1%, rate > 1000/s, dropped == 0, checks > 99%";

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
        else if (Find(word == "errors" && limit.EndsWith('%') ? "error_rate" : word) is not { } form)
            error = $"'{word}' is not a figure of the short form: write one of {Forms}; "
                + "or k6's form, http_req_duration: p(99)<200";
        else if (!form.Unit.TryRead(limit, out var number))
            error = $"'{limit}' is not a limit for {word}: {form.Unit.Hint}";
        else
        {
            error = null;
            selector = new MetricSelector(form.Metric);
            expression = new ThresholdExpression(form.Aggregation, comparison, number, text);
        }

        return error is null;
    }

    private static Form? Find(string word) => word switch
    {
        "errors" => new("failed_requests", new(AggregationKind.Count), LimitUnit.Number),
        "dropped" => new("dropped_iterations", new(AggregationKind.Count), LimitUnit.Number),
        "error_rate" => new("http_req_failed", new(AggregationKind.Rate), LimitUnit.Share),
        "checks" => new("checks", new(AggregationKind.Rate), LimitUnit.Share),
        "rate" => new("http_reqs", new(AggregationKind.Rate), LimitUnit.PerSecond),
        _ => FindLatency(word) is { } aggregation ? new("response_time", aggregation, LimitUnit.Time) : null,
    };

    private static Aggregation? FindLatency(string word)
    {
        if (word.StartsWith('p') && Aggregation.TryPercentile(word[1..], out var percentile)) return percentile;
        if (!Aggregation.TryParse(word, out var aggregation)) return null;
        return aggregation.IsAllowedFor(MetricType.Trend) ? aggregation : null;
    }

    private sealed record Form(string Metric, Aggregation Aggregation, LimitUnit Unit);
}
