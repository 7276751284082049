using System.Collections.Concurrent;
using Dyno.Fleet.Coordinating;
using Dyno.Fleet.Tests.Servers;
using Dyno.Fleet.Trust;
using Dyno.Load.Engine;
using Dyno.Load.Running;
using Dyno.Metrics.Histograms;
using Dyno.Results.Problems;
using Dyno.Results.Runs;

namespace Dyno.Fleet.Tests.Coordinating;

public sealed class FleetRunTests
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
        seen.All.ShouldContain(snapshot => snapshot.RequestsPerSecond == 2000 && snapshot.ActiveVirtualUsers == 10 && snapshot.Requests == 1300);
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
    public async Task No_agent_and_too_few_are_told_with_what_to_start()
    {
        await using var fleet = await TestFleet.StartAsync();
        var none = await Should.ThrowAsync<UserFault>(() => new FleetRun(fleet.Options(2)).RunAsync(new RunSignals(), []));
        none.Message.ShouldContain("2 agents were requested, but none is free");
        none.Hint.ShouldBe($"start agents with: dyno agent --join {fleet.Server.Url}");

        await fleet.JoinAsync("a", () => new FakeShare());
        var few = await Should.ThrowAsync<UserFault>(() => new FleetRun(fleet.Options(2)).RunAsync(new RunSignals(), []));
        few.Message.ShouldContain("2 agents were requested, but only 1 is free");
    }

    [Fact]
    public async Task A_coordinator_with_another_key_gets_no_agent_and_is_told_why()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("a", () => throw new InvalidOperationException("a share was started for a stranger"), FleetKey.Create());

        var refused = await Should.ThrowAsync<UserFault>(() => new FleetRun(fleet.Options(1)).RunAsync(new RunSignals(), []));

        refused.Message.ShouldContain("1 agent was requested, but none is free");
    }

    [Fact]
    public async Task A_second_coordinator_gets_no_agent_that_is_busy()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("a", () => new FakeShare { Responses = Histogram(1, 10), Seconds = 5 });
        var signals = new RunSignals();
        var began = new TaskCompletionSource();
        var first = new FleetRun(fleet.Options(1)).RunAsync(signals, [new AfterFirst(began.SetResult)]);
        await began.Task;

        var second = await Should.ThrowAsync<UserFault>(() => new FleetRun(fleet.Options(1)).RunAsync(new RunSignals(), []));

        second.Message.ShouldContain("agent a: it is busy with run");
        signals.Stop();
        (await first).Measured.Totals.Requests.ShouldBe(10);
    }

    [Fact]
    public async Task A_second_agent_of_a_name_does_not_start()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("a", () => new FakeShare());

        var second = await Should.ThrowAsync<UserFault>(() => fleet.JoinAsync("a", () => new FakeShare()));

        second.Message.ShouldBe("the fleet already has an agent a");
    }

    [Fact]
    public async Task A_share_that_cannot_begin_ends_the_run_with_its_words()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("a", () => throw new UserFault("there is no such thing"));

        var failed = await Should.ThrowAsync<UserFault>(() => new FleetRun(fleet.Options(1)).RunAsync(new RunSignals(), []));

        failed.Message.ShouldBe("agent a cannot run its share: there is no such thing");
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
    public async Task An_agent_whose_disk_is_full_says_so_and_nothing_begins()
    {
        await using var fleet = await TestFleet.StartAsync();
        var other = new FakeShare { Responses = Histogram(1, 10) };
        await fleet.JoinAsync("a", () => other);
        await fleet.JoinAsync("full", () => throw new IOException("No space left on device"));

        var failed = await Should.ThrowAsync<UserFault>(() => new FleetRun(fleet.Options(2)).RunAsync(new RunSignals(), []));

        failed.Message.ShouldBe("agent full cannot run its share: No space left on device");
        lock (other.Said) other.Said.ShouldNotContain(word => word.StartsWith("start "));
    }

    [Fact]
    public async Task A_plan_that_is_too_large_is_refused_before_an_agent_has_it()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("a", () => throw new InvalidOperationException("it had the order"));
        var large = Path.Combine(Directory.CreateTempSubdirectory("dyno-large-").FullName, "rows.csv");
        await using (var file = File.Create(large)) file.SetLength(65L * 1024 * 1024);

        var refused = await Should.ThrowAsync<UserFault>(() =>
            new FleetRun(fleet.Options(1) with { Files = [("rows.csv", large)] }).RunAsync(new RunSignals(), []));

        refused.Message.ShouldContain("exceed 64 MB in total, at rows.csv");
        fleet.Orders.ShouldBeEmpty();
        Directory.Delete(Path.GetDirectoryName(large)!, recursive: true);
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

    private static Histogram Histogram(int from, int count)
    {
        var histogram = new Histogram();
        for (var i = 0; i < count; i++) histogram.Record(1_000L * (from + i));
        return histogram;
    }

    private sealed class Snapshots : IRunListener
    {
        public ConcurrentQueue<RunSnapshot> All { get; } = [];

        public void OnSnapshot(RunSnapshot snapshot) => All.Enqueue(snapshot);
    }

    private sealed class AfterFirst(Action act) : IRunListener
    {
        private bool _isDone;

        public void OnSnapshot(RunSnapshot snapshot)
        {
            if (_isDone) return;
            _isDone = true;
            act();
        }
    }
}
