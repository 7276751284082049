using Dyno.Http.Requests;
using Dyno.Http.Tests.Engine;
using Dyno.Load.Engine;
using Dyno.Testing.Servers;

namespace Dyno.Http.Tests.Drivers;

/// <summary>Starts, stops and cuts: the contract between scheduler and driver.</summary>
public class DriverPacingTests
{
    public static TheoryData<DriverChoice> Drivers => DriversUnderTest.Http11;

    public static MatrixTheoryData<DriverChoice, WaitStrategy> Strategies { get; } = new(
        DriversUnderTest.Http11.Select(d => d.Data), [WaitStrategy.Hybrid, WaitStrategy.Busy, WaitStrategy.Frugal]);

    [Theory, MemberData(nameof(Strategies))]
    public void An_open_model_starts_what_is_due_with_every_wait_strategy(DriverChoice driver, WaitStrategy strategy)
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        var run = DriverRun.To(server.Url) with { Driver = driver, WaitStrategy = strategy };
        var seen = run.Arrive(500, TimeSpan.FromMilliseconds(600), 20);
        (seen.Recorder.Starts + seen.Recorder.DroppedIterations).ShouldBe(300);
        seen.Good.ShouldBe(seen.Recorder.Starts);
        seen.Recorder.StartLag.ShouldNotBeNull().Count.ShouldBe(seen.Recorder.Starts);
        seen.Recorder.Steps[0].Response.Count.ShouldBe(seen.Good);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void An_open_model_drops_what_finds_no_free_virtual_user(DriverChoice driver)
    {
        using var server = FaultServers.NeverAnswering();
        var run = DriverRun.To(server.Url) with { Driver = driver, GracefulStop = TimeSpan.FromMilliseconds(300) };
        var seen = run.Arrive(100, TimeSpan.FromMilliseconds(300), 2);
        seen.Recorder.Starts.ShouldBe(2);
        seen.Recorder.DroppedIterations.ShouldBe(28);
        seen.Recorder.InterruptedIterations.ShouldBe(2);
    }

    [Theory, MemberData(nameof(Drivers))]
    public async Task A_stop_lets_what_is_in_flight_end(DriverChoice driver)
    {
        var gate = new TaskCompletionSource();
        using var server = ScriptedServer.Start(
            ServerAction.ReadRequest, ServerAction.WaitFor(gate.Task), ServerAction.Send(Answers.Hello), ServerAction.Repeat);
        var run = DriverRun.To(server.Url) with { Driver = driver };
        var running = Task.Run(() => run.Loop(3, TimeSpan.FromHours(1)), TestContext.Current.CancellationToken);
        await Until(() => server.Requests == 3);
        run.Signals.Stop();
        gate.SetResult();
        var seen = await running;
        seen.Good.ShouldBe(3);
        seen.Recorder.InterruptedIterations.ShouldBe(0);
    }

    [Theory, MemberData(nameof(Drivers))]
    public async Task An_abort_cuts_what_is_in_flight(DriverChoice driver)
    {
        using var server = FaultServers.NeverAnswering();
        var run = DriverRun.To(server.Url) with { Driver = driver };
        var running = Task.Run(() => run.Loop(3, TimeSpan.FromHours(1)), TestContext.Current.CancellationToken);
        await Until(() => server.Requests == 3);
        run.Signals.Abort();
        var seen = await running;
        seen.Recorder.InterruptedIterations.ShouldBe(3);
        seen.Good.ShouldBe(0);
        seen.Failed.ShouldBe(0);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void Connections_live_from_phase_to_phase(DriverChoice driver)
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        var pace = new Load.Executors.ConstantVus { VirtualUsers = 3, Duration = TimeSpan.FromMilliseconds(100) };
        var seen = (DriverRun.To(server.Url) with { Driver = driver }).Run(pace.CreatePacers(1, 0)[0], pace.CreatePacers(1, 0)[0]);
        seen.Phases[0].ConnectionsOpened.ShouldBe(3);
        seen.Phases[1].ConnectionsOpened.ShouldBe(0);
        seen.Phases[1].Iterations.ShouldBeGreaterThan(0);
        server.Connections.ShouldBe(3);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void A_phase_after_a_cut_begins_clean(DriverChoice driver)
    {
        using var server = ScriptedServer.Start(n => n < 2
            ? [ServerAction.ReadRequest, ServerAction.Hang]
            : [ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.Repeat]);
        var pace = new Load.Executors.ConstantVus { VirtualUsers = 2, Duration = TimeSpan.FromMilliseconds(100) };
        var seen = (DriverRun.To(server.Url) with { Driver = driver, GracefulStop = TimeSpan.Zero })
            .Run(pace.CreatePacers(1, 0)[0], pace.CreatePacers(1, 0)[0]);
        seen.Phases[0].InterruptedIterations.ShouldBe(2);
        seen.Phases[1].Iterations.ShouldBeGreaterThan(2);
        seen.Failed.ShouldBe(0);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void A_virtual_user_that_ramps_down_is_cut_and_the_others_go_on(DriverChoice driver)
    {
        using var server = ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Wait(TimeSpan.FromMilliseconds(400)),
            ServerAction.Send(Answers.Hello), ServerAction.Repeat);
        var seen = (DriverRun.To(server.Url) with { Driver = driver }).Run(new RampDown());
        seen.Recorder.InterruptedIterations.ShouldBe(1);
        seen.Good.ShouldBeGreaterThan(0);
        seen.Failed.ShouldBe(0);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void A_delay_lies_between_two_requests_of_a_virtual_user(DriverChoice driver)
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        var options = new HttpOptions { Delay = TimeSpan.FromMilliseconds(50) };
        var seen = (DriverRun.To(server.Url, "a", "b") with { Driver = driver, Options = options }).Iterate(1, 3);
        seen.Good.ShouldBe(6);
        seen.Recorder.IterationService.Min.ShouldBeGreaterThanOrEqualTo(50_000_000);
    }

    private static async Task Until(Func<bool> condition)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        patience.CancelAfter(TimeSpan.FromSeconds(60));
        while (!condition()) await Task.Delay(5, patience.Token);
    }

    /// <summary>Two virtual users, of which one has to go at once.</summary>
    private sealed class RampDown : LoopPacer
    {
        private const long ChangeNanos = 100_000_000;

        public override int PreAllocatedVirtualUsers => 2;

        public override int MaxVirtualUsers => 2;

        public override long EndNanos => 600_000_000;

        public override long GracefulRampDownNanos => 0;

        public override bool HasIterations => true;

        public override int AllowedVirtualUsers(long nowNanos) => nowNanos < ChangeNanos ? 2 : 1;

        public override long NextChangeNanos(long nowNanos) => nowNanos < ChangeNanos ? ChangeNanos : long.MaxValue;

        public override bool TryTakeIteration(int virtualUser) => true;
    }
}
