using Microsoft.AspNetCore.SignalR.Client;

namespace Dyno.Scenarios.Tests;

/// <summary>The example of docs/scenarios.md, running: invocations, streams and broadcasts of a SignalR hub on Kestrel.</summary>
public sealed class SignalRTests
{
    [Theory]
    [InlineData("json")]
    [InlineData("messagepack")]
    public async Task Times_an_invocation_and_hands_its_value_on(string protocol)
    {
        await using var server = await HubServer.StartAsync();
        await using var hub = await server.ConnectAsync(protocol);
        var scenario = Once("calls", 40, async context =>
        {
            var answer = await Step.Call("echo", context, cut => hub.InvokeAsync<string>("Echo", "hello", cut));
            return answer.Payload == "hello" ? Response.Ok() : Response.Fail(message: $"another echo: {answer.Payload}");
        });

        var stats = await QuietRun.OfAsync(scenario);

        stats.ShouldMeet("errors == 0");
        stats.ScenarioStats.Get("calls").StepStats.Get("echo").Ok.Request.Count.ShouldBe(40);
    }

    [Theory]
    [InlineData("json")]
    [InlineData("messagepack")]
    public async Task Times_the_first_item_of_a_stream_each_next_one_and_the_whole(string protocol)
    {
        await using var server = await HubServer.StartAsync();
        await using var hub = await server.ConnectAsync(protocol);
        var items = 0L;
        var scenario = Once("streams", 20, async context =>
        {
            var stream = await Step.Stream("count", context, cut => hub.StreamAsync<int>("Count", 5, cut));
            Interlocked.Add(ref items, stream.Payload);
            return stream;
        });

        var stats = await QuietRun.OfAsync(() => { items = 0; return DynoRunner.RunAsync(scenario); });

        stats.ShouldMeet("errors == 0");
        items.ShouldBe(100);
        var steps = stats.ScenarioStats.Get("streams").StepStats;
        steps.Select(s => s.StepName).ShouldBe(["count", "count (first item)", "count (next item)"]);
        steps.Select(s => s.Ok.Request.Count).ShouldBe([20, 20, 80]);
        // Each stream is as long as its first item and the four gaps behind it, at least.
        var (whole, first, next) = (steps.Get("count").Ok.Latency, steps.Get("count (first item)").Ok.Latency, steps.Get("count (next item)").Ok.Latency);
        (whole.MeanMs * 1.01).ShouldBeGreaterThan(first.MeanMs + 4 * next.MeanMs * 0.99);
    }

    [Theory]
    [InlineData("json")]
    [InlineData("messagepack")]
    public async Task Times_each_receiver_of_a_broadcast_and_the_last_of_them(string protocol)
    {
        await using var server = await HubServer.StartAsync();
        var room = new Broadcast(receivers: 8);
        var hubs = await ListenAsync(server, room, protocol);
        var scenario = Once("room", 25, async context => await Step.Broadcast("say", context, room, id => hubs[0].InvokeAsync("Say", id)));

        var stats = await QuietRun.OfAsync(scenario);
        foreach (var hub in hubs) await hub.DisposeAsync();

        stats.ShouldMeet("errors == 0");
        var steps = stats.ScenarioStats.Get("room").StepStats;
        steps.Get("say").Ok.Request.Count.ShouldBe(25);
        steps.Get("say (received)").Ok.Request.Count.ShouldBe(200);
        steps.Get("say (received)").Ok.Latency.MaxMs.ShouldBeLessThanOrEqualTo(steps.Get("say").Ok.Latency.MaxMs * 1.01);
    }

    [Fact]
    public async Task A_receiver_that_left_is_a_timeout_at_its_deadline_and_the_others_are_good()
    {
        await using var server = await HubServer.StartAsync();
        var room = new Broadcast(receivers: 3);
        var hubs = await ListenAsync(server, room);
        await hubs[2].DisposeAsync();
        var scenario = Once("room", 2, async context =>
            await Step.Broadcast("say", context, room, id => hubs[0].InvokeAsync("Say", id), TimeSpan.FromMilliseconds(250)));

        var stats = await DynoRunner.RunAsync(scenario);
        await hubs[0].DisposeAsync();
        await hubs[1].DisposeAsync();

        var steps = stats.ScenarioStats.Get("room").StepStats;
        (steps.Get("say (received)").Ok.Request.Count, steps.Get("say (received)").Fail.Request.Count).ShouldBe((4, 2));
        steps.Get("say").Fail.Request.Count.ShouldBe(2);
        // Recorded at the deadline, however much later the code came to it.
        steps.Get("say (received)").Fail.Latency.MaxMs.ShouldBeInRange(249, 251);
        stats.Result.Measured.Errors.Single(e => e.Kind == "timeout").FirstExample.ShouldBe(
            "-100: 1 of 3 receivers did not have the message within 0.25 s, among them receiver 2");
    }

