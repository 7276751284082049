using System.Text.Json;

namespace Dyno.Scenarios.Tests;

#pragma warning disable CS0618 // words that only tell what to do instead are among them

/// <summary>Code as public load tests for NBomber have it, with another using. That it compiles is half of the test.</summary>
public sealed class NBomberCodeTests
{
    [Fact]
    public async Task Code_of_theirs_runs()
    {
        await using var server = await KestrelServer.StartAsync(answer: async context => await context.Response.WriteAsync("{\"id\":7}"));
        using var client = Http.CreateDefaultClient();
        var orders = Metric.CreateCounter("orders", "orders");
        var level = Metric.CreateGauge("level");
        using var sink = new Sink();
        var scenario = Scenario.Create("a", async context =>
            {
                context.Logger.Debug("user {0}", context.ScenarioInfo.InstanceNumber);
                var answer = await Http.Send(client, Http.CreateRequest("GET", server.Url.AbsoluteUri));
                var isGood = answer.Payload.Value.IsSuccessStatusCode && answer.Payload.IsSome();
                using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(30));
                var typed = await Http.Send<Order>(client, HttpClientArgs.Create(limit.Token, JsonSerializerOptions.Web),
                    Http.CreateRequest("GET", server.Url.AbsoluteUri));
                var seen = context.ScenarioInstanceData.TryGetValue("k", out var before) ? (int)before : 0;
                context.ScenarioInstanceData["k"] = seen + 1;
                orders.Add(1);
                level.Set(seen + 1);
                return isGood && typed.Payload.Value.Data?.Id == 7 ? Response.Ok() : Response.Fail<object>();
            })
            .WithoutWarmUp()
            .WithLoadSimulations(Simulation.IterationsForConstant(1, 5))
            .WithInit(context =>
            {
                context.RegisterMetric(orders);
                context.RegisterMetric(level);
                (context.ScenarioPartition.Number, context.ScenarioPartition.Count).ShouldBe((1, 1));
                return Task.CompletedTask;
            });

        var stats = await DynoRunner.RegisterScenarios(scenario)
            .WithWorkerPlugins(new HttpMetricsPlugin([HttpVersion.Version11]), new PingPlugin(PingPluginConfig.CreateDefault("127.0.0.1")))
            .WithReportingInterval(TimeSpan.FromSeconds(5))
            .WithScenarioCompletionTimeout(TimeSpan.FromSeconds(10))
            .WithReportingSinks(sink)
            .LoadInfraConfig("infra.json")
            .RunAsync(TestContext.Current.CancellationToken);

