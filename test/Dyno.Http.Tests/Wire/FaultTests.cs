namespace Dyno.Http.Tests;

/// <summary>Servers that misbehave: every request ends, is counted once, and the first example says what happened.</summary>
public class FaultTests : DriverTests
{
    private static readonly HttpOptions Impatient = new() { Timeout = TimeSpan.FromMilliseconds(200) };

    [Fact]
    public void Nothing_listens()
    {
        var outcome = DriverRun.To(new Uri($"http://127.0.0.1:{FaultServers.RefusingPort()}/")).Iterate(users: 2, iterations: 6);
        outcome.Errors(RequestErrorKind.Refused).ShouldBe(6);
        outcome.Recorder.Iterations.ShouldBe(6);
        outcome.Example(RequestErrorKind.Refused).ShouldNotBeNull().ShouldContain("Connection refused");
        outcome.Recorder.ConnectionsOpened.ShouldBe(0);
    }

    [Fact]
    public void A_refused_port_does_not_make_a_closed_loop_spin()
    {
        // Pauses of 10, 20, 40, 80, 160, 320 ms lie between seven attempts, however fast a refusal is.
        var clock = Stopwatch.StartNew();
        var outcome = DriverRun.To(new Uri($"http://127.0.0.1:{FaultServers.RefusingPort()}/")).Iterate(users: 1, iterations: 7);
        outcome.Errors(RequestErrorKind.Refused).ShouldBe(7);
        clock.Elapsed.ShouldBeGreaterThan(TimeSpan.FromMilliseconds(600));
    }

    [Fact]
    public void A_refused_port_fails_every_start_of_an_open_model_at_its_time()
    {
        var outcome = DriverRun.To(new Uri($"http://127.0.0.1:{FaultServers.RefusingPort()}/"))
            .Arrive(rate: 200, TimeSpan.FromMilliseconds(500), users: 20);
        outcome.Errors(RequestErrorKind.Refused).ShouldBe(100 - outcome.Recorder.DroppedIterations);
        outcome.Recorder.Starts.ShouldBe(100 - outcome.Recorder.DroppedIterations);
    }

    [Fact]
    public void A_server_that_never_answers_times_out_at_the_deadline_and_costs_the_connection()
    {
        using var server = FaultServers.NeverAnswering();
        var outcome = (DriverRun.To(server.Url) with { Options = Impatient }).Iterate(users: 3, iterations: 6);
        outcome.Errors(RequestErrorKind.Timeout).ShouldBe(6);
        outcome.Recorder.Steps[0].FailedService.Min.ShouldBe(200_000_000);
        outcome.Recorder.Steps[0].FailedService.Max.ShouldBe(200_000_000);
        outcome.Recorder.ConnectionsOpened.ShouldBe(6);
        outcome.Recorder.Reconnects.ShouldBe(0, "it was not the server that closed");
        outcome.Example(RequestErrorKind.Timeout).ShouldNotBeNull().ShouldContain("0.2 s");
    }

    [Fact]
    public void A_byte_now_and_then_does_not_stretch_the_time_out()
    {
        using var server = FaultServers.AnsweringAByteEvery(TimeSpan.FromMilliseconds(50));
        var outcome = (DriverRun.To(server.Url) with { Options = Impatient }).Iterate(users: 2, iterations: 4);
        outcome.Errors(RequestErrorKind.Timeout).ShouldBe(4);
        outcome.Recorder.Steps[0].FailedService.Max.ShouldBe(200_000_000);
    }

    [Fact]
    public void A_slow_answer_within_its_time_is_a_good_one()
    {
        using var server = FaultServers.AnsweringAByteEvery(TimeSpan.FromMilliseconds(2));
        DriverRun.To(server.Url).Iterate(users: 2, iterations: 2).Good.ShouldBe(2);
    }

    [Fact]
    public void Half_a_body_is_no_answer()
    {
        using var server = FaultServers.ClosingAfterHalfABody();
        var outcome = DriverRun.To(server.Url).Iterate(users: 1, iterations: 4);
        outcome.Errors(RequestErrorKind.Closed).ShouldBe(4);
        outcome.Example(RequestErrorKind.Closed).ShouldBe("GET /: the server closed the connection after 44 bytes of its answer");
        outcome.Recorder.Reconnects.ShouldBe(3);
    }

