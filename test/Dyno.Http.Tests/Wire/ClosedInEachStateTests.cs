using Microsoft.AspNetCore.Server.Kestrel.Core;
using KestrelServer = Dyno.Testing.KestrelServer;

namespace Dyno.Http.Tests;

/// <summary>
/// A peer that closes in each state of each protocol: after no byte, within the handshake of TLS, the preface, a head, a frame, a body, and
/// after some answers. Every request ends and is counted once, and the worker comes back.
/// </summary>
public class ClosedInEachStateTests : DriverTests
{
    private const int Iterations = 12;
    private static readonly int[] Places = [0, 1, 5, 9, 30, 90, 130, 200, 600, 1200, 1500, 2000, 4000];
    private static readonly TlsClientOptions Trusting = new() { CaFile = TestCertificates.AuthorityFile };

    [Theory]
    [InlineData(HttpVersionChoice.Http11, false)]
    [InlineData(HttpVersionChoice.Http11, true)]
    [InlineData(HttpVersionChoice.Http2, false)]
    [InlineData(HttpVersionChoice.Http2, true)]
    public async Task Over_HTTP(HttpVersionChoice version, bool isTls)
    {
        await using var server = await KestrelServer.StartAsync(new KestrelOptions
        {
            Protocols = version == HttpVersionChoice.Http2 ? HttpProtocols.Http2 : HttpProtocols.Http1,
            Certificate = isTls ? TestCertificates.Good : null,
        });
        var some = 0L;
        foreach (var bytes in Places)
        {
            await using var relay = Relay.ClosingAfter(server.Port, bytes);
            var url = new UriBuilder(server.Url) { Port = relay.Port }.Uri;
            some += CountsAll(DriverRun.To(url) with { Options = new HttpOptions { Version = version, Tls = Trusting, StreamsPerConnection = 2 } }, bytes);
        }
        some.ShouldBeGreaterThan(0, "late closes leave whole answers before them");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Over_WebSockets(bool isTls)
    {
        await using var server = await SocketServer.StartAsync(isTls ? TestCertificates.Good : null);
        foreach (var bytes in Places)
        {
            await using var relay = Relay.ClosingAfter(server.Url.Port, bytes);
            var run = WebSocketDriverTests.To(new UriBuilder(server.Url) { Port = relay.Port }.Uri, "echo", "ping");
            CountsAll(run with { Options = run.Options with { Tls = new TlsClientOptions { Insecure = true } } }, bytes);
        }
    }

    [Fact]
    public async Task Over_gRPC()
    {
        await using var server = await EchoServer.StartAsync();
        foreach (var bytes in Places)
        {
            await using var relay = Relay.ClosingAfter(server.Url.Port, bytes);
            CountsAll(GrpcDriverTests.Call(new UriBuilder(server.Url) { Port = relay.Port }.Uri, "Get", """{"key": "a"}"""), bytes);
        }
    }

    private static long CountsAll(DriverRun run, int bytes)
    {
        var seen = run.Iterate(users: 2, Iterations);
        (seen.Good + seen.Failed).ShouldBe(Iterations, $"closed after {bytes} bytes");
        seen.Recorder.Iterations.ShouldBe(Iterations, $"closed after {bytes} bytes");
        seen.Errors(RequestErrorKind.Timeout).ShouldBe(0, $"closed after {bytes} bytes");
        if (bytes == 0) seen.Good.ShouldBe(0);
        return seen.Good;
    }
}
