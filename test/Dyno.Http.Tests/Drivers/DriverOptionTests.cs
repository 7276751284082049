using System.Net;
using Dyno.Http.Requests;
using Dyno.Http.Tests.Engine;
using Dyno.Load.Engine;
using Dyno.Load.Plans;
using Dyno.Testing.Servers;

namespace Dyno.Http.Tests.Drivers;

/// <summary>What a user can ask of every driver of HTTP/1.1.</summary>
public class DriverOptionTests
{
    public static TheoryData<DriverChoice> Drivers => DriversUnderTest.Http11;

    [Theory, MemberData(nameof(Drivers))]
    public void Requests_of_a_session_go_out_in_order_on_one_connection(DriverChoice driver)
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        var seen = (DriverRun.To(server.Url, "a", "b", "c") with { Driver = driver }).Iterate(1, 3);
        seen.Recorder.Iterations.ShouldBe(3);
        seen.Recorder.ConnectionsOpened.ShouldBe(1);
        Paths(server).ShouldBe(["/a", "/b", "/c", "/a", "/b", "/c", "/a", "/b", "/c"]);
        for (var i = 0; i < 3; i++) seen.Recorder.Steps[i].Service.Count.ShouldBe(3);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void Random_order_takes_every_request_of_each_pass_once(DriverChoice driver)
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        string[] paths = [.. "abcdefgh".Select(c => c.ToString())];
        (DriverRun.To(server.Url, paths) with { Driver = driver, Options = new HttpOptions { RandomOrder = true } }).Iterate(1, 4);
        var passes = Paths(server).Chunk(8).ToArray();
        foreach (var pass in passes) pass.Order().ShouldBe(paths.Select(p => "/" + p));
        passes.Select(p => string.Concat(p)).Distinct().Count().ShouldBeGreaterThan(1);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void A_session_may_visit_several_servers(DriverChoice driver)
    {
        using var one = ScriptedServer.Answering(Answers.Hello);
        using var two = ScriptedServer.Answering(Answers.Of(201));
        var run = new DriverRun { Driver = driver, Requests = [DriverRun.Get(one.Url, "a"), DriverRun.Get(two.Url, "b"), DriverRun.Get(one.Url, "c")] };
        var seen = run.Iterate(2, 10);
        seen.Good.ShouldBe(30);
        seen.Statuses(201).ShouldBe(10);
        (one.Connections, two.Connections).ShouldBe((2, 2));
    }

