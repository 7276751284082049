namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>
/// A server that listens at ::1 alone, as one does that binds the second address of <c>localhost</c>: every kind of load reaches it by that
/// name, also where the hosts file names 127.0.0.1 only.
/// </summary>
public sealed class LoopbackNameTests : EndToEndTest
{
    [Theory]
    [InlineData]
    [InlineData("--driver", "httpclient")]
    [InlineData("--rate", "100/s", "-d", "1s")]
    public async Task Requests_reach_it(params string[] options)
    {
        await using var relay = At(Server.Port);
        await SucceedsAsync(["run", $"http://localhost:{relay.Port}/hello", .. options.Contains("-d") ? (string[])[] : ["-i", "10"], .. options]);
    }

    [Fact]
    public async Task Sockets_reach_it()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "WebSockets are on the event loop of Linux");
        await using var server = await SocketServer.StartAsync();
        await using var relay = At(server.Url.Port);
        await SucceedsAsync("run", $"ws://localhost:{relay.Port}/echo", "--send", "ping", "-c", "1", "-i", "10");
    }

    [Fact]
    public async Task Calls_of_gRPC_reach_it()
    {
        await using var echo = await EchoServer.StartAsync(withReflection: true);
        await using var relay = At(echo.Url.Port);
        await SucceedsAsync("run", $"grpc://localhost:{relay.Port}/dyno.test.Echo/Get", "-b", """{"key": "a"}""", "-i", "10");
    }

    [Fact, Trait("Guest", "k6")]
    public async Task Everything_that_a_script_sends_reaches_it()
    {
        await using var sockets = await SocketServer.StartAsync();
        await using var echo = await EchoServer.StartAsync(withReflection: true);
        await using var http = At(Server.Port);
        await using var socket = At(sockets.Url.Port);
        await using var grpc = At(echo.Url.Port);
        await File.WriteAllTextAsync(Workspace["all.js"], $$"""
            import http from 'k6/http';
            import ws from 'k6/ws';
            import grpc from 'k6/net/grpc';
            import { check } from 'k6';
            export const options = { iterations: 3, thresholds: { checks: ['rate==1'], iterations: ['count==3'] } };
            const client = new grpc.Client();
            export default function () {
              check(http.get('http://localhost:{{http.Port}}/hello'), { http: (r) => r.status === 200 });
              let heard = '';
              ws.connect('ws://localhost:{{socket.Port}}/echo', (s) => {
                s.on('open', () => s.send('ping'));
                s.on('message', (text) => { heard = text; s.close(); });
              });
              check(heard, { ws: (text) => text === 'ping' });
              client.connect('localhost:{{grpc.Port}}', { plaintext: true, reflect: true });
              check(client.invoke('dyno.test.Echo/Get', { key: 'a' }), { grpc: (r) => r.status === grpc.StatusOK });
              client.close();
            }
            """, Cancelled);
        var outcome = await DynoAsync("run", "all.js", "--no-store");
        outcome.ExitCode.ShouldBe(ExitCode.Success, outcome.ToString());
    }

    private static Relay At(int port)
    {
        Assert.SkipUnless(Socket.OSSupportsIPv6, "there is no ::1");
        return Relay.To(port, IPAddress.IPv6Loopback);
    }

    private async Task SucceedsAsync(params string[] words)
    {
        var outcome = await DynoAsync([.. words, "--result", "r.json", "--no-store"]);
        outcome.ExitCode.ShouldBe(ExitCode.Success, outcome.ToString());
        var totals = RunResultJson.ReadFile(Workspace["r.json"]).Measured.Totals;
        totals.FailedRequests.ShouldBe(0, outcome.ToString());
        totals.Requests.ShouldBeGreaterThan(0);
    }
}
