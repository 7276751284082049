namespace Dyno.Http.Tests;

/// <summary>What goes over the wire: short sends, pipelines, slots.</summary>
public class SendingTests : DriverTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task Five_megabytes_to_a_slow_reader_arrive_whole_and_in_order(int depth)
    {
        var body = new byte[5_000_000];
        new Random(3).NextBytes(body);
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.ReceiveBufferSize = 8192; // small windows: the client's sends must come up short
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        var received = ReadSlowlyAsync(listener, body, requests: 4);
        var url = new Uri($"http://127.0.0.1:{((IPEndPoint)listener.LocalEndPoint!).Port}/");
        var run = DriverRun.To(url) with { Options = new HttpOptions { PipelineDepth = depth } };
        var post = run.Requests[0] with { Method = "PUT", Body = body };
        var outcome = await Task.Run(() => (run with { Requests = [post] }).Iterate(users: depth, iterations: 4), TestContext.Current.CancellationToken);
        outcome.Good.ShouldBe(4);
        outcome.Recorder.ConnectionsOpened.ShouldBe(1);
        (await received).ShouldBe(4);
    }

    [Fact]
    public async Task An_answer_before_the_request_is_out_is_an_answer_and_ends_the_connection()
    {
        // It never reads: were it to hang reading, the request might be out before the answer is seen.
        using var server = ScriptedServer.Start(ServerAction.Send(Answers.Of(413, "too much")), ServerAction.Wait(TimeSpan.FromMinutes(5)));
        var run = DriverRun.To(server.Url);
        var post = run.Requests[0] with { Method = "POST", Body = new byte[20_000_000] };
        var outcome = await Task.Run(() => (run with { Requests = [post] }).Iterate(users: 1, iterations: 2), TestContext.Current.CancellationToken);
        (outcome.Statuses(413) + outcome.Errors(RequestErrorKind.Reset)).ShouldBe(2);
        outcome.Recorder.ConnectionsOpened.ShouldBe(2);
    }

    [Fact]
    public async Task A_pipeline_keeps_that_many_requests_in_flight_on_one_connection_and_matches_answers_in_order()
    {
        // Eight requests must have arrived before the first is answered, or the server waits for ever.
        var script = Enumerable.Repeat(ServerAction.ReadRequest, 8)
            .Concat(Enumerable.Range(0, 8).Select(i => ServerAction.Send(Answers.Of(210 + i, "x")))).Append(ServerAction.Hang);
        using var server = ScriptedServer.Start([.. script]);
        var run = DriverRun.To(server.Url) with { Options = new HttpOptions { PipelineDepth = 8 } };
        var outcome = await Task.Run(() => run.Iterate(users: 8, iterations: 8), TestContext.Current.CancellationToken);
        outcome.Good.ShouldBe(8);
        for (var i = 0; i < 8; i++) outcome.Statuses(210 + i).ShouldBe(1);
        server.Connections.ShouldBe(1);
    }

    [Fact]
    public async Task Pipelines_load_Kestrel_without_losing_or_mixing_answers()
    {
        await using var server = await KestrelServer.StartAsync();
        var run = DriverRun.To(server.Url, "a", "b", "c") with { Options = new HttpOptions { PipelineDepth = 16 } };
        var outcome = run.Iterate(users: 64, iterations: 2000);
        outcome.Good.ShouldBe(6000);
        outcome.Failed.ShouldBe(0);
        outcome.Recorder.ConnectionsOpened.ShouldBe(4);
        foreach (var target in (string[])["/a", "/b", "/c"]) server.Seen.Count(r => r.Target == target).ShouldBe(2000);
    }

    [Fact]
    public void A_pipeline_that_the_server_ends_is_continued_on_a_new_connection()
    {
        using var server = ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.ReadRequest,
            ServerAction.Send(Answers.Of(200, "bye", "Connection: close")), ServerAction.Close);
        var run = DriverRun.To(server.Url) with { Options = new HttpOptions { PipelineDepth = 2 } };
        var outcome = run.Iterate(users: 2, iterations: 20);
        (outcome.Good + outcome.Failed).ShouldBe(20);
        outcome.Good.ShouldBeGreaterThanOrEqualTo(15);
        outcome.Recorder.Iterations.ShouldBe(20);
    }

    [Fact]
    public void Slots_take_one_row_per_iteration_in_order_and_the_length_follows()
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        var post = new HttpRequestPlan
        {
            Name = "save",
            Method = "POST",
            Url = new Uri(server.Url, "/users/{{id}}?q={{name}}"),
            Headers = [new("X-Name", "<{{name}}>")],
            Body = Encoding.UTF8.GetBytes("{\"name\":\"{{name}}\"}"),
        };
        var get = new HttpRequestPlan { Name = "load", Method = "GET", Url = new Uri(server.Url, "/users/{{id}}") };
        var run = new DriverRun
        {
            Requests = [post, get],
            Options = new HttpOptions { Feed = new DataFeed { Columns = ["id", "name"], Rows = [["1", "Ann"], ["22", "Bo & Co"], ["3", "Zoë"]] } },
        };
        run.Iterate(users: 1, iterations: 4).Good.ShouldBe(8);
        var seen = server.Received.Select(r => Encoding.UTF8.GetString(Encoding.Latin1.GetBytes(r))).ToArray();
        seen.Select(r => r.Split(" HTTP")[0]).ShouldBe(
        [
            "POST /users/1?q=Ann", "GET /users/1", "POST /users/22?q=Bo%20%26%20Co", "GET /users/22",
            "POST /users/3?q=Zo%C3%AB", "GET /users/3", "POST /users/1?q=Ann", "GET /users/1",
        ]);
        seen[2].ShouldEndWith("X-Name: <Bo & Co>\r\nContent-Length: 18\r\n\r\n{\"name\":\"Bo & Co\"}");
        seen[4].ShouldEndWith("Content-Length: 15\r\n\r\n{\"name\":\"Zoë\"}");
    }

    private static async Task<int> ReadSlowlyAsync(Socket listener, byte[] body, int requests)
    {
        using var socket = await listener.AcceptAsync();
        var buffer = new byte[64 * 1024];
        var (seen, filled) = (0, new List<byte>(6_000_000));
        while (seen < requests)
        {
            var read = await socket.ReceiveAsync(buffer);
            if (read == 0) return seen;
            filled.AddRange(buffer.AsSpan(0, read));
            if (filled.Count % 7 == 0) await Task.Yield();
            var head = System.Runtime.InteropServices.CollectionsMarshal.AsSpan(filled).IndexOf("\r\n\r\n"u8);
            if (head < 0 || filled.Count < head + 4 + body.Length) continue;
            if (!System.Runtime.InteropServices.CollectionsMarshal.AsSpan(filled).Slice(head + 4, body.Length).SequenceEqual(body)) return -1;
            filled.RemoveRange(0, head + 4 + body.Length);
            seen++;
            await socket.SendAsync(Encoding.ASCII.GetBytes(Answers.Hello));
        }
        return seen;
    }
}
