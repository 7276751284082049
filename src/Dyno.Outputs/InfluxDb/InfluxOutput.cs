using System.Net.Http.Headers;
using System.Net.Sockets;

namespace Dyno.Outputs;

/// <summary><c>influxdb=URL</c>: line protocol over HTTP, or over UDP. The token of version 2 comes from <c>INFLUX_TOKEN</c>.</summary>
internal sealed class InfluxOutput(InfluxAddress at) : IOutput
{
    private HttpClient? _http;
    private UdpClient? _udp;

    public ValueTask OpenAsync(CancellationToken cancellation)
    {
        if (at.Url.Scheme == "udp") OpenUdp();
        else OpenHttp();
        return ValueTask.CompletedTask;
    }

    public async ValueTask WriteAsync(OutputPoint point, CancellationToken cancellation)
    {
        var line = Encoding.UTF8.GetBytes(LineProtocol.LineOf(point));
        if (_udp is not null)
        {
            await _udp.SendAsync(line, cancellation);
            return;
        }
        using var content = new ByteArrayContent(line) { Headers = { ContentType = new MediaTypeHeaderValue("text/plain", "utf-8") } };
        using var answer = await _http!.PostAsync(at.Url, content, cancellation);
        if (!answer.IsSuccessStatusCode) throw new HttpRequestException($"the server answered {(int)answer.StatusCode} {answer.ReasonPhrase}");
    }

    public ValueTask DisposeAsync()
    {
        _http?.Dispose();
        _udp?.Dispose();
        return ValueTask.CompletedTask;
    }

    private void OpenUdp()
    {
        try
        {
            _udp = new UdpClient(at.Url.Host, at.Url.Port);
        }
        catch (SocketException failure)
        {
            throw new UserFault($"--out: influxdb={at.Url}: {failure.Message}", "name a host that can be resolved", failure);
        }
    }

    private void OpenHttp()
    {
        _http = new HttpClient(new SocketsHttpHandler
        {
            AllowAutoRedirect = false,
            UseCookies = false,
            UseProxy = false,
            ConnectCallback = HostAddresses.ConnectAsync,
        });
        if (at.UserInfo is { } user)
            _http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes(user)));
        else if (Environment.GetEnvironmentVariable("INFLUX_TOKEN") is { Length: > 0 } token)
            _http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Token", token);
    }
}