    [Fact]
    public void Closing_without_an_answer_on_a_fresh_connection_is_an_error_and_not_tried_again()
    {
        using var server = FaultServers.ClosingWithoutAnswer();
        var outcome = DriverRun.To(server.Url).Iterate(users: 1, iterations: 4);
        outcome.Errors(RequestErrorKind.Closed).ShouldBe(4);
        server.Requests.ShouldBe(4);
        outcome.Example(RequestErrorKind.Closed).ShouldBe("GET /: the server closed the connection without an answer");
    }

    [Fact]
    public void A_reset_is_a_reset()
    {
        using var server = FaultServers.Resetting();
        var outcome = DriverRun.To(server.Url).Iterate(users: 2, iterations: 8);
        outcome.Errors(RequestErrorKind.Reset).ShouldBe(8);
        outcome.Example(RequestErrorKind.Reset).ShouldNotBeNull().ShouldContain("reset");
    }

    [Fact]
    public void A_connection_that_the_server_closed_while_it_was_idle_is_replaced_whatever_the_method()
    {
        using var server = FaultServers.ClosingAfterEachAnswer();
        var run = DriverRun.To(server.Url) with { Options = new HttpOptions { Delay = TimeSpan.FromMilliseconds(100) } };
        var outcome = (run with { Requests = [run.Requests[0] with { Method = "POST" }] }).Iterate(users: 2, iterations: 8);
        outcome.Good.ShouldBe(8);
        outcome.Failed.ShouldBe(0);
        (outcome.Recorder.ConnectionsOpened, outcome.Recorder.Reconnects, outcome.Recorder.Resends).ShouldBe((8, 6, 0));
    }

    [Fact]
    public void A_server_that_closes_after_each_answer_receives_no_request_more_often_than_the_result_counts_it()
    {
        using var server = FaultServers.ClosingAfterEachAnswer();
        var outcome = DriverRun.To(server.Url).Iterate(users: 2, iterations: 200);
        outcome.Good.ShouldBe(server.Requests);
        (outcome.Good + outcome.Errors(RequestErrorKind.Closed) + outcome.Errors(RequestErrorKind.Reset)).ShouldBe(200);
    }

    [Theory]
    [InlineData("GET", 0, false)]
    [InlineData("GET", 60, false)]
    [InlineData("GET", 60, true)]
    [InlineData("POST", 0, false)]
    public void A_request_that_the_server_took_before_it_ended_the_connection_is_an_error_and_is_not_sent_again(string method, int workMillis, bool resets)
    {
        using var server = ScriptedServer.Start(
            ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.ReadRequest,
            ServerAction.Wait(TimeSpan.FromMilliseconds(workMillis)), resets ? ServerAction.Reset : ServerAction.Close);
        var run = DriverRun.To(server.Url);
        var outcome = (run with { Requests = [run.Requests[0] with { Method = method }] }).Iterate(users: 1, iterations: 4);
        outcome.Good.ShouldBe(2);
        outcome.Errors(resets ? RequestErrorKind.Reset : RequestErrorKind.Closed).ShouldBe(2);
        (server.Requests, outcome.Recorder.Resends).ShouldBe((4, 0));
    }

    [Fact]
    public void Announced_closes_are_reconnects_and_no_errors()
    {
        using var server = FaultServers.AnnouncingClose();
        var outcome = DriverRun.To(server.Url).Iterate(users: 2, iterations: 10);
        outcome.Good.ShouldBe(10);
        outcome.Failed.ShouldBe(0);
        outcome.Recorder.ConnectionsOpened.ShouldBe(10);
        outcome.Recorder.Reconnects.ShouldBe(8);
    }

    [Fact]
    public void Server_errors_only_are_answers_with_a_failing_status()
    {
        using var server = FaultServers.AnsweringOnly(503);
        var outcome = DriverRun.To(server.Url).Iterate(users: 2, iterations: 10);
        outcome.Good.ShouldBe(0);
        outcome.Failed.ShouldBe(10);
        outcome.Statuses(503).ShouldBe(10);
        outcome.Errors(RequestErrorKind.Status).ShouldBe(10);
        outcome.Recorder.ConnectionsOpened.ShouldBe(2);
    }

