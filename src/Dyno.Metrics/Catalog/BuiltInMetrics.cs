using static Dyno.Metrics.MetricUnit;

namespace Dyno.Metrics;

/// <summary>The metrics that need no declaration: k6's names, types and units, plus Dyno's own four.</summary>
internal static class BuiltInMetrics
{
    internal static ImmutableArray<MetricDefinition> OfRequests { get; } =
    [
        new("response_time", MetricType.Trend, Time),
        new("service_time", MetricType.Trend, Time),
        new("failed_requests", MetricType.Counter),
        new("http_reqs", MetricType.Counter),
        new("http_req_failed", MetricType.Rate),
        new("http_req_duration", MetricType.Trend, Time),
    ];

    internal static ImmutableArray<MetricDefinition> OfScenarios { get; } =
    [
        new("start_lag", MetricType.Trend, Time),
        new("http_req_connecting", MetricType.Trend, Time),
        new("http_req_tls_handshaking", MetricType.Trend, Time),
        new("iterations", MetricType.Counter),
        new("iteration_duration", MetricType.Trend, Time),
        new("dropped_iterations", MetricType.Counter),
        new("checks", MetricType.Rate),
        new("data_sent", MetricType.Counter, Data),
        new("data_received", MetricType.Counter, Data),
        new("vus", MetricType.Gauge),
        new("vus_max", MetricType.Gauge),
    ];

    internal static ImmutableArray<MetricDefinition> OfScripts { get; } =
    [
        new("http_req_blocked", MetricType.Trend, Time),
        new("http_req_sending", MetricType.Trend, Time),
        new("http_req_waiting", MetricType.Trend, Time),
        new("http_req_receiving", MetricType.Trend, Time),
        new("group_duration", MetricType.Trend, Time),
        new("ws_sessions", MetricType.Counter),
        new("ws_connecting", MetricType.Trend, Time),
        new("ws_session_duration", MetricType.Trend, Time),
        new("ws_msgs_sent", MetricType.Counter),
        new("ws_msgs_received", MetricType.Counter),
        new("ws_ping", MetricType.Trend, Time),
        new("grpc_req_duration", MetricType.Trend, Time),
        new("grpc_streams", MetricType.Counter),
        new("grpc_streams_msgs_sent", MetricType.Counter),
        new("grpc_streams_msgs_received", MetricType.Counter),
        new("browser_web_vital_lcp", MetricType.Trend, Time),
        new("browser_web_vital_cls", MetricType.Trend),
        new("browser_web_vital_inp", MetricType.Trend, Time),
        new("browser_web_vital_fcp", MetricType.Trend, Time),
        new("browser_web_vital_ttfb", MetricType.Trend, Time),
        new("browser_http_req_duration", MetricType.Trend, Time),
        new("browser_http_req_failed", MetricType.Rate),
        new("browser_data_sent", MetricType.Counter, Data),
        new("browser_data_received", MetricType.Counter, Data),
    ];
}
