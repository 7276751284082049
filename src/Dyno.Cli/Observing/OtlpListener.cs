using Dyno.Serving;

namespace Dyno.Cli;

/// <summary>Listens for metrics that a server pushes by OTLP over HTTP, in protobuf.</summary>
internal sealed class OtlpListener : IAsyncDisposable
{
    private const string MetricsPath = "/v1/metrics";
    private const string Protobuf = "application/x-protobuf";

    private static readonly HttpServerOptions Limits = new()
    {
        MostBodyBytes = PushedMetrics.MostBytes,
        MostConnections = 16,
        LastAnswers = TimeSpan.FromSeconds(1),
    };

    private readonly HttpServer _server;

    private OtlpListener(HttpServer server, string url, PushedMetrics metrics) => (_server, Url, Metrics) = (server, url, metrics);

    /// <summary>The address that a sender is given.</summary>
    public string Url { get; }

    /// <summary>What arrives.</summary>
    public PushedMetrics Metrics { get; }

    /// <summary>Begins to listen.</summary>
    /// <param name="host">Name or address of this machine, without brackets.</param>
    /// <param name="port">The port; 0 takes a free one.</param>
    /// <exception cref="UserFault">The address cannot be listened at.</exception>
    public static OtlpListener Start(string host, int port)
    {
        var name = host.Contains(':', StringComparison.Ordinal) ? $"[{host}]" : host;
        PushedMetrics? metrics = null;
        try
        {
            var place = host is "0.0.0.0" or "::" or "*" or "+" ? HttpServer.Anywhere : host;
            var server = HttpServer.Start(place, port, Limits, request => Task.FromResult(Answer(request, metrics)));
            var url = string.Create(System.Globalization.CultureInfo.InvariantCulture, $"http://{name}:{server.Port}");
            metrics = new PushedMetrics(url, TimeProvider.System);
            return new OtlpListener(server, url, metrics);
        }
        catch (SocketException failure)
        {
            throw new UserFault($"--server-otlp: {name}:{port}: {failure.Message}", "name a free port, such as --server-otlp 127.0.0.1:4319", failure);
        }
    }

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    // Traces and logs of the same sender are taken and dropped, so that it does not send them again and again.
    private static ServedResponse Answer(ServedRequest request, PushedMetrics? metrics)
    {
        if (request.Method != "POST") return ServedResponse.Text(405, "send metrics by POST");
        var (status, why) = request.Path == MetricsPath && metrics is not null ? metrics.Take(request.Body) : (200, "");
        return status == 200 ? new ServedResponse(status, Protobuf, default) : ServedResponse.Text(status, why);
    }
}
