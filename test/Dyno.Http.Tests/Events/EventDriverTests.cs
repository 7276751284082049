using Dyno.Http.Requests;
using Dyno.Http.Tests.Engine;
using Dyno.Load.Engine;
using Dyno.Load.Executors;
using Dyno.Testing.Servers;
using Microsoft.AspNetCore.Http;

namespace Dyno.Http.Tests.Events;

/// <summary>Server-sent events on the Linux driver, against Kestrel.</summary>
public class EventDriverTests
{
    [Fact]
    public async Task A_stream_that_ends_is_timed_event_by_event()
    {
        await using var server = await KestrelServer.StartAsync(new KestrelOptions(), context => TellAsync(context, 5));
        var seen = (DriverRun.To(server.Url) with { Driver = DriverChoice.Linux }).Iterate(2, 10);
        seen.Recorder.Steps[0].Service.Count.ShouldBe(10);
        seen.Workload.Steps.Select(s => s.Name).ShouldBe(["GET /", "GET / (first event)", "GET / (next event)"]);
        seen.Recorder.Steps[1].Service.Count.ShouldBe(10);
        seen.Recorder.Steps[2].Service.Count.ShouldBe(40);
        seen.Recorder.Steps[2].Service.Max.ShouldBeGreaterThan(4_000_000, "they come 5 ms apart");
    }

    [Fact]
    public async Task A_stream_without_an_end_is_left_after_a_number_of_events_or_with_the_load()
    {
        await using var server = await KestrelServer.StartAsync(new KestrelOptions(), context => TellAsync(context, int.MaxValue));
        var run = DriverRun.To(server.Url) with { Driver = DriverChoice.Linux };
        var counted = (run with { Options = new HttpOptions { MaxEvents = 3 } }).Iterate(2, 6);
        counted.Recorder.Steps[0].Service.Count.ShouldBe(6);
        (counted.Recorder.Steps[1].Service.Count + counted.Recorder.Steps[2].Service.Count).ShouldBe(18);
        var left = run.Run(new ConstantVus { VirtualUsers = 2, Duration = TimeSpan.FromSeconds(1) }.CreatePacers(1, 0)[0]);
        left.Recorder.Steps[0].Service.Count.ShouldBe(2);
        left.Recorder.InterruptedIterations.ShouldBe(0);
    }

    [Fact]
    public async Task The_time_out_is_about_the_silence_between_events()
    {
        await using var server = await KestrelServer.StartAsync(new KestrelOptions(), async context =>
        {
            await TellAsync(context, 100);
            await Task.Delay(5000, context.RequestAborted);
        });
        var run = DriverRun.To(server.Url) with { Driver = DriverChoice.Linux, Options = new HttpOptions { Timeout = TimeSpan.FromMilliseconds(300) } };
        var seen = run.Iterate(1, 1);
        seen.Recorder.Steps[2].Service.Count.ShouldBe(99, "they took longer than the time-out");
        seen.Errors(RequestErrorKind.Timeout).ShouldBe(1);
    }

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
