namespace Dyno.Inputs;

/// <summary>Thresholds of single requests: the metric narrowed to the request's name.</summary>
internal static class RequestThresholds
{
    private static readonly ImmutableArray<string> WithName =
        ["response_time", "service_time", "failed_requests", "http_reqs", "http_req_failed", "http_req_duration"];

    /// <summary>Whether a metric is counted per request.</summary>
    public static bool CanBeOfOneRequest(MetricSelector selector) => WithName.Contains(selector.Name);

    /// <summary>The threshold for one request only.</summary>
    /// <param name="threshold">A threshold on a metric for which <see cref="CanBeOfOneRequest"/> holds.</param>
    public static Threshold For(Threshold threshold, string request) =>
        threshold with { Selector = new MetricSelector(threshold.Selector.Name, threshold.Selector.Tags.SetItem("name", request)) };
}