    [Fact]
    public async Task A_second_copy_of_a_message_stands_for_no_other_receiver()
    {
        await using var server = await HubServer.StartAsync();
        var room = new Broadcast(receivers: 2);
        var hubs = await ListenAsync(server, room);
        await hubs[1].DisposeAsync();
        var scenario = Once("room", 1, async context =>
            await Step.Broadcast("say", context, room, id => hubs[0].InvokeAsync("SayTwice", id), TimeSpan.FromMilliseconds(200)));

        var stats = await DynoRunner.RunAsync(scenario);
        await hubs[0].DisposeAsync();

        var received = stats.ScenarioStats.Get("room").StepStats.Get("say (received)");
        (received.Ok.Request.Count, received.Fail.Request.Count).ShouldBe((1, 1));
    }

    [Fact]
    public async Task What_the_hub_throws_is_the_example_of_the_failure()
    {
        await using var server = await HubServer.StartAsync();
        await using var hub = await server.ConnectAsync();
        var scenario = Once("refused", 3, async context => await Step.Call("refuse", context, cut => hub.InvokeAsync("Refuse", cut)));

        var stats = await DynoRunner.RunAsync(scenario);

        stats.ScenarioStats.Get("refused").StepStats.Get("refuse").Fail.Request.Count.ShouldBe(3);
        stats.Result.Measured.Errors.ShouldHaveSingleItem().FirstExample.ShouldContain("not today");
    }

    [Fact]
    public async Task A_stream_that_breaks_keeps_the_items_that_came()
    {
        await using var server = await HubServer.StartAsync();
        await using var hub = await server.ConnectAsync();
        var scenario = Once("broken", 3, async context => await Step.Stream("break", context, cut => hub.StreamAsync<int>("Break", cut)));

        var stats = await DynoRunner.RunAsync(scenario);

        var steps = stats.ScenarioStats.Get("broken").StepStats;
        (steps.Get("break").Fail.Request.Count, steps.Get("break (first item)").Ok.Request.Count).ShouldBe((3, 3));
        stats.Result.Measured.Errors.ShouldHaveSingleItem().FirstExample.ShouldContain("torn");
    }

    [Fact]
    public async Task A_send_that_fails_is_the_failure_and_nobody_waits_for_receivers()
    {
        await using var server = await HubServer.StartAsync();
        await using var hub = await server.ConnectAsync();
        var room = new Broadcast(receivers: 1);
        var scenario = Once("room", 2, async context =>
            await Step.Broadcast("say", context, room, _ => hub.InvokeAsync("Refuse"), TimeSpan.FromMinutes(10)));

        var stats = await DynoRunner.RunAsync(scenario);

        var steps = stats.ScenarioStats.Get("room").StepStats;
        steps.Get("say").Fail.Request.Count.ShouldBe(2);
        steps.ShouldNotContain(s => s.StepName == "say (received)");
        stats.Result.Measured.Errors.ShouldHaveSingleItem().FirstExample.ShouldContain("not today");
    }

    private static async Task<HubConnection[]> ListenAsync(HubServer server, Broadcast room, string protocol = "json")
    {
        var hubs = new HubConnection[room.Receivers];
        for (var i = 0; i < hubs.Length; i++)
        {
            var receiver = i;
            hubs[i] = await server.ConnectAsync(protocol);
            hubs[i].On<string>("said", id => room.Received(receiver, id));
        }
        return hubs;
    }

    private static ScenarioProps Once(string name, int iterations, Func<IScenarioContext, ValueTask<IResponse>> run) =>
        Scenario.Create(name, run).WithLoadSimulations(Simulation.IterationsForConstant(copies: 1, iterations));
}
