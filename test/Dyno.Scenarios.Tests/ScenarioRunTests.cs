namespace Dyno.Scenarios.Tests;

public sealed class ScenarioRunTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public async Task Counts_whole_iterations_where_there_are_no_steps()
    {
        var scenario = Scenario.Create("plain", async _ => Response.Ok(statusCode: "200", sizeBytes: 10))
            .WithLoadSimulations(Simulation.IterationsForConstant(copies: 2, iterations: 50));

        var stats = await DynoRunner.RunAsync(scenario);

        var plain = stats.ScenarioStats.Get("plain");
        plain.AllOkCount.ShouldBe(50);
        plain.AllFailCount.ShouldBe(0);
        plain.AllBytes.ShouldBe(500);
        plain.Ok.DataTransfer.ShouldBe(new DataTransferStats(10, 10, 10, 500));
        plain.StepStats.ShouldBeEmpty();
        stats.Result.Measured.Totals.Requests.ShouldBe(50);
        stats.Result.Measured.Statuses[200].ShouldBe(50);
        stats.Result.Plan.InputKind.ShouldBe("csharp");
    }

    [Fact]
    public async Task Runs_that_a_report_merges_keep_their_iterations()
    {
        var count = 0;
        var scenario = Scenario.Create("half", async _ => Interlocked.Increment(ref count) % 2 == 0 ? Response.Fail(statusCode: "500") : Response.Ok(sizeBytes: 10))
            .WithLoadSimulations(Simulation.IterationsForConstant(copies: 1, iterations: 20));

        var (first, second) = ((await DynoRunner.RunAsync(scenario)).Result, (await DynoRunner.RunAsync(scenario)).Result);
        var stored = new[] { first, second }.Select(run => RunResultJson.Read(RunResultJson.Write(run), run.Id)).ToList();
        var merged = RunMerge.Of(stored).Measured.Scenarios.ShouldHaveSingleItem();

        (merged.Scenario, merged.Iterations, merged.FailedIterations).ShouldBe(("half", 40, 20));
        (merged.Latency.Response.Count, merged.FailedLatency!.Response.Count, merged.Received.Total).ShouldBe((20, 20, 200));
    }

    [Fact]
    public async Task Gives_every_step_its_own_figures()
    {
        var scenario = Scenario.Create("shop", async context =>
            {
                var first = await Step.Run("list", context, async () => Response.Ok(payload: "boots", sizeBytes: 5));
                context.Data["found"] = first.Payload;
                await Step.Run("buy", context, async () =>
                {
                    await Task.Yield();
                    return Response.Ok(payload: (string)context.Data["found"]);
                });
                return Response.Ok();
            })
            .WithLoadSimulations(Simulation.IterationsForConstant(copies: 1, iterations: 20));

        var stats = await DynoRunner.RunAsync(scenario);

        var shop = stats.ScenarioStats.Get("shop");
        shop.AllOkCount.ShouldBe(20);
        shop.StepStats.Get("list").Ok.Request.Count.ShouldBe(20);
        shop.StepStats.Get("buy").Ok.Request.Count.ShouldBe(20);
        stats.Result.Measured.Totals.Requests.ShouldBe(40);
        Should.Throw<ArgumentException>(() => shop.StepStats.Get("sell")).Message.ShouldBe("no step 'sell' has run; these have: list, buy");
    }

    [Fact]
    public async Task Ends_an_iteration_at_a_failed_step_unless_told_otherwise()
    {
        var after = 0;
        ScenarioProps Failing(bool restarts) => Scenario.Create("failing", async context =>
            {
                await Step.Run("bad", context, async () => Response.Fail(statusCode: "503", message: "no stock"));
                Interlocked.Increment(ref after);
                return Response.Ok();
            })
            .WithRestartIterationOnFail(restarts).WithLoadSimulations(Simulation.IterationsForConstant(1, 5));

        var ended = await DynoRunner.RunAsync(Failing(restarts: true));
        var passed = after;
        var gone = await DynoRunner.RunAsync(Failing(restarts: false));

        passed.ShouldBe(0);
        after.ShouldBe(5);
        ended.ScenarioStats.Get("failing").AllFailCount.ShouldBe(5);
        gone.ScenarioStats.Get("failing").AllOkCount.ShouldBe(5);
        gone.ScenarioStats.Get("failing").StepStats.Get("bad").Fail.Request.Count.ShouldBe(5);
        ended.Result.Measured.Errors.ShouldHaveSingleItem().FirstExample.ShouldBe("503: no stock");
    }

    [Fact]
    public async Task Lets_code_stop_one_scenario_or_the_run()
    {
        var one = Scenario.Create("one", async context =>
            {
                if (context.InvocationNumber == 10) context.StopScenario("one", "enough");
                return Response.Ok();
            })
            .WithLoadSimulations(Simulation.KeepConstant(1, TimeSpan.FromHours(1)));
        var all = Scenario.Create("all", async context =>
            {
                await Task.Delay(1, TestContext.Current.CancellationToken);
                if (context.InvocationNumber == 20) context.StopCurrentTest("all is said");
                return Response.Ok();
            })
            .WithLoadSimulations(Simulation.KeepConstant(1, TimeSpan.FromHours(1)));

        var stats = await DynoRunner.RunAsync(one, all);

        stats.ScenarioStats.Get("one").AllOkCount.ShouldBe(10);
        stats.ScenarioStats.Get("all").AllOkCount.ShouldBeGreaterThanOrEqualTo(20);
        stats.Result.Outcome.ShouldBe(RunOutcome.Interrupted);
    }

    [Fact]
    public async Task Runs_init_before_and_clean_after_the_load()
    {
        var order = new List<string>();
        var scenario = Scenario.Create("ordered", async context =>
            {
                lock (order) if (order.Count == 1) order.Add($"load {context.ScenarioInfo.ScenarioOperation}");
                return Response.Ok();
            })
            .WithInit(async context => order.Add($"init {context.ScenarioInfo.ScenarioOperation}"))
            .WithClean(async context => order.Add($"clean {context.ScenarioInfo.ScenarioOperation}"))
            .WithLoadSimulations(Simulation.IterationsForConstant(1, 3));

        await DynoRunner.RunAsync(scenario);

        order.ShouldBe(["init Init", "load Bombing", "clean Clean"]);
    }

    [Fact]
    public async Task Records_a_warm_up_apart()
    {
        var scenario = Scenario.Create("warmed", async context =>
            {
                await Task.Delay(5, TestContext.Current.CancellationToken);
                return Response.Ok(statusCode: context.ScenarioInfo.ScenarioOperation == ScenarioOperation.WarmUp ? "201" : "200");
            })
            .WithWarmUpDuration(3 * Second).WithLoadSimulations(Simulation.IterationsForConstant(1, 7));

        var stats = await DynoRunner.RunAsync(scenario);

        stats.ScenarioStats.Get("warmed").AllOkCount.ShouldBe(7);
        stats.Result.Measured.Statuses.Keys.ShouldBe([200]);
        stats.Result.WarmUp.ShouldNotBeNull().Statuses.Keys.ShouldBe([201]);
    }

    [Fact]
    public async Task Starts_exactly_as_many_as_a_sequence_of_rates_says()
    {
        var scenario = Scenario.Create("staged", async _ => Response.Ok()).WithLoadSimulations(
            Simulation.Inject(20, Second, Second),
            Simulation.Pause(TimeSpan.FromMilliseconds(200)),
            Simulation.RampingInject(20, Second, Second),
            Simulation.InjectRandom(30, 30, Second, Second));

        var stats = await DynoRunner.RunAsync(scenario);

        var totals = stats.Result.Measured.Totals;
        (totals.Iterations + totals.DroppedIterations).ShouldBe(20 + 10 + 30);
    }

    [Fact]
    public async Task Shares_one_load_by_weight()
    {
        ScenarioProps Part(string name, int weight) => Scenario.Create(name, async _ => Response.Ok())
            .WithWeight(weight).WithLoadSimulations(Simulation.Inject(100, Second, Second));

        var stats = await DynoRunner.RunAsync(Part("read", 80), Part("write", 20));

        stats.ScenarioStats.Get("read").AllOkCount.ShouldBe(80);
        stats.ScenarioStats.Get("write").AllOkCount.ShouldBe(20);
    }

    [Fact]
    public async Task Judges_thresholds_in_words_and_in_code()
    {
        var scenario = Scenario.Create("judged", async _ => Response.Ok(customLatencyMs: 50))
            .WithThresholds(
                Threshold.Create("p99 < 100ms"),
                Threshold.Create("p99 < 10ms"),
                Threshold.Create(stats => stats.Ok.Latency.Percent50 > 40),
                Threshold.Create("never", step => step.Ok.Request.Count > 0))
            .WithLoadSimulations(Simulation.IterationsForConstant(1, 5));

        var stats = await DynoRunner.RunAsync(scenario);

        stats.Thresholds.Select(t => (t.Expression, t.Passed)).ShouldBe([
            ("p99 < 100ms", true), ("p99 < 10ms", false),
            ("stats => stats.Ok.Latency.Percent50 > 40", true), ("step => step.Ok.Request.Count > 0", false)]);
        stats.ExitCode.ShouldBe(99);
    }

    /// <summary>Steps are found as the code goes: the figures of each second must know them all the same.</summary>
    [Fact]
    public async Task Keeps_the_times_of_every_second_too()
    {
        var scenario = Scenario.Create("timed", async _ =>
            {
                await Task.Delay(5, TestContext.Current.CancellationToken);
                return Response.Ok(customLatencyMs: 50);
            })
            .WithLoadSimulations(Simulation.KeepConstant(1, 2 * Second));

        var stats = await DynoRunner.RunAsync(scenario);

        stats.Result.Measured.Series.Where(i => i.Requests > 0).ShouldNotBeEmpty();
        stats.Result.Measured.Series.Where(i => i.Requests > 0).ShouldAllBe(i => i.P50Nanos > 49_000_000 && i.P99Nanos > 49_000_000);
    }

    [Fact]
    public async Task Keeps_ten_thousand_users_waiting_at_once()
    {
        var waiting = 0;
        var everybody = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var scenario = Scenario.Create("crowd", async _ =>
            {
                if (Interlocked.Increment(ref waiting) == 10_000) everybody.SetResult();
                await everybody.Task;
                return Response.Ok();
            })
            .WithLoadSimulations(Simulation.IterationsForConstant(10_000, 10_000));

        var stats = await DynoRunner.RunAsync(scenario);

        stats.ScenarioStats.Get("crowd").AllOkCount.ShouldBe(10_000);
        stats.Result.Measured.Totals.MaxVirtualUsers.ShouldBe(10_000);
    }
}
