namespace Dyno.Http.Tests;

/// <summary>Answers in every shape that HTTP/1.1 allows.</summary>
public class DriverAnswerTests
{
    public static TheoryData<DriverChoice> Drivers => DriversUnderTest.Http11;

    [Theory, MemberData(nameof(Drivers))]
    public void A_chunked_answer_may_be_split_before_any_byte(DriverChoice driver)
    {
        var length = Answers.ChunkedHello.Length;
        using var server = ScriptedServer.Start(_ =>
        [
            .. Enumerable.Range(1, length - 1).SelectMany(at => new[]
            {
                ServerAction.ReadRequest, ServerAction.SendSplit(Answers.ChunkedHello, at),
            }),
            ServerAction.Hang,
        ]);
        var seen = Load(driver, server.Url, length - 1, BodyIs("hello"));
        seen.Good.ShouldBe(length - 1);
        seen.Recorder.CheckPasses[0].ShouldBe(length - 1);
        seen.Recorder.ConnectionsOpened.ShouldBe(1);
        seen.Recorder.Steps[0].BytesReceived.ShouldBe((length - 1L) * length);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void A_body_with_a_length_may_be_split_before_any_byte(DriverChoice driver)
    {
        var length = Answers.Hello.Length;
        using var server = ScriptedServer.Start(_ =>
        [
            .. Enumerable.Range(1, length - 1).SelectMany(at => new[] { ServerAction.ReadRequest, ServerAction.SendSplit(Answers.Hello, at) }),
            ServerAction.Hang,
        ]);
        var seen = Load(driver, server.Url, length - 1, BodyIs("hello"));
        seen.Recorder.CheckPasses[0].ShouldBe(length - 1);
        seen.Recorder.ConnectionsOpened.ShouldBe(1);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void Answers_without_a_body_end_with_their_head(DriverChoice driver)
    {
        string[] answers =
        [
            "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        ];
        using var server = ScriptedServer.Start(_ =>
            [.. answers.SelectMany(a => new[] { ServerAction.ReadRequest, ServerAction.Send(a) }), ServerAction.Repeat]);
        var seen = Load(driver, server.Url, 8);
        seen.Good.ShouldBe(8);
        seen.Statuses(204).ShouldBe(2);
        seen.Statuses(304).ShouldBe(2);
        seen.Recorder.ConnectionsOpened.ShouldBe(1);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void Interim_answers_are_passed_over(DriverChoice driver)
    {
        using var server = ScriptedServer.Answering("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + Answers.Hello);
        var seen = Load(driver, server.Url, 4);
        seen.Statuses(200).ShouldBe(4);
        seen.Statuses(100).ShouldBe(0);
        seen.Recorder.ConnectionsOpened.ShouldBe(1);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void Checks_see_status_header_body_and_size(DriverChoice driver)
    {
        using var server = ScriptedServer.Answering(Answers.Of(200, "a needle in hay", "X-Kind: yes"));
        var seen = Load(driver, server.Url, 2,
            new ResponseCheck("status == 200", CheckSubject.Status, "", CheckOperator.Equal, 200, ""),
            new ResponseCheck("status == 201", CheckSubject.Status, "", CheckOperator.Equal, 201, ""),
            new ResponseCheck("x-kind == yes", CheckSubject.Header, "x-kind", CheckOperator.Equal, 0, "yes"),
            new ResponseCheck("body contains needle", CheckSubject.Body, "", CheckOperator.Contains, 0, "needle"),
            new ResponseCheck("body contains pin", CheckSubject.Body, "", CheckOperator.Contains, 0, "pin"),
            new ResponseCheck("size == 15", CheckSubject.Size, "", CheckOperator.Equal, 15, ""));
        seen.Recorder.CheckPasses.ToArray().ShouldBe([2, 0, 2, 2, 0, 2]);
        seen.Recorder.CheckFails.ToArray().ShouldBe([0, 2, 0, 0, 2, 0]);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void Checks_fail_where_there_is_no_answer(DriverChoice driver)
    {
        using var server = FaultServers.ClosingWithoutAnswer();
        var seen = Load(driver, server.Url, 2, BodyIs("hello"));
        seen.Recorder.CheckFails[0].ShouldBe(2);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void A_large_request_is_sent_whole(DriverChoice driver)
    {
        var body = new byte[60_000];
        new Random(3).NextBytes(body);
        using var server = ScriptedServer.Answering(Answers.Hello);
        var post = DriverRun.Get(server.Url) with { Method = "POST", Body = body };
        var seen = new DriverRun { Driver = driver, Requests = [post] }.Iterate(2, 6);
        seen.Good.ShouldBe(6);
        foreach (var request in server.Received)
            System.Text.Encoding.Latin1.GetBytes(request).AsSpan().EndsWith(body).ShouldBeTrue();
        seen.Recorder.BytesSent.ShouldBe(6L * server.Received.First().Length);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void Bytes_of_answers_that_never_become_whole_are_counted(DriverChoice driver)
    {
        const string half = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello", garbage = "SMTP ready\r\n";
        using var closing = ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Send(half), ServerAction.Close);
        using var hanging = ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Send(half), ServerAction.Hang);
        using var babbling = ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Send(garbage), ServerAction.Close);

        Load(driver, closing.Url, 3).Recorder.UnaccountedBytes.ShouldBe(3 * half.Length);
        Load(driver, babbling.Url, 3).Recorder.UnaccountedBytes.ShouldBe(3 * garbage.Length);
        var timedOut = DriverRun.To(hanging.Url) with { Driver = driver, Options = new HttpOptions { Timeout = TimeSpan.FromSeconds(5) } };
        timedOut.Iterate(1, 1).Recorder.UnaccountedBytes.ShouldBe(half.Length);
    }

    private static ResponseCheck BodyIs(string text) => new("body", CheckSubject.Body, "", CheckOperator.Equal, 0, text);

    private static Outcome Load(DriverChoice driver, Uri url, int iterations, params ResponseCheck[] checks) =>
        (DriverRun.To(url) with { Driver = driver, Options = new HttpOptions { Checks = [.. checks] } }).Iterate(1, iterations);
}
