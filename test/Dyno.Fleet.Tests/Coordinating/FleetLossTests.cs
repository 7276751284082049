namespace Dyno.Fleet.Tests;

/// <summary>An agent, the coordinator or the server that is lost.</summary>
[Trait("Length", "Long")]
public sealed class FleetLossTests : FleetRunTest
{
    [Fact]
    public async Task An_agent_that_dies_stops_the_run_and_is_named()
    {
        await using var fleet = await TestFleet.StartAsync();
        FakeShare? dying = null;
        await fleet.JoinAsync("a", () => new FakeShare { Responses = Histogram(1, 10), Seconds = 60 });
        await fleet.JoinAsync("b", () => dying = new FakeShare { Responses = Histogram(1, 10), Seconds = 60 });
        var running = new FleetRun(fleet.Options(2)).RunAsync(new RunSignals(), [new AfterFirst(() => dying!.Die())]);

        var run = await running;

        run.Outcome.ShouldBe(RunOutcome.Failed);
        run.OutcomeReason.ShouldBe("agent b was lost: it was killed");
        run.Measured.Totals.Requests.ShouldBe(10);
        run.LeftOut.ShouldContain("the share 1/2:2/2 of agent b: the agent left no result");
    }

    [Fact]
    public async Task The_others_go_on_without_a_lost_agent_when_asked_to_and_less_is_said_to_be_offered()
    {
        await using var fleet = await TestFleet.StartAsync();
        FakeShare? dying = null;
        await fleet.JoinAsync("a", () => new FakeShare { Responses = Histogram(1, 10), Seconds = 2 });
        await fleet.JoinAsync("b", () => dying = new FakeShare { Responses = Histogram(1, 10), Seconds = 60 });

        var run = await new FleetRun(fleet.Options(2) with { ContinuesWhenLost = true }).RunAsync(new RunSignals(), [new AfterFirst(() => dying!.Die())]);

        run.Outcome.ShouldBe(RunOutcome.Completed);
        run.Health.State.ShouldBe(HealthState.Strained);
        run.Health.Findings.ShouldContain(finding => finding.Rule == "lost-agent" && finding.Message.Contains("agent b was lost"));
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(true, true)]
    public async Task A_share_that_fails_after_all_others_have_finished_fails_the_run(bool continues, bool hasStoodStill)
    {
        await using var fleet = await TestFleet.StartAsync();
        await using var bus = await FleetBus.ConnectAsync(fleet.Server.Address, fleet.Key, "test", TestContext.Current.CancellationToken);
        var (a, b) = (SimulatedFleet.Agent(0, of: 2), SimulatedFleet.Agent(1, of: 2));
        a.Hear(new ShareReport { Kind = ShareReportKind.Finished, Session = a.Share.Agent.Session, Number = 1 }, 1);
        b.Hear(new ShareReport { Kind = ShareReportKind.Failed, Session = b.Share.Agent.Session, Number = 1, Text = "it called Run again" }, 1);
        b.IsTold = hasStoodStill; // what was said then is not that it failed
        var options = fleet.Options(2) with { ContinuesWhenLost = continues };
        var watch = new FleetWatch(options, [a, b], new FleetCommands(bus, "run"), TimeProvider.System, new RunSignals(), [], null, CancellationToken.None);

        await watch.RunAsync(0);

        watch.Ending.Failure.ShouldBe(continues ? null : "agent a1 was lost: it called Run again");
        fleet.Warnings.ShouldHaveSingleItem().ShouldStartWith(continues ? "agent a1 is lost (it called Run again)" : "agent a1 was lost: it called Run again");
    }

    [Fact]
    public async Task An_agent_that_leaves_in_mid_run_is_lost()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("a", () => new FakeShare { Responses = Histogram(1, 10), Seconds = 60 });
        await fleet.JoinAsync("b", () => new FakeShare { Responses = Histogram(1, 10), Seconds = 60 });

        var run = await new FleetRun(fleet.Options(2)).RunAsync(new RunSignals(), [new AfterFirst(() => _ = fleet.LeaveAsync("b"))]);

