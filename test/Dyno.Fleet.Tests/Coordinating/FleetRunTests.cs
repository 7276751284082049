namespace Dyno.Fleet.Tests;

/// <summary>A fleet's run that goes well, or is stopped.</summary>
public sealed class FleetRunTests : FleetRunTest
{
    [Fact]
    public async Task Percentiles_of_the_merged_run_are_those_of_the_pooled_histograms()
    {
        await using var fleet = await TestFleet.StartAsync();
        var (fast, slow) = (Histogram(1, 900), Histogram(2_000, 400));
        await fleet.JoinAsync("a", () => new FakeShare { Responses = fast });
        await fleet.JoinAsync("b", () => new FakeShare { Responses = slow });
        var seen = new Snapshots();

        var run = await new FleetRun(fleet.Options(2)).RunAsync(new RunSignals(), [seen]);

        var pooled = Histogram(1, 900);
        pooled.Merge(slow);
        var latency = run.Measured.Latency.Response;
        latency.Count.ShouldBe(1300);
        HdrEncoding.DecodeBase64(latency.Histogram).ValueAtQuantile(0.99).ShouldBe(pooled.ValueAtQuantile(0.99));
        run.Measured.Totals.Requests.ShouldBe(1300);
        run.Fleet!.Agents.Select(agent => (agent.Name, agent.Segment, agent.Requests)).ShouldBe([("a", "0/2:1/2", 900), ("b", "1/2:2/2", 400)]);
        run.Plan.ExecutionSegment.ShouldBeNull();
        seen.All.ShouldContain(snapshot => snapshot.RequestsPerSecond == 2000 && snapshot.ActiveVirtualUsers == 10 && snapshot.Requests >= 1300);
    }

    [Fact]
    public async Task Each_agent_begins_at_the_agreed_instant_and_says_when()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("a", () => new FakeShare { Responses = Histogram(1, 10) });
        await fleet.JoinAsync("b", () => new FakeShare { Responses = Histogram(1, 10) });

        var run = await new FleetRun(fleet.Options(2)).RunAsync(new RunSignals(), []);

        run.Fleet!.Agents.ShouldAllBe(agent => agent.StartedAfterMillis >= 0 - agent.ClockUncertaintyMillis);
        run.Fleet.Agents.ShouldAllBe(agent => agent.MessagesMissed == 0 && agent.Messages > 2);
    }

    [Fact]
    public async Task The_health_is_that_of_the_worst_agent_by_name()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("quiet", () => new FakeShare { Responses = Histogram(1, 10) });
        await fleet.JoinAsync("saturated", () => new FakeShare { Responses = Histogram(1, 10), Health = HealthState.Void });

        var run = await new FleetRun(fleet.Options(2)).RunAsync(new RunSignals(), []);

        run.Health.State.ShouldBe(HealthState.Void);
        run.Health.Findings.ShouldHaveSingleItem().Message.ShouldBe("agent saturated: its workers were busy.");
    }

    [Fact]
    public async Task A_threshold_is_judged_on_all_agents_together_and_ends_the_run()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("a", () => new FakeShare { Responses = Histogram(1, 10), Aborting = FakeShare.AbortOnFailures, Seconds = 60 });
        await fleet.JoinAsync("b", () => new FakeShare { Responses = Histogram(1, 10), Aborting = FakeShare.AbortOnFailures, Seconds = 60 });

        var run = await new FleetRun(fleet.Options(2)).RunAsync(new RunSignals(), []);

        run.Outcome.ShouldBe(RunOutcome.ThresholdAborted);
        run.OutcomeReason.ShouldBe("threshold crossed: http_req_failed: rate<0.1");
    }

    [Fact]
    public async Task A_stop_reaches_every_agent()
    {
        await using var fleet = await TestFleet.StartAsync();
        var shares = new ConcurrentQueue<FakeShare>();
        foreach (var name in (string[])["a", "b"])
            await fleet.JoinAsync(name, () =>
            {
                var share = new FakeShare { Responses = Histogram(1, 10), Seconds = 60 };
                shares.Enqueue(share);
                return share;
            });
        var signals = new RunSignals();

        await new FleetRun(fleet.Options(2)).RunAsync(signals, [new AfterFirst(signals.Stop)]);

        shares.Count.ShouldBe(2);
        shares.ShouldAllBe(share => share.Said.Contains("stop"));
    }

    [Fact]
    public async Task A_run_that_was_collected_is_the_run_that_was_watched()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("a", () => new FakeShare { Responses = Histogram(1, 10) });
        await fleet.JoinAsync("b", () => new FakeShare { Responses = Histogram(5, 30) });
        var watched = await new FleetRun(fleet.Options(2)).RunAsync(new RunSignals(), []);

        var collected = await FleetCollect.RunAsync(fleet.Server.Address, fleet.Key, watched.Id, TestContext.Current.CancellationToken);

        collected.Id.ShouldBe(watched.Id);
        collected.Measured.Latency.Response.Histogram.ShouldBe(watched.Measured.Latency.Response.Histogram);
        var foreign = await Should.ThrowAsync<UserFault>(() => FleetCollect.RunAsync(fleet.Server.Address, FleetKey.Create(), watched.Id, default));
        foreign.Message.ShouldContain($"the fleet has no results of run {watched.Id}");
    }

    [Fact]
    public async Task A_clock_that_is_off_by_a_minute_is_told_and_moves_nothing_in_the_result()
    {
        await using var fleet = await TestFleet.StartAsync();
        var late = new ShiftedTime(TimeSpan.FromMinutes(1));
        await fleet.JoinAsync("a", () => new FakeShare { Responses = Histogram(1, 10) });
        await fleet.JoinAsync("late", () => new FakeShare { Responses = Histogram(1, 10), Time = late }, time: late);
        var before = TimeProvider.System.GetUtcNow();

        var run = await new FleetRun(fleet.Options(2)).RunAsync(new RunSignals(), []);

        var agent = run.Fleet!.Agents.Single(one => one.Name == "late");
        agent.ClockOffsetMillis.ShouldBe(60_000, 5_000);
        agent.StartedAfterMillis.ShouldNotBeNull().ShouldBeGreaterThanOrEqualTo(-agent.ClockUncertaintyMillis);
        run.StartedAt.ShouldBeInRange(before, TimeProvider.System.GetUtcNow());
        run.EndedAt.ShouldBeInRange(before, TimeProvider.System.GetUtcNow() + TimeSpan.FromSeconds(1));
        run.Measured.DurationSeconds.ShouldBeLessThan(30, "the shares ran side by side, whatever their clocks say");
    }

    [Fact]
    public async Task Agents_of_one_machine_know_each_other_and_the_coordinator_there()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("a", () => new FakeShare { Responses = Histogram(1, 10) });
        await fleet.JoinAsync("b", () => new FakeShare { Responses = Histogram(1, 10) });

        await new FleetRun(fleet.Options(2)).RunAsync(new RunSignals(), []);

        fleet.Orders.Count.ShouldBe(2);
        fleet.Orders.ShouldAllBe(order => order.Company.SequenceEqual(new[] { Environment.ProcessId })); // all of them are in this process
    }

    private sealed class ShiftedTime(TimeSpan by) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => System.GetUtcNow() + by;
    }

    private sealed class Snapshots : IRunListener
    {
        public ConcurrentQueue<RunSnapshot> All { get; } = [];

        public void OnSnapshot(RunSnapshot snapshot) => All.Enqueue(snapshot);
    }
}
