namespace Dyno.Http.Tests;

/// <summary>Sessions, pauses, pacing, and the ways a phase ends.</summary>
public class IterationTests : DriverTests
{
    [Fact]
    public async Task The_requests_of_a_session_follow_each_other_on_each_virtual_user()
    {
        await using var server = await KestrelServer.StartAsync();
        var outcome = DriverRun.To(server.Url, "a", "b", "c").Iterate(users: 4, iterations: 40);
        outcome.Recorder.Iterations.ShouldBe(40);
        outcome.Good.ShouldBe(120);
        foreach (var step in outcome.Recorder.Steps) step.Service.Count.ShouldBe(40);
        foreach (var connection in server.Seen.GroupBy(r => r.ConnectionId))
            string.Concat(connection.Select(r => r.Target)).Replace("/a/b/c", "", StringComparison.Ordinal).ShouldBe("");
    }

    [Fact]
    public async Task In_random_order_every_pass_still_has_each_request_once()
    {
        await using var server = await KestrelServer.StartAsync();
        var run = DriverRun.To(server.Url, "a", "b", "c", "d") with { Options = new HttpOptions { RandomOrder = true } };
        run.Iterate(users: 1, iterations: 60).Good.ShouldBe(240);
        var passes = server.Seen.Select(r => r.Target[1]).Chunk(4).Select(p => new string(p)).ToArray();
        passes.ShouldAllBe(p => string.Concat(p.Order()) == "abcd");
        passes.Distinct().Count().ShouldBeGreaterThan(10);
        var again = await SeenOrderAsync(run);
        again.ShouldBe(passes, "the same seed gives the same order");
    }