        run.OutcomeReason!.ShouldStartWith("agent b was lost");
    }

    [Fact]
    public async Task A_server_that_restarts_in_mid_run_costs_messages_and_not_the_run()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("a", () => new FakeShare { Responses = Histogram(1, 10), Seconds = 4 });
        await fleet.JoinAsync("b", () => new FakeShare { Responses = Histogram(1, 20), Seconds = 4 });
        async Task RestartAsync()
        {
            await fleet.Server.KillAsync();
            await fleet.Server.StartAgainAsync();
        }
        Task? restarted = null;

        var run = await new FleetRun(fleet.Options(2) with { Lease = TimeSpan.FromSeconds(10) })
            .RunAsync(new RunSignals(), [new AfterFirst(() => restarted = RestartAsync())]);

        await restarted!;
        run.Outcome.ShouldBe(RunOutcome.Completed);
        run.Measured.Totals.Requests.ShouldBe(30);
    }

    [Fact]
    public async Task A_server_that_is_gone_for_good_ends_the_run_with_what_was_reported_and_names_what_is_lost()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("a", () => new FakeShare { Responses = Histogram(1, 10), Seconds = 600 });
        await fleet.JoinAsync("b", () => new FakeShare { Responses = Histogram(1, 20), Seconds = 600 });
        var running = new FleetRun(fleet.Options(2)).RunAsync(new RunSignals(), [new AfterFirst(() => _ = fleet.Server.KillAsync())]);

        var run = await running.WaitAsync(TimeSpan.FromMinutes(2), TestContext.Current.CancellationToken);

        run.Outcome.ShouldBe(RunOutcome.Failed);
        run.OutcomeReason.ShouldNotBeNull().ShouldContain("was lost: the NATS server has been out of reach for longer than the lease");
        run.Health.State.ShouldBe(HealthState.Void);
        run.Health.Findings[0].Message.ShouldMatch(@"^no agent's result came, so these figures end with their last reports: agent a after \d+ s, \d+0 requests, 0 failed; agent b after ");
        run.Health.Findings.Count(finding => finding.Rule == "lost-agent").ShouldBe(2);
        run.Fleet!.Agents.ShouldAllBe(agent => agent.Requests > 0 && agent.Lost == "the NATS server has been out of reach for longer than the lease");
        var totals = run.Measured.Totals;
        totals.Requests.ShouldBe(run.Fleet.Agents.Sum(agent => agent.Requests));
        run.Measured.Overall.Response.Count.ShouldBe(totals.Requests); // every snapshot's times, once each
        (totals.RequestsPerSecond * run.Measured.DurationSeconds).ShouldBe(totals.Requests, tolerance: 0.001);
        fleet.Warnings.ShouldContain(warning => warning.Contains("dyno fleet collect " + run.Id));
        RunResultJson.Read(RunResultJson.Write(run), "the partial result").Measured.Totals.ShouldBe(totals);
    }

    [Fact]
    public async Task What_agents_kept_while_the_server_was_away_is_collected_when_it_is_back()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("a", () => new FakeShare { Responses = Histogram(1, 10), Seconds = 3 });
        await fleet.JoinAsync("b", () => new FakeShare { Responses = Histogram(1, 20), Seconds = 3 });
        var running = new FleetRun(fleet.Options(2)).RunAsync(new RunSignals(), [new AfterFirst(() => _ = fleet.Server.KillAsync())]);
        var run = await running.WaitAsync(TimeSpan.FromMinutes(2), TestContext.Current.CancellationToken);

        await fleet.Server.StartAgainAsync();

        (await CollectAsync(fleet, run.Id)).Measured.Totals.Requests.ShouldBe(30);
    }

    [Fact]
    public async Task A_server_that_is_gone_before_the_start_is_named()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("a", () => new FakeShare { IsEverReady = false, Responses = Histogram(1, 10) });
        var running = new FleetRun(fleet.Options(1)).RunAsync(new RunSignals(), []);
        while (fleet.Orders.IsEmpty) await Task.Delay(20, TestContext.Current.CancellationToken);
        await fleet.Server.KillAsync();

        var fault = await Should.ThrowAsync<UserFault>(() => running.WaitAsync(TimeSpan.FromMinutes(2), TestContext.Current.CancellationToken));

        fault.Message.ShouldBe($"the NATS server at {fleet.Server.Url} has been out of reach for 2 s");
    }

    private static async Task<RunResult> CollectAsync(TestFleet fleet, string run)
    {
        for (var left = 60; ; left--)
        {
            try
            {
                var result = await FleetCollect.RunAsync(fleet.Server.Address, fleet.Key, run, TestContext.Current.CancellationToken);
                if (result.LeftOut.IsEmpty || left == 0) return result;
            }
            catch (UserFault) when (left > 0)
            {
                // The agents are not connected again yet.
            }
            await Task.Delay(500, TestContext.Current.CancellationToken);
        }
    }

    [Fact]
    public async Task An_agent_is_free_again_when_its_coordinator_is_gone_before_the_start()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("a", () => new FakeShare { IsEverReady = fleet.Orders.Count > 1, Responses = Histogram(1, 10) });
        var signals = new RunSignals();
        var gone = new FleetRun(fleet.Options(1)).RunAsync(signals, []);
        while (fleet.Orders.IsEmpty) await Task.Delay(20, TestContext.Current.CancellationToken);

        signals.Stop();

        await Should.ThrowAsync<OperationCanceledException>(() => gone);
        var next = await new FleetRun(fleet.Options(1) with { Patience = TimeSpan.FromSeconds(20) }).RunAsync(new RunSignals(), []);
        next.Measured.Totals.Requests.ShouldBe(10);
    }
}
