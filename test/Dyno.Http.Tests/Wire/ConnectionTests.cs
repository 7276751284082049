namespace Dyno.Http.Tests;

/// <summary>Where connections go, and how long they live.</summary>
public class ConnectionTests : DriverTests
{
    [Fact]
    public async Task IPv6_is_spoken()
    {
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Address = IPAddress.IPv6Loopback });
        DriverRun.To(new Uri($"http://[::1]:{server.Port}/")).Iterate(users: 2, iterations: 10).Good.ShouldBe(10);
        server.Seen.First().Headers["Host"].ShouldBe($"[::1]:{server.Port}");
    }

    [Fact]
    public async Task Every_address_of_a_name_is_tried_and_the_one_that_works_is_kept()
    {
        await using var server = await KestrelServer.StartAsync();
        var outcome = Named(server.Port, new HttpOptions { ReuseConnections = false }, _ => ["127.0.0.3", "127.0.0.2", "127.0.0.1"])
            .Iterate(users: 2, iterations: 20);
        outcome.Good.ShouldBe(20);
        outcome.Failed.ShouldBe(0);
        outcome.Recorder.ConnectionsOpened.ShouldBe(20);
        server.Seen.First().Headers["Host"].ShouldBe($"api.test:{server.Port}");
    }

    [Fact]
    public void Connections_that_the_server_closed_between_two_slices_are_opened_again_outside_of_them()
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        var run = DriverRun.To(server.Url) with
        {
            AroundPhase = phase =>
            {
                if (phase != 1) return;
                server.Kill();
                server.Return();
            },
        };
        var phases = run.Run(DriverRun.Count(4, 40), new SilentPacer(), DriverRun.Count(4, 40)).Phases;

        (phases[1].Reconnects, phases[1].Starts, phases[1].BytesSent).ShouldBe((4, 0, 0));
        (phases[2].ConnectionsOpened, phases[2].Iterations).ShouldBe((0, 40));
        server.Requests.ShouldBe(80);
    }

    [Fact]
    public void When_no_address_works_a_request_fails_once()
    {
        var outcome = Named(FaultServers.RefusingPort(), new HttpOptions(), _ => ["127.0.0.3", "127.0.0.2"]).Iterate(users: 1, iterations: 3);
        outcome.Errors(RequestErrorKind.Refused).ShouldBe(3);
    }

    [Fact]
    public async Task A_Unix_socket_replaces_TCP()
    {
        var path = Path.Combine(Directory.CreateTempSubdirectory("dyno-").FullName, "api.sock");
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { UnixSocket = path });
        var run = DriverRun.To(new Uri("http://api.test/")) with { Options = new HttpOptions { UnixSocket = path } };
        run.Iterate(users: 20, iterations: 200).Good.ShouldBe(200);
        server.Seen.First().Headers["Host"].ShouldBe("api.test");
    }

    [Fact]
    public async Task A_Unix_socket_whose_backlog_is_full_is_tried_again()
    {
        var path = Path.Combine(Directory.CreateTempSubdirectory("dyno-").FullName, "slow.sock");
        using var listener = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint(path));
        listener.Listen(1);
        using var over = new CancellationTokenSource();
        var serving = ServeSlowlyAsync(listener, over.Token);
        var run = DriverRun.To(new Uri("http://api.test/")) with { Options = new HttpOptions { UnixSocket = path } };
        var outcome = await Task.Run(() => run.Iterate(users: 10, iterations: 10), TestContext.Current.CancellationToken);
        outcome.Good.ShouldBe(10, outcome.Example(RequestErrorKind.System));
        await over.CancelAsync();
        await serving;
    }

    [Fact]
    public void A_Unix_socket_that_is_not_there_is_refused()
    {
        var run = DriverRun.To(new Uri("http://api.test/")) with { Options = new HttpOptions { UnixSocket = "/tmp/no-such-socket" } };
        run.Iterate(users: 1, iterations: 2).Errors(RequestErrorKind.Refused).ShouldBe(2);
        var tooLong = run with { Options = new HttpOptions { UnixSocket = "/tmp/" + new string('x', 200) } };
        Should.Throw<UserFault>(() => tooLong.Iterate(1, 1)).Message.ShouldContain("longer than the 107 bytes");
    }

    [Fact]
    public async Task Connect_to_changes_where_a_connection_goes_and_nothing_else()
    {
        await using var server = await KestrelServer.StartAsync();
        var run = DriverRun.To(new Uri("http://api.test:8080/"));
        var rules = new HttpOptions { ConnectTo = [new("other.test", null, "", 1), new("api.test", 8080, "127.0.0.1", server.Port)] };
        (run with { Options = rules }).Iterate(users: 1, iterations: 3).Good.ShouldBe(3);
        server.Seen.First().Headers["Host"].ShouldBe("api.test:8080");
    }

    [Fact]
    public async Task Without_reuse_every_request_has_a_connection_of_its_own()
    {
        await using var server = await KestrelServer.StartAsync();
        var run = DriverRun.To(server.Url) with { Options = new HttpOptions { ReuseConnections = false } };
        var outcome = run.Iterate(users: 2, iterations: 10);
        outcome.Good.ShouldBe(10);
        outcome.Recorder.ConnectionsOpened.ShouldBe(10);
        outcome.Recorder.Reconnects.ShouldBe(0, "closing was the client's choice");
        server.Seen.Select(r => r.ConnectionId).Distinct().Count().ShouldBe(10);
        server.Seen.First().Headers["Connection"].ShouldBe("close");
    }

    [Fact]
    public async Task A_virtual_user_keeps_its_connection()
    {
        await using var server = await KestrelServer.StartAsync();
        DriverRun.To(server.Url).Iterate(users: 5, iterations: 50);
        server.Seen.Select(r => r.ConnectionId).Distinct().Count().ShouldBe(5);
    }

    [Fact]
    public async Task A_session_over_two_origins_has_a_connection_to_each()
    {
        await using var first = await KestrelServer.StartAsync();
        await using var second = await KestrelServer.StartAsync();
        var run = DriverRun.To(first.Url) with { Requests = [DriverRun.Get(first.Url, "a"), DriverRun.Get(second.Url, "b")] };
        var outcome = run.Iterate(users: 3, iterations: 30);
        outcome.Good.ShouldBe(60);
        outcome.Recorder.ConnectionsOpened.ShouldBe(6);
        first.Seen.ShouldAllBe(r => r.Target == "/a");
        second.Seen.ShouldAllBe(r => r.Target == "/b");
        (first.Seen.Count, second.Seen.Count).ShouldBe((30, 30));
    }

    [Fact]
    public void A_connection_that_is_never_accepted_runs_into_the_connect_time_out()
    {
        // A backlog of one that nobody accepts from: the next connection attempts hang in the kernel.
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(1);
        var fillers = Enumerable.Range(0, 8)
            .Select(_ => new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { Blocking = false })
            .ToArray();
        foreach (var filler in fillers)
            Should.Throw<SocketException>(() => filler.Connect(listener.LocalEndPoint!)).SocketErrorCode.ShouldBe(SocketError.WouldBlock);
        var url = new Uri($"http://127.0.0.1:{((IPEndPoint)listener.LocalEndPoint!).Port}/");
        var run = DriverRun.To(url) with { Options = new HttpOptions { ConnectTimeout = TimeSpan.FromMilliseconds(200) } };
        var outcome = run.Iterate(users: 1, iterations: 1);
        outcome.Errors(RequestErrorKind.Unreachable).ShouldBe(1);
        outcome.Example(RequestErrorKind.Unreachable).ShouldNotBeNull().ShouldContain("timed out");
        foreach (var filler in fillers) filler.Dispose();
    }

    [Fact]
    public void A_server_that_closes_every_second_time_costs_reconnects_and_nothing_else()
    {
        using var server = ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.ReadRequest,
            ServerAction.Send(Answers.Hello), ServerAction.Close);
        var run = DriverRun.To(server.Url) with { Options = new HttpOptions { Delay = TimeSpan.FromMilliseconds(50) } };
        var outcome = run.Iterate(users: 1, iterations: 8);
        outcome.Good.ShouldBe(8);
        outcome.Failed.ShouldBe(0);
    }

    [Fact]
    public void Connections_stay_open_from_one_phase_to_the_next()
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        var outcome = DriverRun.To(server.Url).Run(DriverRun.Count(users: 4, iterations: 100), DriverRun.Count(users: 4, iterations: 100));
        outcome.Phases[0].ConnectionsOpened.ShouldBe(4);
        outcome.Phases[1].ConnectionsOpened.ShouldBe(0);
        outcome.Good.ShouldBe(100);
        server.Connections.ShouldBe(4);
    }

    [Fact]
    public async Task A_name_is_looked_up_once_per_run_unless_its_time_is_limited()
    {
        await using var server = await KestrelServer.StartAsync();
        var (lookUps, signals) = (0, new RunSignals());
        Named(server.Port, new HttpOptions { ReuseConnections = false }, Count).Iterate(users: 2, iterations: 50).Good.ShouldBe(50);
        lookUps.ShouldBe(1);
        var options = new HttpOptions { ReuseConnections = false, DnsTtl = TimeSpan.FromMilliseconds(1) };
        (Named(server.Port, options, Count) with { Signals = signals }).Loop(2, TimeSpan.FromSeconds(30)).Failed.ShouldBe(0);
        lookUps.ShouldBeGreaterThan(20);

        string[] Count(int n)
        {
            if (++lookUps > 20) signals.Stop();
            return n % 2 == 0 ? ["127.0.0.1"] : ["127.0.0.2", "127.0.0.1"];
        }
    }

    [Theory]
    [InlineData("localhost")]
    [InlineData("shop.localhost")]
    [InlineData("LOCALHOST.")]
    public async Task A_name_of_this_machine_has_the_address_that_the_hosts_file_leaves_out(string host)
    {
        Assert.SkipUnless(Socket.OSSupportsIPv6, "there is no ::1");
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Address = IPAddress.IPv6Loopback });
        var run = Named(server.Port, new HttpOptions(), _ => ["127.0.0.1"], host);

        await ((LoadWorkload)run.Create!(run.Options)).AskAsync(TestContext.Current.CancellationToken);
        run.Iterate(users: 2, iterations: 20).Good.ShouldBe(20);
    }

    [Fact]
    public async Task When_a_later_look_up_fails_the_known_addresses_stay_in_use()
    {
        await using var server = await KestrelServer.StartAsync();
        var options = new HttpOptions { ReuseConnections = false, DnsTtl = TimeSpan.FromMilliseconds(1) };
        Named(server.Port, options, n => n == 0 ? ["127.0.0.1"] : throw new SocketException((int)SocketError.TryAgain))
            .Loop(2, TimeSpan.FromMilliseconds(200)).Failed.ShouldBe(0);
    }

    private static async Task ServeSlowlyAsync(Socket listener, CancellationToken over)
    {
        try
        {
            while (true)
            {
                using var socket = await listener.AcceptAsync(over);
                await socket.ReceiveAsync(new byte[1000], over);
                await socket.SendAsync(System.Text.Encoding.ASCII.GetBytes(Answers.Of(200, "x", "Connection: close")), over);
            }
        }
        catch (OperationCanceledException)
        {
            // The test is over.
        }
    }

    /// <summary>A load on api.test, whose addresses a test decides by the number of the look-up.</summary>
    private static DriverRun Named(int port, HttpOptions options, Func<int, string[]> addresses, string host = "api.test")
    {
        var run = DriverRun.To(new Uri($"http://{host}:{port}/"));
        var lookUps = 0;
        return run with
        {
            Options = options,
            Create = o => new LoadWorkload(HttpSession.Create(run.Requests, o), Current, LookUp),
        };

        Task<IPAddress[]> LookUp(string name, CancellationToken cancellationToken) =>
            Task.FromResult(addresses(lookUps++).Select(IPAddress.Parse).ToArray());
    }
}