        stats.AllOkCount.ShouldBe(5);
        stats.ScenarioStats[0].Ok.StatusCodes.ShouldBeEmpty(); // an answer without a code of its own
        stats.ScenarioStats.Find(s => s.ScenarioName == "a").ShouldNotBeNull();
        (stats.ScenarioStats.Exists("a"), stats.ScenarioStats.Exists("b")).ShouldBe((true, false));
        stats.Thresholds.Any(t => t.IsFailed).ShouldBeFalse();
        stats.ScenarioStats[0].Ok.DataTransfer.Percent99.ShouldBe(stats.ScenarioStats[0].Ok.DataTransfer.MaxBytes);
        stats.Metrics.Counters.Get("orders").Value.ShouldBe(5);
        stats.Metrics.Gauges.Get("level").Value.ShouldBe(5); // one user kept its data through its iterations
        sink.Calls.ShouldBe(["init", "final 5"]);
        sink.IsDisposed.ShouldBeTrue();
    }

    [Fact]
    public async Task Status_codes_stand_with_the_calls_that_had_them()
    {
        var number = 0;
        var stats = await DynoRunner.RunAsync(Scenario.Create("a", _ => ValueTask.FromResult<IResponse>(Interlocked.Increment(ref number) % 3 == 0
            ? Response.Fail(statusCode: "503") : Response.Ok(statusCode: "200"))).WithLoadSimulations(Simulation.IterationsForConstant(1, 6)));

        var (ok, fail) = (stats.ScenarioStats[0].Ok.StatusCodes, stats.ScenarioStats[0].Fail.StatusCodes);
        ok.ShouldBe([new StatusCodeStats("200", false, 4)]);
        fail.ShouldBe([new StatusCodeStats("503", true, 2)]);
    }

    [Fact]
    public async Task Lines_of_the_code_go_to_whoever_runs_it()
    {
        var lines = new ConcurrentQueue<string>();
        var scenario = Scenario.Create("a", context =>
            {
                context.Logger.Warning("slow {what}", "database");
                context.Logger.Verbose("not {0}", "told");
                return ValueTask.FromResult<IResponse>(Response.Ok());
            })
            .WithInit(context =>
            {
                context.Logger.Information("init of {Scenario} in {{braces}} {missing}", context.ScenarioInfo.ScenarioName);
                context.Logger.Error(new InvalidOperationException("broken"), "first try");
                return Task.CompletedTask;
            })
            .WithLoadSimulations(Simulation.IterationsForConstant(1, 1));

        await Session.RunAsync([scenario], new SessionSettings { Source = "test" }, new SessionHost { Log = lines.Enqueue }, TestContext.Current.CancellationToken);

        lines.ShouldBe(["init of a in {braces} {missing}", "error: first try: InvalidOperationException: broken", "warning: slow database"]);
    }

    [Fact]
    public async Task A_broken_sink_is_told_once_and_the_load_goes_on()
    {
        var lines = new ConcurrentQueue<string>();
        var settings = new SessionSettings { Source = "test", Sinks = [new Sink { Breaks = true }] };

        var stats = await Session.RunAsync([Plain()], settings, new SessionHost { Log = lines.Enqueue }, TestContext.Current.CancellationToken);

        stats.AllOkCount.ShouldBe(1);
        lines.ShouldBe(["the reporting sink mine failed: full disk"]);
    }

    [Fact]
    public async Task A_sink_is_told_while_the_load_goes_on()
    {
        using var sink = new Sink();
        var scenario = Scenario.Create("a", async _ => { await Task.Delay(20); return Response.Ok(); })
            .WithLoadSimulations(Simulation.KeepConstant(1, TimeSpan.FromSeconds(5)));

        await DynoRunner.RegisterScenarios(scenario).WithReportingSinks(sink).WithReportingInterval(TimeSpan.FromSeconds(1))
            .RunAsync(TestContext.Current.CancellationToken);

        sink.Calls.ShouldContain("realtime a");
        sink.Calls.Last().ShouldStartWith("final ");
    }

    [Fact]
    public async Task A_sink_that_cannot_begin_ends_the_run_before_it_begins()
    {
        var wrong = await Should.ThrowAsync<UserFault>(() =>
            DynoRunner.RegisterScenarios(Plain()).WithReportingSinks(new Sink { CannotBegin = true }).RunAsync(TestContext.Current.CancellationToken));

        wrong.Message.ShouldContain("the reporting sink mine cannot start: no such host");
    }

    [Fact]
    public async Task Two_figures_of_one_name_are_refused()
    {
        var scenario = Plain().WithInit(context =>
        {
            context.RegisterMetric(Metric.CreateCounter("n"));
            context.RegisterMetric(Metric.CreateGauge("n"));
            return Task.CompletedTask;
        });

        (await DynoRunner.RunAsync(scenario)).Result.OutcomeReason.ShouldBe("set-up failed: two metrics have the name 'n'");
    }

    private static ScenarioProps Plain() =>
        Scenario.Create("a", _ => ValueTask.FromResult<IResponse>(Response.Ok())).WithLoadSimulations(Simulation.IterationsForConstant(1, 1));

    private sealed record Order(int Id);

    private sealed class Sink : IReportingSink
    {
        public ConcurrentQueue<string> Calls { get; } = new();

        public bool Breaks { get; init; }

        public bool CannotBegin { get; init; }

        public bool IsDisposed { get; private set; }

        public string SinkName => "mine";

        public Task Init(TestInfo testInfo)
        {
            Calls.Enqueue("init");
            return CannotBegin ? throw new InvalidOperationException("no such host") : Task.CompletedTask;
        }

        public Task SaveRealtimeStats(ScenarioStats[] stats)
        {
            Calls.Enqueue($"realtime {string.Join(' ', stats.Select(s => s.ScenarioName))}");
            return Task.CompletedTask;
        }

        public Task SaveFinalStats(NodeStats stats)
        {
            Calls.Enqueue($"final {stats.AllOkCount}");
            return Breaks ? throw new IOException("full disk") : Task.CompletedTask;
        }

        public void Dispose() => IsDisposed = true;
    }
}
