using System.Net.WebSockets;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>Messages over WebSockets as users write them, on the command line and in .http files, against ASP.NET Core.</summary>
public sealed class WebSocketTests : IAsyncLifetime
{
    private readonly Workspace _workspace = new();
    private SocketServer _server = null!;

    private string Url => $"ws://{_server.Url.Authority}";

    public async ValueTask InitializeAsync()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "WebSockets are on the event loop of Linux");
        _server = await SocketServer.StartAsync();
    }

    public async ValueTask DisposeAsync()
    {
        if (_server is not null) await _server.DisposeAsync();
        _workspace.Dispose();
    }

    [Fact]
    public async Task Without_a_message_sockets_open_over_the_ramp_and_stay_open_to_the_end()
    {
        var result = await RunAsync($"{Url}/echo", "-c", "40", "--ramp", "2s", "-d", "3s");

        result.Measured.Totals.ConnectionsOpened.ShouldBe(40);
        result.Measured.Totals.Requests.ShouldBe(40);
        result.Measured.Totals.InterruptedIterations.ShouldBe(0);
        result.Measured.Series[0].Requests.ShouldBeLessThan(40, "they do not open all at once");
        await EndsAsync(40);
        _server.Ends.ShouldAllBe(end => end == WebSocketCloseStatus.NormalClosure);
    }

    [Fact]
    public async Task Messages_between_lines_of_equals_signs_are_sent_at_once_and_a_wait_begins_another_request()
    {
        await WriteAsync("orders.http", $$"""
            ### Two orders, then a question
            WEBSOCKET {{Url}}/echo

            create 1
            of two lines
            ===
            create 2
            === wait-for-server
            ask 3
            """);

        var result = await RunAsync("orders.http", "-c", "1", "-i", "3");

        _server.Said.ShouldBe(Enumerable.Repeat(new[] { "create 1\nof two lines", "create 2", "ask 3" }, 3).SelectMany(m => m));
        var steps = result.Measured.Steps.Where(s => s.Requests > 0).ToList();
        steps.Select(s => s.Requests).ShouldBe([3, 3]);
        result.Measured.Totals.FailedRequests.ShouldBe(0);
        result.Measured.Totals.ConnectionsOpened.ShouldBe(1);
    }

    [Fact]
    public async Task So_many_answers_as_a_comment_says_belong_to_a_message()
    {
        await WriteAsync("twice.http", $"# @answers 2\nWEBSOCKET {Url}/twice\n\nhello\n");

        var result = await RunAsync("twice.http", "-c", "2", "-i", "20");

        result.Measured.Totals.FailedRequests.ShouldBe(0);
        result.Measured.Steps.Single(s => s.Requests > 0).Requests.ShouldBe(20, "the second answer is nothing that came unasked");
        _server.Said.Count.ShouldBe(20);
    }

    [Fact]
    public async Task Answers_find_their_message_by_the_field_that_a_comment_names()
    {
        await WriteAsync("shuffled.http", $$$"""
            # @match $.id
            # @check $.text == "mine"
            WEBSOCKET {{{Url}}}/shuffled

            { "id": "{{$guid}}", "text": "mine" }
            """);

        var result = await RunAsync("shuffled.http", "-c", "2", "--pipeline", "2", "-i", "100");

        result.Measured.Totals.FailedRequests.ShouldBe(0);
        result.Measured.Checks.ShouldHaveSingleItem().Passes.ShouldBe(100);
        result.Measured.Steps.Single(s => s.Requests > 0).Requests.ShouldBe(100, "no answer was nobody's");
    }

    [Fact]
    public async Task Columns_of_a_feed_stand_in_messages()
    {
        await WriteAsync("users.csv", "name,age\nAda,36\nBob,41\nCid,19\n");

        var result = await RunAsync($"{Url}/echo", "--send", """{"name": "{{name}}", "age": {{age}}}""", "--send", "bye {{name}}", "--data", "users.csv", "-c", "1", "-i", "3");

        result.Measured.Totals.FailedRequests.ShouldBe(0);
        _server.Said.ShouldBe(["""{"name": "Ada", "age": 36}""", "bye Ada", """{"name": "Bob", "age": 41}""", "bye Bob", """{"name": "Cid", "age": 19}""", "bye Cid"]);
    }

    [Theory]
    [InlineData("idle")]
    [InlineData("busy")]
    public async Task An_interrupted_load_closes_every_socket_in_order(string kind)
    {
        string[] load = kind == "idle" ? ["-c", "20"] : ["-c", "20", "--send", "ping", "--rate", "200"];
        using var dyno = DynoProcess.Start(_workspace, ["run", $"{Url}/echo", .. load, "-d", "10m", "--result", "result.json"]);
        await dyno.WaitForAsync("measure");
        await Task.Delay(500, TestContext.Current.CancellationToken); // sockets are open
        dyno.Signal("INT");
        var outcome = await dyno.EndAsync();

        outcome.ExitCode.ShouldBe(105, outcome.ToString());
        var result = RunResultJson.ReadFile(_workspace["result.json"]);
        result.Outcome.ShouldBe(RunOutcome.Interrupted);
        var opened = (int)result.Measured.Totals.ConnectionsOpened;
        opened.ShouldBeGreaterThan(0);
        await EndsAsync(opened);
        _server.Ends.ShouldAllBe(end => end == WebSocketCloseStatus.NormalClosure);
    }

    [Fact]
    public async Task A_proxy_that_answers_200_fails_the_load_with_that_status()
    {
        var outcome = await DynoCommand.RunAsync(_workspace, "run", $"{Url}/plain", "--send", "x", "-c", "1", "-i", "2", "--result", "result.json");

        outcome.Out.ShouldContain("status 200 instead of 101");
        RunResultJson.ReadFile(_workspace["result.json"]).Measured.Totals.FailedRequests.ShouldBe(2);
    }

    [Fact, Trait("Guest", "k6")]
    public async Task Over_TLS_a_socket_is_another_scheme_on_the_command_line_and_in_a_script()
    {
        await using var server = await SocketServer.StartAsync(TestCertificates.Good);
        var url = $"wss://127.0.0.1:{server.Url.Port}/echo";
        var result = await RunAsync(url, "--send", "ping", "-c", "2", "-i", "20", "--cacert", TestCertificates.AuthorityFile);
        result.Measured.Totals.Requests.ShouldBe(20);
        result.Measured.Totals.FailedRequests.ShouldBe(0);

        await WriteAsync("secure.js", $$"""
            import { WebSocket } from 'k6/websockets';
            import { check } from 'k6';
            export const options = { iterations: 2, insecureSkipTLSVerify: true };
            export default function () {
              const socket = new WebSocket('{{url}}');
              socket.onopen = () => socket.send('from a script');
              socket.onmessage = (e) => { check(e.data, { 'it came back': (text) => text === 'from a script' }); socket.close(); };
            }
            """);
        var script = await RunAsync("secure.js");
        script.Measured.Checks.ShouldHaveSingleItem().Passes.ShouldBe(2);
        server.Said.Distinct().ShouldBe(["ping", "from a script"], ignoreOrder: true);
    }

    [Fact]
    public async Task A_certificate_that_nobody_vouches_for_is_refused_and_said()
    {
        await using var server = await SocketServer.StartAsync(TestCertificates.Good);
        var url = $"wss://127.0.0.1:{server.Url.Port}/echo";
        var outcome = await DynoCommand.RunAsync(_workspace, "run", url, "--send", "ping", "-c", "1", "-i", "1", "--no-store");

        outcome.Out.ShouldContain("certificate");
        server.Said.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_stream_of_events_that_does_not_end_is_left_after_a_number_of_them()
    {
        await using var server = await KestrelServer.StartAsync(answer: async context =>
        {
            context.Response.ContentType = "text/event-stream";
            for (var i = 0; !context.RequestAborted.IsCancellationRequested; i++)
            {
                await context.Response.WriteAsync($"data: {i}\n\n", context.RequestAborted);
                await context.Response.Body.FlushAsync(context.RequestAborted);
                await Task.Delay(2, context.RequestAborted);
            }
        });
        var result = await RunAsync($"{server.Url}news", "--events", "5", "-c", "2", "-i", "6");

        result.Measured.Totals.FailedRequests.ShouldBe(0);
        result.Measured.Steps.Select(s => (s.Name, s.IsPart, s.Requests))
            .ShouldBe([("GET /news", false, 6), ("GET /news (first event)", true, 6), ("GET /news (next event)", true, 24)]);
        result.Measured.Totals.Requests.ShouldBe(6);
        result.Measured.Overall.Response.MinNanos.ShouldBe(result.Measured.Steps[0].Latency.Response.MinNanos);
    }

    private async Task<RunResult> RunAsync(params string[] args)
    {
        var outcome = await DynoCommand.RunAsync(_workspace, ["run", .. args, "--result", "result.json", "--no-store"]);
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        return RunResultJson.ReadFile(_workspace["result.json"]);
    }

    private Task WriteAsync(string file, string text) => File.WriteAllTextAsync(_workspace[file], text, TestContext.Current.CancellationToken);

    private async Task EndsAsync(int count)
    {
        for (var i = 0; i < 200 && _server.Ends.Count < count; i++) await Task.Delay(20, TestContext.Current.CancellationToken);
        _server.Ends.Count.ShouldBe(count);
    }
}
