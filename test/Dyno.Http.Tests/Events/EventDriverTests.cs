using HttpProtocols = Microsoft.AspNetCore.Server.Kestrel.Core.HttpProtocols;

namespace Dyno.Http.Tests;

/// <summary>Server-sent events on the Linux driver, against Kestrel.</summary>
public class EventDriverTests : DriverTests
{
    [Theory]
    [InlineData(HttpVersionChoice.Http11)]
    [InlineData(HttpVersionChoice.Http2)]
    public async Task A_stream_that_ends_is_timed_event_by_event(HttpVersionChoice version)
    {
        await using var server = await StartAsync(version, context => TellAsync(context, 5));
        var seen = To(server, version).Iterate(2, 10);
        seen.Recorder.Steps[0].Service.Count.ShouldBe(10);
        seen.Workload.Steps.Select(s => s.Name).ShouldBe(["GET /", "GET / (first event)", "GET / (next event)"]);
        seen.Workload.Steps.Select(s => s.IsPart).ShouldBe([false, true, true]);
        seen.Recorder.Steps[1].Service.Count.ShouldBe(10);
        seen.Recorder.Steps[2].Service.Count.ShouldBe(40);
        seen.Recorder.Steps[2].Service.Max.ShouldBeGreaterThan(4_000_000, "they come 5 ms apart");
    }

    [Theory]
    [InlineData(HttpVersionChoice.Http11)]
    [InlineData(HttpVersionChoice.Http2)]
    public async Task A_stream_without_an_end_is_left_after_a_number_of_events_or_with_the_load(HttpVersionChoice version)
    {
        await using var server = await StartAsync(version, context => TellAsync(context, int.MaxValue));
        var run = To(server, version);
        var counted = (run with { Options = run.Options with { MaxEvents = 3 } }).Iterate(2, 6);
        counted.Recorder.Steps[0].Service.Count.ShouldBe(6);
        (counted.Recorder.Steps[1].Service.Count + counted.Recorder.Steps[2].Service.Count).ShouldBe(18);
        var left = run.Run(new ConstantVus { VirtualUsers = 2, Duration = TimeSpan.FromSeconds(1) }.CreatePacers(1, 0)[0]);
        left.Recorder.Steps[0].Service.Count.ShouldBe(2);
        left.Recorder.InterruptedIterations.ShouldBe(0);
    }

    [Fact]
    public async Task Over_HTTP_2_streams_share_a_connection_with_answers_that_are_no_events()
    {
        await using var server = await StartAsync(HttpVersionChoice.Http2,
            context => context.Request.Path == "/events" ? TellAsync(context, int.MaxValue) : context.Response.WriteAsync("data: none\n\n"));
        var run = DriverRun.To(server.Url, "events", "plain");
        run = run with
        {
            Options = new HttpOptions
            {
                Version = HttpVersionChoice.Http2,
                StreamsPerConnection = 10,
                MaxEvents = 4,
                Checks = [new ResponseCheck("body contains", CheckSubject.Body, "", CheckOperator.Contains, 0, "data: ")],
            },
        };
        var seen = run.Iterate(10, 50);
        seen.Recorder.ConnectionsOpened.ShouldBe(1);
        seen.Recorder.CheckPasses[0].ShouldBe(100);
        Enumerable.Range(0, 4).Select(i => seen.Recorder.Steps[i].Service.Count).ShouldBe([50, 50, 50, 150]);
        seen.Errors(RequestErrorKind.Protocol).ShouldBe(0);
    }

    [Theory]
    [InlineData(DriverChoice.HttpClient, HttpVersionChoice.Http11)]
    [InlineData(DriverChoice.Auto, HttpVersionChoice.Http3)]
    public void Who_cannot_read_events_refuses_a_number_of_them(DriverChoice driver, HttpVersionChoice version) =>
        Should.Throw<UserFault>(() => HttpWorkload.Create([DriverRun.Get(new Uri("https://127.0.0.1:1/"))], new HttpOptions { Driver = driver, Version = version, MaxEvents = 1 }))
            .Message.ShouldContain("through HttpClient");

    [Theory]
    [InlineData(HttpVersionChoice.Http11)]
    [InlineData(HttpVersionChoice.Http2)]
    public async Task The_time_out_is_about_the_silence_between_events(HttpVersionChoice version)
    {
        await using var server = await StartAsync(version, async context =>
        {
            await TellAsync(context, 100);
            await Task.Delay(5000, context.RequestAborted);
        });
        var run = To(server, version);
        var seen = (run with { Options = run.Options with { Timeout = TimeSpan.FromMilliseconds(300) } }).Iterate(1, 1);
        seen.Recorder.Steps[2].Service.Count.ShouldBe(99, "they took longer than the time-out");
        seen.Errors(RequestErrorKind.Timeout).ShouldBe(1);
    }

    private static Task<KestrelServer> StartAsync(HttpVersionChoice version, RequestDelegate answer) => KestrelServer.StartAsync(
        new KestrelOptions { Protocols = version == HttpVersionChoice.Http2 ? HttpProtocols.Http2 : HttpProtocols.Http1 }, answer);

    private static DriverRun To(KestrelServer server, HttpVersionChoice version) =>
        DriverRun.To(server.Url) with { Options = new HttpOptions { Version = version } };

    private static async Task TellAsync(HttpContext context, int count)
    {
        context.Response.ContentType = "text/event-stream";
        for (var i = 0; i < count && !context.RequestAborted.IsCancellationRequested; i++)
        {
            if (i > 0) await Task.Delay(5, context.RequestAborted);
            await context.Response.WriteAsync($"event: news\ndata: {i}\n\n", context.RequestAborted);
            await context.Response.Body.FlushAsync(context.RequestAborted);
        }
    }
}
