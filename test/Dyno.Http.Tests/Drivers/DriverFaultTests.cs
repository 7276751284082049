using System.Text;
using Dyno.Http.Requests;
using Dyno.Http.Tests.Engine;
using Dyno.Load.Engine;
using Dyno.Testing.Servers;

namespace Dyno.Http.Tests.Drivers;

/// <summary>What servers do wrong, and what every driver of HTTP/1.1 makes of it.</summary>
public class DriverFaultTests
{
    public static TheoryData<DriverChoice> Drivers => DriversUnderTest.Http11;

    [Theory, MemberData(nameof(Drivers))]
    public void A_refused_connection_is_counted_as_refused(DriverChoice driver)
    {
        var seen = Load(driver, new Uri($"http://127.0.0.1:{FaultServers.RefusingPort()}/"), iterations: 3);
        seen.Errors(RequestErrorKind.Refused).ShouldBe(3);
        seen.Recorder.Iterations.ShouldBe(3);
        seen.Recorder.ConnectionsOpened.ShouldBe(0);
        seen.Example(RequestErrorKind.Refused).ShouldNotBeNull().ShouldContain("127.0.0.1");
    }

    [Theory, MemberData(nameof(Drivers))]
    public void A_server_that_never_answers_times_out_at_the_deadline(DriverChoice driver)
    {
        using var server = FaultServers.NeverAnswering();
        var seen = Load(driver, server.Url, 4, 2, new HttpOptions { Timeout = TimeSpan.FromMilliseconds(100) });
        seen.Errors(RequestErrorKind.Timeout).ShouldBe(4);
        seen.Recorder.Steps[0].FailedService.Min.ShouldBe(100_000_000);
        seen.Recorder.Steps[0].FailedService.Max.ShouldBe(100_000_000);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void A_server_that_answers_a_byte_at_a_time_times_out(DriverChoice driver)
    {
        using var server = FaultServers.AnsweringAByteEvery(TimeSpan.FromMilliseconds(20));
        var seen = Load(driver, server.Url, 2, 1, new HttpOptions { Timeout = TimeSpan.FromMilliseconds(200) });
        seen.Errors(RequestErrorKind.Timeout).ShouldBe(2);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void A_slow_answer_within_the_time_out_is_good(DriverChoice driver)
    {
        using var server = FaultServers.AnsweringAByteEvery(TimeSpan.FromMilliseconds(1));
        var seen = Load(driver, server.Url, 2);
        seen.Statuses(200).ShouldBe(2);
        seen.Recorder.ConnectionsOpened.ShouldBe(1);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void Half_a_body_is_a_closed_connection(DriverChoice driver)
    {
        using var server = FaultServers.ClosingAfterHalfABody();
        Load(driver, server.Url, 3).Errors(RequestErrorKind.Closed).ShouldBe(3);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void A_close_instead_of_an_answer_is_a_closed_connection(DriverChoice driver)
    {
        using var server = FaultServers.ClosingWithoutAnswer();
        Load(driver, server.Url, 3).Errors(RequestErrorKind.Closed).ShouldBe(3);
        server.Requests.ShouldBe(3);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void A_reset_is_counted_as_reset(DriverChoice driver)
    {
        using var server = FaultServers.Resetting();
        Load(driver, server.Url, 3).Errors(RequestErrorKind.Reset).ShouldBe(3);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void A_server_that_only_fails_is_recorded_by_status(DriverChoice driver)
    {
        using var server = FaultServers.AnsweringOnly(503);
        var seen = Load(driver, server.Url, 5);
        seen.Statuses(503).ShouldBe(5);
        seen.Errors(RequestErrorKind.Status).ShouldBe(5);
        seen.Good.ShouldBe(0);
        seen.Failed.ShouldBe(5);
        seen.Recorder.ConnectionsOpened.ShouldBe(1);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void A_body_of_a_gigabyte_streams_through_in_little_memory(DriverChoice driver)
    {
        const long Size = 1L << 30;
        using var server = FaultServers.SendingBodyOf(Size);
        var before = Environment.WorkingSet;
        var seen = Load(driver, server.Url, 1);
        (Environment.WorkingSet - before).ShouldBeLessThan(200L << 20);
        seen.Statuses(200).ShouldBe(1);
        seen.Recorder.Steps[0].BytesReceived.ShouldBeGreaterThan(Size);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void Malformed_answers_are_protocol_errors_and_never_more(DriverChoice driver)
    {
        string[] answers =
        [
            "SSH-2.0-OpenSSH_9\r\n\r\n", "HTTP/1.1 2x0 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "HTTP/1.1 101 Switching Protocols\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello, and more than that",
        ];
        using var server = ScriptedServer.Start(n =>
            [ServerAction.ReadRequest, ServerAction.Send(Encoding.Latin1.GetBytes(answers[n % answers.Length])), ServerAction.Hang]);
        Load(driver, server.Url, answers.Length).Errors(RequestErrorKind.Protocol).ShouldBe(answers.Length);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void A_head_above_the_limit_is_a_protocol_error(DriverChoice driver)
    {
        using var server = ScriptedServer.Answering($"HTTP/1.1 200 OK\r\nX: {new string('x', 5000)}\r\nContent-Length: 0\r\n\r\n");
        Load(driver, server.Url, 2, 1, new HttpOptions { MaxHeadBytes = 4096 }).Errors(RequestErrorKind.Protocol).ShouldBe(2);
        Load(driver, server.Url, 2, 1, new HttpOptions { MaxHeadBytes = 8192 }).Statuses(200).ShouldBe(2);
    }

    [Theory, MemberData(nameof(Drivers))]
    public async Task A_server_that_dies_and_returns_is_survived(DriverChoice driver)
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        var run = DriverRun.To(server.Url) with { Driver = driver };
        var running = Task.Run(() => run.Loop(4, TimeSpan.FromHours(1)), TestContext.Current.CancellationToken);
        await Until(() => server.Requests > 50);
        server.Kill();
        await Task.Delay(100, TestContext.Current.CancellationToken); // it is away for a while: refusals
        var before = server.Requests;
        server.Return();
        await Until(() => server.Requests > before + 50);
        run.Signals.Stop();
        var seen = await running;
        seen.Good.ShouldBeGreaterThan(90);
        seen.Errors(RequestErrorKind.Refused).ShouldBeGreaterThan(0);
        seen.Recorder.Reconnects.ShouldBe(4);
        seen.Recorder.InterruptedIterations.ShouldBe(0);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void A_close_after_each_answer_costs_connections_but_no_errors(DriverChoice driver)
    {
        using var server = FaultServers.ClosingAfterEachAnswer();
        var seen = Load(driver, server.Url, 10);
        seen.Good.ShouldBe(10);
        seen.Failed.ShouldBe(0);
        seen.Recorder.ConnectionsOpened.ShouldBe(10);
        seen.Recorder.Reconnects.ShouldBe(9);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void An_announced_close_costs_connections_but_no_errors(DriverChoice driver)
    {
        using var server = FaultServers.AnnouncingClose();
        var seen = Load(driver, server.Url, 10);
        seen.Good.ShouldBe(10);
        seen.Failed.ShouldBe(0);
        seen.Recorder.Reconnects.ShouldBe(9);
        server.Connections.ShouldBe(10);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void A_post_on_a_connection_that_turns_out_closed_fails_rather_than_being_sent_twice(DriverChoice driver)
    {
        using var server = FaultServers.ClosingAfterEachAnswer();
        var post = DriverRun.Get(server.Url) with { Method = "POST", Body = "x"u8.ToArray() };
        var seen = new DriverRun { Driver = driver, Requests = [post], Options = new HttpOptions { Delay = TimeSpan.Zero } }.Iterate(1, 10);
        (seen.Good + seen.Failed).ShouldBe(10);
        server.Requests.ShouldBeLessThanOrEqualTo(10);
        (seen.Errors(RequestErrorKind.Closed) + seen.Errors(RequestErrorKind.Reset)).ShouldBe(seen.Failed);
    }

    private static Outcome Load(DriverChoice driver, Uri url, int iterations, int users = 1, HttpOptions? options = null) =>
        (DriverRun.To(url) with { Driver = driver, Options = options ?? new HttpOptions() }).Iterate(users, iterations);

    private static async Task Until(Func<bool> condition)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        patience.CancelAfter(TimeSpan.FromSeconds(60));
        while (!condition()) await Task.Delay(5, patience.Token);
    }
}
