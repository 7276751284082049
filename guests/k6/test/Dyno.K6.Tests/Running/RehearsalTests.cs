using System.Net.Sockets;

namespace Dyno.K6.Tests;

/// <summary>What runs before many starts a second, and that nothing of it is seen.</summary>
public sealed class RehearsalTests : IAsyncLifetime
{
    private const string Script = """
        import http from 'k6/http';
        import exec from 'k6/execution';
        import { check, sleep } from 'k6';
        export const options = { scenarios: { s: {
          executor: 'constant-arrival-rate', rate: RATE, timeUnit: '1s', duration: '1s', preAllocatedVUs: 4, maxVUs: 12 } } };
        export default function () {
          check(http.get(`${__ENV.BASE}/${__VU}`), { 'is 200': (r) => r.status === 200 });
        }
        export function teardown() {
          console.log(`made ${exec.instance.vusInitialized}`);
          sleep(1.1); // users are counted each second
        }
        """;

    private readonly ConcurrentBag<string> _paths = [];
    private KestrelServer _server = null!;

    public async ValueTask InitializeAsync() => _server = await KestrelServer.StartAsync(new KestrelOptions(), context =>
    {
        _paths.Add(context.Request.Path.Value!);
        return context.Response.WriteAsync("ok");
    });

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    [Fact]
    public async Task Nothing_of_it_reaches_the_target_or_is_counted()
    {
        var (run, lines) = await RunAsync(rate: 1_000);

        lines.ShouldContain(line => line.StartsWith("rehearsed ") && line != "rehearsed 0 iterations");
        run.Metric("http_reqs", "count").ShouldBe(_paths.Count);
        run.Metric("iterations", "count").ShouldBe(_paths.Count);
        run.Metric("checks", "rate").ShouldBe(1);
        var totals = run.Result!.Measured.Totals;
        (totals.Requests + totals.DroppedIterations).ShouldBe(1_000);
        run.Result.Plan.Scenarios.Single().Steps.ShouldAllBe(step => step.Url.StartsWith(_server.Url.AbsoluteUri));
    }

    /// <summary>Who was made ready but not needed does not count.</summary>
    [Fact]
    public async Task Its_users_and_spare_ones_are_not_seen()
    {
        var (run, lines) = await RunAsync(rate: 1_000);

        var users = _paths.Select(path => int.Parse(path.AsSpan(1))).ToHashSet();
        users.ShouldAllBe(user => user >= 1 && user <= 12);
        var made = int.Parse(lines.Single(line => line.StartsWith("made "))[5..]);
        made.ShouldBeInRange(Math.Max(4, users.Count), 12);
        run.Metric("vus_max", "value").ShouldBe(made);
    }

    [Theory]
    [InlineData(1_000, true)]
    [InlineData(999, false)]
    public async Task Many_starts_each_second_are_rehearsed(int rate, bool areMany)
    {
        var (run, lines) = await RunAsync(rate, VuLayout.Auto);

        run.Result!.Plan.Options["vuLayout"].ShouldBe("dense");
        lines.Any(line => line.StartsWith("rehearsed")).ShouldBe(areMany);
    }

    [Fact]
    public async Task A_script_that_cannot_share_machines_is_told_why_starts_may_be_dropped()
    {
        var (run, _) = await RunAsync(1_000, VuLayout.Auto, script => script.Replace("export default function", "export default async function", StringComparison.Ordinal));

        run.Result!.Plan.Options["vuLayout"].ShouldBe("isolated");
        run.Warnings.ShouldContain(warning => warning.StartsWith("starts may be dropped until the script engine of each virtual user is warm, because") && warning.Contains("async"));
    }

    [Fact]
    public async Task Few_starts_need_none()
    {
        var (_, lines) = await RunAsync(rate: 999);

        lines.ShouldNotContain(line => line.StartsWith("rehearsed"));
    }

    [Fact]
    public async Task Its_peer_answers_requests_in_parts_and_goes_when_it_is_disposed_of()
    {
        var peer = new RehearsalPeer();
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync("127.0.0.1", peer.Url.Port, TestContext.Current.CancellationToken);
        foreach (var part in new[] { "GET / HTTP/1.1\r\n", "Host: x\r\n\r", "\n" }) socket.Send(System.Text.Encoding.ASCII.GetBytes(part));
        var answer = new byte[1024];
        var received = 0;
        while (!System.Text.Encoding.ASCII.GetString(answer, 0, received).EndsWith('}'))
            received += await socket.ReceiveAsync(answer.AsMemory(received), TestContext.Current.CancellationToken);
        System.Text.Encoding.ASCII.GetString(answer, 0, received).ShouldStartWith("HTTP/1.1 200 OK\r\n");

        peer.Dispose();

        (await ReceiveAsync(socket, answer)).ShouldBe(0);
    }

    /// <summary>Each round connects anew: a peer that kept what is over would use up the files a process may have.</summary>
    [Fact]
    public async Task Its_peer_closes_a_connection_whose_other_side_has_ended()
    {
        using var peer = new RehearsalPeer();
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync("127.0.0.1", peer.Url.Port, TestContext.Current.CancellationToken);
        socket.Shutdown(SocketShutdown.Send);

        using var limit = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        limit.CancelAfter(TimeSpan.FromSeconds(30));
        (await socket.ReceiveAsync(new byte[1], limit.Token)).ShouldBe(0);
    }

    /// <summary>0 for a connection that is closed, or torn down.</summary>
    private static async Task<int> ReceiveAsync(Socket socket, byte[] buffer)
    {
        try
        {
            return await socket.ReceiveAsync(buffer, TestContext.Current.CancellationToken);
        }
        catch (SocketException)
        {
            return 0;
        }
    }

    private async Task<(ScriptOutcome Run, string[] Lines)> RunAsync(int rate, VuLayout layout = VuLayout.Dense, Func<string, string>? change = null)
    {
        var log = new StringWriter();
        var script = Script.Replace("RATE", $"{rate}", StringComparison.Ordinal);
        var run = await ScriptRunner.RunAsync(change?.Invoke(script) ?? script, _server, change: request => request with
        {
            Layout = layout,
            Log = new ScriptLog(log, LogFormat.Raw, isVerbose: true, TimeProvider.System),
        });
        return (run, log.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }
}
