namespace Dyno.Http.Tests;

/// <summary>Good answers in every shape that HTTP/1.1 allows, over real sockets.</summary>
public class AnswerTests : DriverTests
{
    [Fact]
    public async Task Kestrel_is_loaded_over_kept_connections()
    {
        await using var server = await KestrelServer.StartAsync();
        var outcome = DriverRun.To(server.Url).Iterate(users: 8, iterations: 1000);
        outcome.Good.ShouldBe(1000);
        outcome.Failed.ShouldBe(0);
        outcome.Statuses(200).ShouldBe(1000);
        outcome.Recorder.Iterations.ShouldBe(1000);
        outcome.Recorder.ConnectionsOpened.ShouldBe(8);
        outcome.Recorder.Reconnects.ShouldBe(0);
        outcome.Workload.NegotiatedProtocols.ShouldBe(["HTTP/1.1"]);
        server.Seen.Count.ShouldBe(1000);
    }

    [Theory]
    [InlineData(Answers.Hello)]
    [InlineData(Answers.ChunkedHello)]
    [InlineData("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")]
    [InlineData("HTTP/1.1 204 No Content\r\n\r\n")]
    public void Every_framing_counts_its_bytes_and_keeps_the_connection(string answer)
    {
        using var server = ScriptedServer.Answering(answer);
        var outcome = DriverRun.To(server.Url).Iterate(users: 2, iterations: 20);
        outcome.Good.ShouldBe(20);
        outcome.Recorder.Steps[0].BytesReceived.ShouldBe(20 * answer.Length);
        outcome.Recorder.BytesSent.ShouldBe(20 * server.Received.First().Length);
        outcome.Recorder.ConnectionsOpened.ShouldBe(2);
    }

    [Fact]
    public void An_answer_in_single_bytes_is_the_same_answer()
    {
        using var server = ScriptedServer.Start(ServerAction.ReadRequest,
            ServerAction.SendSplit(Answers.ChunkedHello, [.. Enumerable.Range(1, Answers.ChunkedHello.Length - 1)]), ServerAction.Repeat);
        var outcome = DriverRun.To(server.Url).Iterate(users: 2, iterations: 6);
        outcome.Good.ShouldBe(6);
        outcome.Recorder.Steps[0].BytesReceived.ShouldBe(6 * Answers.ChunkedHello.Length);
        outcome.Recorder.ConnectionsOpened.ShouldBe(2);
    }

    [Fact]
    public void Without_a_length_the_close_ends_the_answer_and_the_next_request_reconnects()
    {
        using var server = ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Send("HTTP/1.0 200 OK\r\n\r\nall"), ServerAction.Close);
        var outcome = DriverRun.To(server.Url).Iterate(users: 1, iterations: 5);
        outcome.Good.ShouldBe(5);
        outcome.Failed.ShouldBe(0);
        outcome.Recorder.ConnectionsOpened.ShouldBe(5);
        outcome.Recorder.Reconnects.ShouldBe(4);
        outcome.Workload.NegotiatedProtocols.ShouldBe(["HTTP/1.0"]);
    }

    [Fact]
    public void The_answer_to_HEAD_has_no_body_whatever_its_length_says()
    {
        using var server = ScriptedServer.Answering("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
        var run = DriverRun.To(server.Url);
        var outcome = (run with { Requests = [run.Requests[0] with { Method = "HEAD" }] }).Iterate(users: 1, iterations: 5);
        outcome.Good.ShouldBe(5);
        outcome.Recorder.ConnectionsOpened.ShouldBe(1);
    }

    [Fact]
    public void Answers_that_differ_only_in_status_are_told_apart()
    {
        // Equal lengths: what tells a repeated answer by comparing must compare all of it.
        var script = new[] { 200, 201, 200, 404, 201, 200 }.SelectMany(status => new[]
        {
            ServerAction.ReadRequest, ServerAction.Send(Answers.Of(status, "x")),
        });
        using var server = ScriptedServer.Start([.. script, ServerAction.Hang]);
        var outcome = DriverRun.To(server.Url).Iterate(users: 1, iterations: 6);
        outcome.Statuses(200).ShouldBe(3);
        outcome.Statuses(201).ShouldBe(2);
        outcome.Statuses(404).ShouldBe(1);
        outcome.Good.ShouldBe(5);
        outcome.Errors(RequestErrorKind.Status).ShouldBe(1);
    }

    [Fact]
    public void Redirects_are_answers_and_counted_apart()
    {
        using var server = ScriptedServer.Answering(Answers.Of(302, "", "Location: /elsewhere"));
        var outcome = DriverRun.To(server.Url).Iterate(users: 1, iterations: 4);
        outcome.Good.ShouldBe(4);
        outcome.Recorder.Redirects.ShouldBe(4);
        using var notModified = ScriptedServer.Answering("HTTP/1.1 304 Not Modified\r\n\r\n");
        DriverRun.To(notModified.Url).Iterate(users: 1, iterations: 4).Recorder.Redirects.ShouldBe(0);
    }

    [Fact]
    public async Task A_large_answer_is_counted_to_the_last_byte()
    {
        const int Bytes = 20_000_000;
        using var server = FaultServers.SendingBodyOf(Bytes);
        var outcome = await Task.Run(() => DriverRun.To(server.Url).Iterate(users: 3, iterations: 6), TestContext.Current.CancellationToken);
        outcome.Good.ShouldBe(6);
        var head = $"HTTP/1.1 200 OK\r\nContent-Length: {Bytes}\r\n\r\n".Length;
        outcome.Recorder.Steps[0].BytesReceived.ShouldBe(6L * (Bytes + head));
        outcome.Recorder.ConnectionsOpened.ShouldBe(3);
    }
}
