namespace Dyno.Scenarios.Tests;

public sealed class ScenarioFaultTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public async Task Counts_code_that_throws_as_failed_and_says_what_it_threw()
    {
        var scenario = Scenario.Create("thrower", async _ => throw new InvalidOperationException("no luck"))
            .WithLoadSimulations(Simulation.IterationsForConstant(2, 10));

        var stats = await DynoRunner.RunAsync(scenario);

        stats.ScenarioStats.Get("thrower").AllFailCount.ShouldBe(10);
        stats.Result.Outcome.ShouldBe(RunOutcome.Completed);
        stats.Result.Measured.Errors.ShouldHaveSingleItem().FirstExample.ShouldBe("-101: InvalidOperationException: no luck");
    }

    [Fact]
    public async Task Tells_code_that_returns_nothing_what_to_return()
    {
        var scenario = Scenario.Create("nothing", _ => new ValueTask<IResponse>((IResponse)null!))
            .WithLoadSimulations(Simulation.IterationsForConstant(1, 1));

        var stats = await DynoRunner.RunAsync(scenario);

        stats.Result.Measured.Errors.ShouldHaveSingleItem().FirstExample.ShouldContain("return Response.Ok() or Response.Fail()");
    }

    [Fact]
    public async Task Stops_the_run_when_a_scenario_has_failed_too_often()
    {
        var scenario = Scenario.Create("bad", async _ => Response.Fail())
            .WithMaxFailCount(30).WithLoadSimulations(Simulation.KeepConstant(1, TimeSpan.FromHours(1)));

        var stats = await DynoRunner.RunAsync(scenario);

        stats.Result.Outcome.ShouldBe(RunOutcome.Failed);
        stats.Result.OutcomeReason.ShouldBe("scenario 'bad' has failed 30 times, the limit that its MaxFailCount sets: write a higher limit to continue");
        stats.ScenarioStats.Get("bad").AllFailCount.ShouldBeGreaterThanOrEqualTo(30);
        stats.ExitCode.ShouldBe(1);
    }

    [Fact]
    public async Task Stops_the_run_after_5_000_failures_unless_told_otherwise_and_says_how_to_go_on()
    {
        LoadSimulation[] load = [Simulation.IterationsForConstant(1, 6_000)];
        var silent = await DynoRunner.RunAsync(Scenario.Create("bad", async _ => Response.Fail()).WithLoadSimulations(load));

        (silent.Result.Outcome, silent.ExitCode).ShouldBe((RunOutcome.Failed, 1));
        silent.Result.OutcomeReason.ShouldBe("scenario 'bad' has failed 5,000 times, which ends a run without WithMaxFailCount: "
            + "write .WithMaxFailCount(int.MaxValue) to continue despite failures");
        silent.ScenarioStats.Get("bad").AllFailCount.ShouldBeInRange(5_000, 5_999);

        var told = await DynoRunner.RunAsync(Scenario.Create("bad", async _ => Response.Fail()).WithMaxFailCount(int.MaxValue).WithLoadSimulations(load));

        (told.Result.Outcome, told.ExitCode).ShouldBe((RunOutcome.Completed, 0));
        told.ScenarioStats.Get("bad").AllFailCount.ShouldBe(6_000);
    }

    [Fact]
    public async Task Moves_code_that_blocks_to_threads_of_its_own_and_says_so()
    {
        var together = 0;
        var most = 0;
        var scenario = Scenario.Create("blocker", async _ =>
            {
                var now = Interlocked.Increment(ref together);
                InterlockedMax(ref most, now);
                Block(TimeSpan.FromMilliseconds(100));
                Interlocked.Decrement(ref together);
                return Response.Ok();
            })
            .WithLoadSimulations(Simulation.IterationsForConstant(copies: 4, iterations: 40));

        var stats = await DynoRunner.RunAsync(scenario);

        stats.ScenarioStats.Get("blocker").AllOkCount.ShouldBe(40);
        most.ShouldBeGreaterThan(1);
        stats.Result.Health.Findings.ShouldContain(f => f.Rule == "scenario-blocks" && f.Message.Contains("await instead of blocking")
            && f.Message.Contains($" in a lambda in {nameof(ScenarioFaultTests)}.{nameof(Moves_code_that_blocks_to_threads_of_its_own_and_says_so)}, limit"));
    }

    [Fact]
    public async Task Names_the_step_that_blocks_and_its_code()
    {
        var scenario = Scenario.Create("blocker", async context =>
            {
                await Step.Run("quick", context, () => Task.FromResult(Response.Ok()));
                return await Step.Run("slow", context, BlockAsync);
            })
            .WithLoadSimulations(Simulation.IterationsForConstant(copies: 2, iterations: 20));

        var stats = await DynoRunner.RunAsync(scenario);

        stats.Result.Health.Findings.Single(f => f.Rule == "scenario-blocks").Message
            .ShouldContain($" in step 'slow' ({nameof(ScenarioFaultTests)}.{nameof(BlockAsync)}), limit");
    }

    private static Task<Response<object>> BlockAsync()
    {
        Block(TimeSpan.FromMilliseconds(60));
        return Task.FromResult(Response.Ok());
    }

    [Fact]
    public async Task Cuts_code_that_never_returns_and_keeps_the_rest()
    {
        var scenario = Scenario.Create("hung", async context =>
            {
                if (context.ScenarioInfo.InstanceNumber == 0) await new TaskCompletionSource().Task; // deaf to the cut
                await Task.Delay(10, TestContext.Current.CancellationToken);
                return Response.Ok();
            })
            .WithCompletionTimeout(TimeSpan.Zero).WithLoadSimulations(Simulation.KeepConstant(2, 3 * Second));

        var stats = await DynoRunner.RunAsync(scenario);

        stats.Result.Outcome.ShouldBe(RunOutcome.Completed);
        stats.ScenarioStats.Get("hung").AllOkCount.ShouldBeGreaterThan(0);
        stats.Result.Measured.Totals.InterruptedIterations.ShouldBeGreaterThanOrEqualTo(1);
    }

    [Fact]
    public async Task Drops_what_is_recorded_after_the_end()
    {
        var returned = new TaskCompletionSource();
        var scenario = Scenario.Create("late", async context =>
            {
                await Step.Run("early", context, async () => Response.Ok());
                var cut = new TaskCompletionSource();
                using var _ = context.ScenarioCancellationToken.Register(cut.SetResult);
                await cut.Task;
                await Step.Run("after the end", context, async () => Response.Ok());
                returned.SetResult();
                return Response.Ok();
            })
            .WithCompletionTimeout(TimeSpan.Zero).WithLoadSimulations(Simulation.IterationsForInject(1, 3 * Second, 1));

        var stats = await DynoRunner.RunAsync(scenario);
        await returned.Task.WaitAsync(TimeSpan.FromMinutes(1), TestContext.Current.CancellationToken);

        stats.Result.Measured.Totals.InterruptedIterations.ShouldBe(1);
        stats.ScenarioStats.Get("late").StepStats.Select(s => s.StepName).ShouldBe(["early"]);
        stats.ScenarioStats.Get("late").AllRequestCount.ShouldBe(0);
    }

    [Fact]
    public async Task Keeps_what_a_cancelled_run_has_measured()
    {
        using var cancel = new CancellationTokenSource();
        var scenario = Scenario.Create("cancelled", async context =>
            {
                if (context.InvocationNumber == 20) await cancel.CancelAsync();
                return Response.Ok();
            })
            .WithLoadSimulations(Simulation.KeepConstant(1, TimeSpan.FromHours(1)));

        var stats = await DynoRunner.RegisterScenarios(scenario).RunAsync(cancel.Token);

        stats.Result.Outcome.ShouldBe(RunOutcome.Interrupted);
        stats.ScenarioStats.Get("cancelled").AllOkCount.ShouldBeGreaterThanOrEqualTo(20);
        stats.ExitCode.ShouldBe(105);
    }

    [Fact]
    public async Task Sends_nothing_when_init_fails()
    {
        var sent = 0;
        var scenario = Scenario.Create("initless", async _ => { sent++; return Response.Ok(); })
            .WithInit(_ => throw new InvalidOperationException("no database"))
            .WithLoadSimulations(Simulation.IterationsForConstant(1, 3));

        var stats = await DynoRunner.RunAsync(scenario);

        sent.ShouldBe(0);
        stats.Result.Outcome.ShouldBe(RunOutcome.Failed);
        stats.Result.OutcomeReason.ShouldBe("set-up failed: no database");
    }

    [Fact]
    public async Task Drops_and_counts_starts_beyond_the_limit()
    {
        var scenario = Scenario.Create("full", async context =>
            {
                await Task.Delay(Timeout.Infinite, context.ScenarioCancellationToken);
                return Response.Ok();
            })
            .WithMaxConcurrentIterations(5).WithCompletionTimeout(2 * Second).WithLoadSimulations(Simulation.Inject(20, Second, Second));

        var stats = await DynoRunner.RunAsync(scenario);

        stats.Result.Measured.Totals.DroppedIterations.ShouldBe(15);
        stats.Result.Health.State.ShouldBe(HealthState.Void);
    }

    [Fact]
    public async Task Names_everything_that_is_wrong_at_once()
    {
        var contradictory = Scenario.Create("a", async _ => Response.Ok()).WithMaxFailCount(0).WithThresholds(Threshold.Create("p99 ~ 3"))
            .WithLoadSimulations(Simulation.KeepConstant(0, TimeSpan.Zero), Simulation.Inject(10, Second, Second), Simulation.IterationsForConstant(2, 1));
        var twin = Scenario.Create("a", async _ => Response.Ok()).WithLoadSimulations(Simulation.Pause(Second));

        var wrong = await Should.ThrowAsync<UserFault>(() => DynoRunner.RunAsync(contradictory, twin));

        var lines = wrong.Message.Split('\n');
        lines.ShouldContain(l => l.Contains("2 scenarios have this name"));
        lines.ShouldContain(l => l.Contains("maxFailCount is 0"));
        lines.ShouldContain(l => l.Contains("KeepConstant and IterationsForConstant sets users and Inject sets a rate"));
        lines.ShouldContain(l => l.Contains("IterationsForConstant must be the only simulation"));
        lines.ShouldContain(l => l.Contains("simulation 1 (KeepConstant) is copies = 0"));
        lines.ShouldContain(l => l.Contains("simulation 1 (KeepConstant) is during = 00:00:00"));
        lines.ShouldContain(l => l.Contains("simulation 3 (IterationsForConstant) is iterations = 1"));
        lines.ShouldContain(l => l.Contains("there is no load"));
        lines.ShouldContain(l => l.Contains("'p99 ~ 3'"));
    }

    [Fact]
    public async Task Stops_the_run_when_a_condition_in_code_has_failed_so_often()
    {
        var slow = Scenario.Create("slow", async _ =>
            {
                await Task.Delay(5, TestContext.Current.CancellationToken);
                return await Task.FromResult(Response.Ok(customLatencyMs: 500));
            })
            .WithThresholds(
                Threshold.Create(stats => stats.Ok.Latency.Percent50 < 400, abortWhenErrorCount: 2, startCheckAfter: TimeSpan.FromSeconds(1)),
                Threshold.Create(stats => stats.Fail.Request.Count == 0, abortWhenErrorCount: 1),
                Threshold.Create("never", step => step.Ok.Request.Count > 0, abortWhenErrorCount: 1),
                Threshold.Create(stats => stats.Ok.Request.Count < 0))
            .WithLoadSimulations(Simulation.KeepConstant(1, TimeSpan.FromHours(1)));

        var stats = await DynoRunner.RunAsync(slow);

        stats.Result.Outcome.ShouldBe(RunOutcome.ThresholdAborted);
        stats.Result.OutcomeReason.ShouldBe("threshold crossed: slow: stats => stats.Ok.Latency.Percent50 < 400, failed 2 times");
        stats.Thresholds.Select(t => (t.Passed, t.Aborted)).ShouldBe([(false, true), (true, false), (false, false), (false, false)]);
        stats.ScenarioStats.Get("slow").AllOkCount.ShouldBeGreaterThan(0);
        stats.ExitCode.ShouldBe(99);
    }

    [Fact]
    public async Task Fails_the_run_when_code_stops_a_scenario_that_there_is_not()
    {
        var scenario = Scenario.Create("a", async context =>
            {
                context.StopScenario("b", "enough");
                return Response.Ok();
            })
            .WithLoadSimulations(Simulation.KeepConstant(1, TimeSpan.FromHours(1)));

        var stats = await DynoRunner.RunAsync(scenario);

        stats.Result.Outcome.ShouldBe(RunOutcome.Failed);
        stats.Result.OutcomeReason.ShouldNotBeNull().ShouldContain("StopScenario was asked to stop 'b', which is not a scenario of this run");
    }

    [Fact]
    public async Task Refuses_weights_on_different_loads()
    {
        var a = Scenario.Create("a", async _ => Response.Ok()).WithWeight(1).WithLoadSimulations(Simulation.Inject(10, Second, Second));
        var b = Scenario.Create("b", async _ => Response.Ok()).WithWeight(1).WithLoadSimulations(Simulation.Inject(20, Second, Second));

        (await Should.ThrowAsync<UserFault>(() => DynoRunner.RunAsync(a, b))).Message.ShouldContain("give all of them the same simulations (a, b)");
    }

    [Fact]
    public async Task Puts_step_names_beyond_the_limit_into_one_row()
    {
        var scenario = Scenario.Create("ids", async context =>
            {
                await Step.Run($"GET /orders/{context.InvocationNumber}", context, async () => Response.Ok());
                return Response.Ok();
            })
            .WithLoadSimulations(Simulation.IterationsForConstant(1, 1000));

        var stats = await DynoRunner.RunAsync(scenario);

        stats.ScenarioStats.Get("ids").StepStats.Length.ShouldBe(201);
        stats.ScenarioStats.Get("ids").StepStats.Get("(other steps)").Ok.Request.Count.ShouldBe(800);
    }

    private static void InterlockedMax(ref int target, int value)
    {
        for (var seen = Volatile.Read(ref target); value > seen; seen = Volatile.Read(ref target))
            if (Interlocked.CompareExchange(ref target, value, seen) == seen) return;
    }

    // What users do, and must not.
    private static void Block(TimeSpan time)
    {
        using var never = new ManualResetEventSlim();
        never.Wait(time, TestContext.Current.CancellationToken);
    }
}
