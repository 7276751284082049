using System.Net.Sockets;
using Dyno.Serving;

namespace Dyno.Outputs;

/// <summary><c>prometheus=HOST:PORT</c>: an endpoint that Prometheus scrapes during the run.</summary>
internal sealed class PrometheusOutput(HostAndPort at, ImmutableArray<(string Name, string Value)> labels) : IOutput
{
    private const string ContentType = "text/plain; version=0.0.4; charset=utf-8";
    private ImmutableArray<OutputPoint> _phases = [];
    private HttpServer? _server;

    public ValueTask OpenAsync(CancellationToken cancellation)
    {
        try
        {
            var host = at.Host is "0.0.0.0" or "::" or "*" or "+" ? HttpServer.Anywhere : at.Host;
            _server = HttpServer.Start(host, at.Port, new HttpServerOptions(), request => Task.FromResult(Answer(request)));
        }
        catch (SocketException failure)
        {
            throw new UserFault($"--out: prometheus={at}: {failure.Message}", "name a free port, such as prometheus=127.0.0.1:9465", failure);
        }
        return ValueTask.CompletedTask;
    }

    public ValueTask WriteAsync(OutputPoint point, CancellationToken cancellation)
    {
        _phases = [.. _phases.Where(known => known.Phase != point.Phase), point];
        return ValueTask.CompletedTask;
    }

    public async ValueTask DisposeAsync()
    {
        if (_server is not null) await _server.DisposeAsync();
    }

    private ServedResponse Answer(ServedRequest request) => request.Path is "/metrics" or "/"
        ? new ServedResponse(200, ContentType, Encoding.UTF8.GetBytes(PrometheusPage.Of(_phases, [.. labels])))
        : ServedResponse.Text(404, "the metrics are at /metrics");
}
