using System.Collections.Immutable;
using static Dyno.Metrics.Catalog.MetricType;
using static Dyno.Metrics.Catalog.MetricUnit;

namespace Dyno.Metrics.Catalog;

/// <summary>The metrics that need no declaration: k6's names, types and units, plus Dyno's own four.</summary>
internal static class BuiltInMetrics
{
    internal static ImmutableArray<MetricDefinition> OfRequests { get; } =
    [
        new("response_time", Trend, Time),
        new("service_time", Trend, Time),
        new("failed_requests", Counter),
        new("http_reqs", Counter),
        new("http_req_failed", Rate),
        new("http_req_duration", Trend, Time),
    ];

    internal static ImmutableArray<MetricDefinition> OfScenarios { get; } =
    [
        new("start_lag", Trend, Time),
        new("http_req_connecting", Trend, Time),
        new("http_req_tls_handshaking", Trend, Time),
        new("iterations", Counter),
        new("iteration_duration", Trend, Time),
        new("dropped_iterations", Counter),
        new("checks", Rate),
        new("data_sent", Counter, Data),
        new("data_received", Counter, Data),
        new("vus", Gauge),
        new("vus_max", Gauge),
    ];

    internal static ImmutableArray<MetricDefinition> OfScripts { get; } =
    [
        new("http_req_blocked", Trend, Time),
        new("http_req_sending", Trend, Time),
        new("http_req_waiting", Trend, Time),
        new("http_req_receiving", Trend, Time),
        new("group_duration", Trend, Time),
        new("ws_sessions", Counter),
        new("ws_connecting", Trend, Time),
        new("ws_session_duration", Trend, Time),
        new("ws_msgs_sent", Counter),
        new("ws_msgs_received", Counter),
        new("ws_ping", Trend, Time),
        new("grpc_req_duration", Trend, Time),
        new("grpc_streams", Counter),
        new("grpc_streams_msgs_sent", Counter),
        new("grpc_streams_msgs_received", Counter),
        new("browser_web_vital_lcp", Trend, Time),
        new("browser_web_vital_cls", Trend),
        new("browser_web_vital_inp", Trend, Time),
        new("browser_web_vital_fcp", Trend, Time),
        new("browser_web_vital_ttfb", Trend, Time),
        new("browser_http_req_duration", Trend, Time),
        new("browser_http_req_failed", Rate),
        new("browser_data_sent", Counter, Data),
        new("browser_data_received", Counter, Data),
    ];
}
