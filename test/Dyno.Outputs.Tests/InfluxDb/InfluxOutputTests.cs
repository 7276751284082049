using System.Net;
using System.Net.Sockets;
using System.Text;
using Microsoft.AspNetCore.Http;

namespace Dyno.Outputs.Tests;

public sealed class InfluxOutputTests
{
    [Fact]
    public async Task A_server_gets_a_line_per_snapshot()
    {
        await using var server = await KestrelServer.StartAsync(answer: NoContent);

        var ending = await Sending.ToAsync($"influxdb={server.Url}loads", Snapshots.At(1, RunPhase.WarmUp), Snapshots.WithoutAnswers(2));

        ending.ShouldSatisfyAllConditions(e => e.Sent.ShouldBe(2), e => e.Lost.ShouldBe(0));
        server.Seen.Select(seen => $"{seen.Method} {seen.Target}").ShouldBe(["POST /write?db=loads", "POST /write?db=loads"]);
        var lines = server.Seen.Select(seen => Encoding.UTF8.GetString(seen.Body)).ToList();
        lines[0].ShouldStartWith("dyno,phase=warmup,run=orders\\,\\ \"fast\" requests=1000i,failed_requests=10i,");
        lines[0].ShouldContain(",response_time_p99_ms=5.5,");
        lines[0].ShouldContain(",errors_timeout=6i ");
        lines[1].ShouldContain(",offered_per_second=2000,");
        lines[1].ShouldNotContain("response_time");
        foreach (var line in lines) line.ShouldMatch(@"^\S+(?:\\ \S*)* \S+ \d{19}\n$");
    }

    [Fact]
    public async Task A_whole_write_address_is_used_as_it_is_and_user_info_becomes_a_header()
    {
        await using var server = await KestrelServer.StartAsync(answer: NoContent);

        await Sending.ToAsync($"influxdb=http://me:pass@127.0.0.1:{server.Port}/api/v2/write?org=o&bucket=b", Snapshots.At(1));

        var seen = server.Seen.ShouldHaveSingleItem();
        seen.Target.ShouldBe("/api/v2/write?org=o&bucket=b");
        seen.Headers["Authorization"].ShouldBe("Basic " + Convert.ToBase64String("me:pass"u8));
    }

    [Fact]
    public async Task Lines_go_by_datagram_too()
    {
        using var receiver = new UdpClient(new IPEndPoint(IPAddress.Loopback, 0));

        await Sending.ToAsync($"influxdb=udp://127.0.0.1:{((IPEndPoint)receiver.Client.LocalEndPoint!).Port}", Snapshots.At(1));

        using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        Encoding.UTF8.GetString((await receiver.ReceiveAsync(patience.Token)).Buffer).ShouldStartWith("dyno,phase=measure,");
    }

    [Fact]
    public async Task A_refusal_is_counted_and_told()
    {
        await using var server = await KestrelServer.StartAsync(answer: context =>
        {
            context.Response.StatusCode = 404;
            return Task.CompletedTask;
        });

        var ending = await Sending.ToAsync($"influxdb={server.Url}loads", Snapshots.At(1), Snapshots.At(2));

        ending.ShouldSatisfyAllConditions(e => e.Sent.ShouldBe(0), e => e.Lost.ShouldBe(2), e => e.Reason.ShouldBe("the server answered 404 Not Found"));
    }

    [Fact]
    public async Task A_dead_server_loses_every_snapshot_and_nothing_else()
    {
        var ending = await Sending.ToAsync($"influxdb=http://127.0.0.1:{FaultServers.RefusingPort()}/loads", Snapshots.At(1), Snapshots.At(2));

        ending.ShouldSatisfyAllConditions(e => e.Sent.ShouldBe(0), e => e.Lost.ShouldBe(2), e => e.Reason.ShouldNotBeNull().ShouldContain("refused"));
    }

    [Fact]
    public async Task A_server_that_never_answers_does_not_keep_the_run_from_ending()
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start(); // connections wait in the backlog: nobody accepts them

        var ending = await Sending.ToAsync(TimeProvider.System, $"influxdb=http://127.0.0.1:{((IPEndPoint)silent.LocalEndpoint).Port}/loads",
            [.. Enumerable.Range(1, 100).Select(second => Snapshots.At(second))]);

        ending.Sent.ShouldBe(0);
        ending.Lost.ShouldBe(100);
    }

    private static Task NoContent(HttpContext context)
    {
        context.Response.StatusCode = 204;
        return Task.CompletedTask;
    }
}