    [Theory]
    [InlineData("this is not HTTP", "does not begin with HTTP/1.1: this is not HTTP")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "two different lengths")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok, and more", "more bytes than the answer announced")]
    public void Garbage_is_a_protocol_error_with_its_first_bytes(string bytes, string reason)
    {
        using var server = FaultServers.SendingGarbage(Encoding.Latin1.GetBytes(bytes));
        var outcome = DriverRun.To(server.Url).Iterate(users: 1, iterations: 3);
        outcome.Errors(RequestErrorKind.Protocol).ShouldBe(3);
        outcome.Example(RequestErrorKind.Protocol).ShouldNotBeNull().ShouldContain(reason);
    }

    [Fact]
    public void A_head_beyond_the_limit_is_a_protocol_error()
    {
        using var server = ScriptedServer.Start(ServerAction.ReadRequest,
            ServerAction.Send("HTTP/1.1 200 OK\r\nX: " + new string('x', 100_000)), ServerAction.Hang);
        var outcome = (DriverRun.To(server.Url) with { Options = new HttpOptions { MaxHeadBytes = 4096 } }).Iterate(1, 2);
        outcome.Errors(RequestErrorKind.Protocol).ShouldBe(2);
        outcome.Example(RequestErrorKind.Protocol).ShouldNotBeNull().ShouldContain("the head exceeds the limit");
    }

    [Fact]
    public async Task A_server_that_dies_and_returns_is_survived()
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        var signals = new RunSignals();
        var run = DriverRun.To(server.Url) with { Signals = signals };
        var loop = Task.Run(() => run.Loop(4, TimeSpan.FromSeconds(30)), TestContext.Current.CancellationToken);
        await UntilAsync(() => server.Requests > 210); // up to four of them get no answer
        server.Kill();
        // In small steps: a machine that stands still swallows one of them, and the driver has the others to meet the refusals.
        for (var step = 0; step < 10; step++)
            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System, TestContext.Current.CancellationToken);
        server.Return();
        var answered = server.Requests;
        await UntilAsync(() => server.Requests > answered + 200);
        signals.Stop();
        var outcome = await loop;
        outcome.Good.ShouldBeGreaterThan(400);
        outcome.Failed.ShouldBeInRange(4, 200);
        outcome.Errors(RequestErrorKind.Refused).ShouldBeGreaterThan(0);
        outcome.Recorder.Reconnects.ShouldBeGreaterThanOrEqualTo(4);
        outcome.Good.ShouldBe(outcome.Statuses(200));
    }

    [Fact]
    public void A_host_that_does_not_resolve_is_said_before_the_run()
    {
        var failure = Should.Throw<UserFault>(() => DriverRun.To(new Uri("http://no-such-host.invalid/")).Iterate(1, 1));
        failure.Message.ShouldStartWith("the host no-such-host.invalid does not resolve");
        failure.Hint.ShouldNotBeNull();
    }

    [Fact]
    public void More_connections_than_open_files_are_refused_before_the_run()
    {
        var failure = Should.Throw<UserFault>(() => DriverRun.To(new Uri("http://127.0.0.1:1/")).Iterate(users: 50_000_000, iterations: 1));
        failure.Message.ShouldContain("open files");
        failure.Hint.ShouldNotBeNull().ShouldContain("use at most");
    }

    [Theory]
    [InlineData(256, "use at most 56 connections, or raise the hard limit (ulimit -Hn, LimitNOFILE)")]
    [InlineData(200, "raise the hard limit (ulimit -Hn, LimitNOFILE)")]
    [InlineData(64, "raise the hard limit (ulimit -Hn, LimitNOFILE)")]
    public void Fewer_connections_are_advised_only_where_they_would_do(long limit, string hint) =>
        FileBudget.TooFew(300, limit).Hint.ShouldBe(hint);

    private static async Task UntilAsync(Func<bool> condition)
    {
        var clock = Stopwatch.StartNew();
        while (!condition())
        {
            clock.Elapsed.ShouldBeLessThan(TimeSpan.FromSeconds(30));
            await Task.Delay(TimeSpan.FromMilliseconds(5), TimeProvider.System);
        }
    }
}