    [Fact]
    public void A_delay_separates_the_requests_of_a_virtual_user()
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        var run = DriverRun.To(server.Url, "a", "b") with { Options = new HttpOptions { Delay = TimeSpan.FromMilliseconds(20) } };
        var outcome = run.Iterate(users: 1, iterations: 5);
        outcome.Good.ShouldBe(10);
        // Each iteration holds one pause; the pauses between iterations belong to none.
        outcome.Recorder.IterationService.Min.ShouldBeGreaterThanOrEqualTo(20_000_000);
        // Nor does the pause within belong to a request: it is what an iteration has beyond its two, however long these take.
        var requests = outcome.Recorder.Steps[0].Service.Mean + outcome.Recorder.Steps[1].Service.Mean;
        (outcome.Recorder.IterationService.Mean - requests).ShouldBeGreaterThan(15_000_000, "20 ms, less what histograms round");
    }

    [Theory]
    [InlineData(WaitStrategy.Hybrid)]
    [InlineData(WaitStrategy.Busy)]
    [InlineData(WaitStrategy.Frugal)]
    public void An_arrival_rate_is_kept_to_the_request_whatever_the_wait_strategy(WaitStrategy strategy)
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        var outcome = (DriverRun.To(server.Url) with { WaitStrategy = strategy }).Arrive(rate: 500, TimeSpan.FromSeconds(1), users: 200);
        (outcome.Recorder.Starts + outcome.Recorder.DroppedIterations).ShouldBe(500);
        outcome.Good.ShouldBe(outcome.Recorder.Starts);
        outcome.Recorder.StartLag!.Count.ShouldBe(outcome.Recorder.Starts);
        outcome.Recorder.Steps[0].Response.Count.ShouldBe(outcome.Recorder.Starts);
        outcome.Activity.WaitedNanos.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Response_time_counts_from_the_intended_start_in_an_open_model()
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        var outcome = DriverRun.To(server.Url).Arrive(rate: 1000, TimeSpan.FromMilliseconds(500), users: 100);
        outcome.Recorder.Steps[0].Response.Min.ShouldBeGreaterThan(0);
        outcome.Recorder.Steps[0].Response.Max.ShouldBeGreaterThanOrEqualTo(outcome.Recorder.Steps[0].Service.Min);
        outcome.Recorder.Steps[0].Response.Mean.ShouldBeGreaterThanOrEqualTo(outcome.Recorder.Steps[0].Service.Mean);
    }

    [Fact]
    public void Arrivals_without_a_free_virtual_user_are_dropped_and_counted()
    {
        using var server = FaultServers.NeverAnswering();
        // Time enough behind the end for a worker that comes late: it still starts what was due.
        var run = DriverRun.To(server.Url) with { Options = new HttpOptions { Timeout = TimeSpan.FromSeconds(20) }, GracefulStop = TimeSpan.FromSeconds(3) };
        var outcome = run.Arrive(rate: 100, TimeSpan.FromMilliseconds(500), users: 5);
        outcome.Recorder.Starts.ShouldBe(5);
        outcome.Recorder.DroppedIterations.ShouldBe(45);
        outcome.Recorder.InterruptedIterations.ShouldBe(5);
        outcome.Recorder.CutAtEnd.ShouldBe(5);
    }

    [Fact]
    public async Task A_stop_starts_nothing_more_and_lets_work_in_flight_end()
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        var signals = new RunSignals();
        var run = Task.Run(() => (DriverRun.To(server.Url, "a", "b") with { Signals = signals }).Loop(8, TimeSpan.FromMinutes(5)),
            TestContext.Current.CancellationToken);
        while (server.Requests < 100) await Task.Yield();
        signals.Stop();
        var outcome = await run;
        outcome.Recorder.Iterations.ShouldBe(outcome.Recorder.Starts);
        outcome.Good.ShouldBe(2 * outcome.Recorder.Iterations);
        outcome.Recorder.InterruptedIterations.ShouldBe(0);
    }

    [Fact]
    public async Task An_abort_cuts_what_is_in_flight_also_while_nothing_happens()
    {
        using var server = FaultServers.NeverAnswering();
        var signals = new RunSignals();
        var run = Task.Run(() => (DriverRun.To(server.Url) with { Signals = signals }).Loop(8, TimeSpan.FromMinutes(5)),
            TestContext.Current.CancellationToken);
        while (server.Requests < 8) await Task.Yield();
        signals.Abort();
        var outcome = await run;
        outcome.Recorder.InterruptedIterations.ShouldBe(8);
        outcome.Recorder.CutAtEnd.ShouldBe(0);
        outcome.Recorder.Iterations.ShouldBe(0);
    }

    [Fact]
    public void Work_still_in_flight_at_the_cut_is_interrupted_and_the_next_phase_begins_clean()
    {
        using var server = ScriptedServer.Start(number => number < 3
            ? [ServerAction.ReadRequest, ServerAction.Hang]
            : [ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.Repeat]);
        var phase = new ConstantVus { VirtualUsers = 3, Duration = TimeSpan.FromMilliseconds(100) };
        var run = DriverRun.To(server.Url) with { GracefulStop = TimeSpan.FromMilliseconds(100), Time = new HeldClock(() => server.Requests >= 3) };
        var outcome = run.Run(phase.CreatePacers(1, 0)[0], DriverRun.Count(users: 3, iterations: 30));
        outcome.Phases[0].InterruptedIterations.ShouldBe(3);
        outcome.Phases[0].CutAtEnd.ShouldBe(3);
        outcome.Phases[1].ConnectionsOpened.ShouldBe(3);
        outcome.Phases[1].InterruptedIterations.ShouldBe(0);
        outcome.Good.ShouldBe(30);
    }

    [Fact]
    public void A_ramp_down_cuts_the_iterations_of_virtual_users_that_must_go()
    {
        using var server = FaultServers.NeverAnswering();
        var run = DriverRun.To(server.Url) with { GracefulStop = TimeSpan.Zero, Time = new HeldClock(() => server.Requests >= 4) };
        var outcome = run.Run(new RampDown());
        outcome.Recorder.InterruptedIterations.ShouldBe(4);
        outcome.Recorder.CutAtEnd.ShouldBe(0);
        outcome.Recorder.Starts.ShouldBe(4);
    }

    [Fact]
    public void A_worker_that_waits_is_not_busy()
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        var most = 0L;
        // Three tries, because a machine that stands still before the first wait leaves little to wait for.
        for (var time = 0; time < 3 && most <= 250_000_000; time++)
        {
            var clock = Stopwatch.StartNew();
            var outcome = DriverRun.To(server.Url).Arrive(rate: 20, TimeSpan.FromMilliseconds(500), users: 2);
            outcome.Activity.WaitedNanos.ShouldBeLessThan(clock.ElapsedTicks * 1_000_000_000 / Stopwatch.Frequency);
            most = Math.Max(most, outcome.Activity.WaitedNanos);
        }
        most.ShouldBeGreaterThan(250_000_000);
    }

    private static async Task<string[]> SeenOrderAsync(DriverRun run)
    {
        await using var server = await KestrelServer.StartAsync();
        (run with { Requests = [.. run.Requests.Select(r => DriverRun.Get(server.Url, r.Url.AbsolutePath[1..]))] }).Iterate(1, 60);
        return [.. server.Seen.Select(r => r.Target[1]).Chunk(4).Select(p => new string(p))];
    }

    /// <summary>Four users for 100 ms, then none, with 50 ms of grace.</summary>
    private sealed class RampDown : LoopPacer
    {
        public override int PreAllocatedVirtualUsers => 4;

        public override int MaxVirtualUsers => 4;

        public override long EndNanos => 300_000_000;

        public override bool HasIterations => true;

        public override long GracefulRampDownNanos => 50_000_000;

        public override int AllowedVirtualUsers(long nowNanos) => nowNanos < 100_000_000 ? 4 : 0;

        public override long NextChangeNanos(long nowNanos) => nowNanos < 100_000_000 ? 100_000_000 : long.MaxValue;

        public override bool TryTakeIteration(int virtualUser) => true;
    }
}