    [Theory, MemberData(nameof(Drivers))]
    public void Rows_of_a_feed_fill_the_slots_in_order(DriverChoice driver)
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        var request = DriverRun.Get(server.Url) with
        {
            Method = "POST",
            Url = new Uri(server.Url, "/%7B%7Bid%7D%7D"),
            Body = "n={{name}}"u8.ToArray(),
        };
        var feed = new DataFeed { Columns = ["id", "name"], Rows = [["1", "ann"], ["22", "bo"]] };
        new DriverRun { Driver = driver, Requests = [request], Options = new HttpOptions { Feed = feed } }.Iterate(1, 4).Good.ShouldBe(4);
        Paths(server).ShouldBe(["/1", "/22", "/1", "/22"]);
        server.Received.ElementAt(1).ShouldEndWith("Content-Length: 4\r\n\r\nn=bo");
    }

    [Theory, MemberData(nameof(Drivers))]
    public void Without_reuse_every_request_has_its_own_connection(DriverChoice driver)
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        var seen = (DriverRun.To(server.Url) with { Driver = driver, Options = new HttpOptions { ReuseConnections = false } }).Iterate(2, 10);
        seen.Good.ShouldBe(10);
        server.Connections.ShouldBe(10);
        seen.Recorder.ConnectionsOpened.ShouldBe(10);
        server.Received.First().ShouldContain("Connection: close\r\n");
    }

    [Theory, MemberData(nameof(Drivers))]
    public void Pipelined_virtual_users_share_connections_and_get_their_own_answers(DriverChoice driver)
    {
        using var server = ScriptedServer.Answering(Answers.ChunkedHello);
        var seen = (DriverRun.To(server.Url) with { Driver = driver, Options = new HttpOptions { PipelineDepth = 8 } }).Iterate(16, 2000);
        seen.Good.ShouldBe(2000);
        seen.Failed.ShouldBe(0);
        server.Connections.ShouldBe(2);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void Pipelined_requests_behind_a_close_are_sent_again(DriverChoice driver)
    {
        using var server = ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.ReadRequest,
            ServerAction.Send(Answers.Of(200, "last", "Connection: close")), ServerAction.Close);
        var seen = (DriverRun.To(server.Url) with { Driver = driver, Options = new HttpOptions { PipelineDepth = 2 } }).Iterate(2, 20);
        (seen.Good + seen.Failed).ShouldBe(20);
        seen.Good.ShouldBeGreaterThan(10);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void Connect_to_sends_the_connections_elsewhere_and_leaves_the_host_header(DriverChoice driver)
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        var options = new HttpOptions { ConnectTo = [new ConnectToRule("api.test", 80, "127.0.0.1", server.Port)] };
        var seen = (DriverRun.To(new Uri("http://api.test/")) with { Driver = driver, Options = options }).Iterate(1, 2);
        seen.Good.ShouldBe(2);
        server.Received.First().ShouldContain("Host: api.test\r\n");
    }

    [Theory, MemberData(nameof(Drivers))]
    public async Task A_Unix_socket_replaces_TCP(DriverChoice driver)
    {
        var path = Path.Combine(Path.GetTempPath(), $"dyno-{Guid.NewGuid():N}.sock");
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { UnixSocket = path });
        var seen = (DriverRun.To(new Uri("http://localhost/")) with { Driver = driver, Options = new HttpOptions { UnixSocket = path } }).Iterate(2, 20);
        seen.Good.ShouldBe(20);
        seen.Recorder.ConnectionsOpened.ShouldBe(2);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void A_Unix_socket_that_is_not_there_is_refused(DriverChoice driver)
    {
        var options = new HttpOptions { UnixSocket = Path.Combine(Path.GetTempPath(), $"dyno-{Guid.NewGuid():N}.sock") };
        var seen = (DriverRun.To(new Uri("http://localhost/")) with { Driver = driver, Options = options }).Iterate(1, 2);
        seen.Errors(RequestErrorKind.Refused).ShouldBe(2, seen.Example(RequestErrorKind.System));
    }

    [Theory, MemberData(nameof(Drivers))]
    public async Task IPv6_is_spoken(DriverChoice driver)
    {
        if (!System.Net.Sockets.Socket.OSSupportsIPv6) Assert.Skip("this system has no IPv6");
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Address = IPAddress.IPv6Loopback });
        (DriverRun.To(server.Url) with { Driver = driver }).Iterate(1, 3).Good.ShouldBe(3);
        server.Seen.First().Headers["Host"].ShouldBe($"[::1]:{server.Port}");
    }

    [Theory, MemberData(nameof(Drivers))]
    public void Localhost_works_whichever_address_the_server_listens_on(DriverChoice driver)
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        var seen = (DriverRun.To(new Uri($"http://localhost:{server.Port}/")) with { Driver = driver }).Iterate(2, 6);
        seen.Good.ShouldBe(6);
        seen.Failed.ShouldBe(0);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void A_host_that_does_not_resolve_is_said_before_the_run(DriverChoice driver)
    {
        var refusal = Should.Throw<LoadException>(() =>
            (DriverRun.To(new Uri("http://no-such-host.invalid/")) with { Driver = driver }).Iterate(1, 1));
        refusal.Message.ShouldContain("no-such-host.invalid");
        refusal.Hint.ShouldNotBeNull().ShouldContain("--connect-to");
    }

    private static IEnumerable<string> Paths(ScriptedServer server) => server.Received.Select(r => r.Split(' ')[1]);
}
