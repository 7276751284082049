using System.Collections.Immutable;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Dyno.Outputs.Kinds;
using Dyno.Outputs.Points;

namespace Dyno.Outputs.Prometheus;

/// <summary>
/// <c>prometheus=HOST:PORT</c>: an endpoint to scrape while the run goes on. HttpListener serves it: it is part of the base
/// class library, and one page a few times a minute does not justify the ASP.NET Core runtime in every start of Dyno.
/// </summary>
internal sealed class PrometheusOutput(HostAndPort at) : IOutput
{
    private const string ContentType = "text/plain; version=0.0.4; charset=utf-8";
    private readonly HttpListener _listener = new();
    private ImmutableArray<OutputPoint> _phases = [];
    private Task _serving = Task.CompletedTask;

    /// <inheritdoc/>
    public ValueTask OpenAsync(CancellationToken cancellation)
    {
        foreach (var prefix in Prefixes()) _listener.Prefixes.Add(prefix);
        try
        {
            _listener.Start();
        }
        catch (Exception failure) when (failure is HttpListenerException or SocketException)
        {
            throw new OutputException($"--out: prometheus={at}: {failure.Message}", "name a free port, such as prometheus=127.0.0.1:9465", failure);
        }
        _serving = Task.Run(ServeAsync, CancellationToken.None);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public ValueTask WriteAsync(OutputPoint point, CancellationToken cancellation)
    {
        _phases = [.. _phases.Where(known => known.Phase != point.Phase), point];
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        _listener.Close();
        await _serving;
    }

    // The listener compares names: a loopback address answers to "localhost" too, and "any" to every name.
    private IEnumerable<string> Prefixes()
    {
        if (at.Host is "0.0.0.0" or "::" or "*" or "+") return [$"http://*:{at.Port}/"];
        return at.Host is "127.0.0.1" or "localhost" ? [$"http://127.0.0.1:{at.Port}/", $"http://localhost:{at.Port}/"] : [$"http://{at}/"];
    }

    private async Task ServeAsync()
    {
        while (_listener.IsListening)
        {
            try
            {
                Answer(await _listener.GetContextAsync());
            }
            catch (Exception failure) when (failure is HttpListenerException or ObjectDisposedException or IOException)
            {
                // Closed, or a scraper that went away: the next one is served.
            }
        }
    }

    private void Answer(HttpListenerContext context)
    {
        var response = context.Response; // closed, not disposed of: that would cut the page off
        var isMetrics = context.Request.Url?.AbsolutePath is "/metrics" or "/";
        var page = Encoding.UTF8.GetBytes(isMetrics ? PrometheusText.Of(_phases) : "the metrics are at /metrics\n");
        response.StatusCode = isMetrics ? 200 : 404;
        response.ContentType = ContentType;
        response.Close(page, willBlock: false); // a scraper that does not read must not keep the next one waiting
    }
}
