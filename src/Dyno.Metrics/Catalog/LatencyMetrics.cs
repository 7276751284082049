namespace Dyno.Metrics;

/// <summary>The metrics that say how long answers took.</summary>
public static class LatencyMetrics
{
    private const int FirstFailure = 400;
    private static readonly string[] Names = ["http_req_duration", "http_req_waiting", "response_time", "service_time"];

    /// <summary>
    /// Whether a selector asks how long answers took, and not how long failures did (<c>expected_response:false</c>, a status of
    /// 400 and above, or 0 for none).
    /// </summary>
    public static bool AskForAnswers(MetricSelector selector)
    {
        if (!Names.Contains(selector.Name) || selector.Tags.GetValueOrDefault("expected_response") == "false") return false;
        return !selector.Tags.TryGetValue("status", out var text)
            || !int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var status) || status is > 0 and < FirstFailure;
    }
}
