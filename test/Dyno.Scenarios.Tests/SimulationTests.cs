using Dyno.Load;

namespace Dyno.Scenarios.Tests;

/// <summary>What each simulation asks of the engine, read from its pacer: no clock runs.</summary>
public sealed class SimulationTests
{
    private const long Second = 1_000_000_000;
    private static readonly TimeSpan One = TimeSpan.FromSeconds(1);

    [Fact]
    public void Keeps_users()
    {
        var pacer = LoopOf(Simulation.KeepConstant(copies: 7, during: TimeSpan.FromSeconds(3)));

        pacer.AllowedVirtualUsers(0).ShouldBe(7);
        pacer.AllowedVirtualUsers(2 * Second).ShouldBe(7);
        pacer.EndNanos.ShouldBe(3 * Second);
    }

    [Fact]
    public void Ramps_users_in_a_straight_line_from_those_before()
    {
        var pacer = LoopOf(Simulation.RampingConstant(copies: 10, during: TimeSpan.FromSeconds(10)),
            Simulation.RampingConstant(copies: 20, during: TimeSpan.FromSeconds(10)),
            Simulation.RampingConstant(copies: 0, during: TimeSpan.FromSeconds(20)));

        long[] seconds = [0, 5, 10, 15, 20, 30, 39];
        int[] users = [0, 5, 10, 15, 20, 10, 1];
        // Who joins at this very nanosecond is no matter.
        seconds.Zip(users, (at, expected) => Math.Abs(pacer.AllowedVirtualUsers(at * Second) - expected)).ShouldAllBe(apart => apart <= 1);
        pacer.EndNanos.ShouldBe(40 * Second);
    }

    [Fact]
    public void Injects_at_equal_distances()
    {
        var due = DueOf(Scenario(Simulation.Inject(rate: 4, interval: One, during: TimeSpan.FromSeconds(3))));

        due.ShouldBe(Enumerable.Range(0, 12).Select(i => i * Second / 4));
    }

    [Fact]
    public void Injects_at_random_when_asked_and_the_same_for_the_same_seed()
    {
        var scenario = Scenario(Simulation.Inject(rate: 100, interval: One, during: TimeSpan.FromSeconds(30))).WithPoissonArrivals();

        var due = DueOf(scenario, seed: 5);

        due.ShouldBe(DueOf(scenario, seed: 5));
        due.ShouldNotBe(DueOf(scenario, seed: 6));
        due.Count.ShouldBeInRange(2_700, 3_300);
        var gaps = due.Zip(due.Skip(1), (a, b) => (b - a) / 1e9).ToList();
        // Of an exponential distribution: the standard deviation equals the mean.
        var mean = gaps.Average();
        Math.Sqrt(gaps.Average(g => (g - mean) * (g - mean))).ShouldBeInRange(0.9 * mean, 1.1 * mean);
    }

    [Fact]
    public void Ramps_a_rate_in_a_straight_line_from_the_one_before()
    {
        var due = DueOf(Scenario(
            Simulation.Inject(rate: 10, interval: One, during: TimeSpan.FromSeconds(2)),
            Simulation.RampingInject(rate: 30, interval: One, during: TimeSpan.FromSeconds(4))));

        // The integral of the rate: 10 × 2, then (10 + 30) / 2 × 4; half of the ramp's time holds 10 × 2 + (10 + 20) / 2 × 2.
        due.Count.ShouldBeInRange(99, 101);
        due.Count(d => d < 4 * Second).ShouldBeInRange(49, 51);
    }

    [Fact]
    public void Draws_a_number_for_each_interval_both_bounds_included()
    {
        var due = DueOf(Scenario(Simulation.InjectRandom(minRate: 3, maxRate: 5, interval: One, during: TimeSpan.FromSeconds(200))));

        var drawn = Enumerable.Range(0, 200).Select(s => due.Count(d => d / Second == s)).ToList();
        drawn.Distinct().Order().ShouldBe([3, 4, 5]);
    }

    [Fact]
    public void Starts_a_fixed_number_at_a_rate()
    {
        var due = DueOf(Scenario(Simulation.IterationsForInject(rate: 2, interval: One, iterations: 5)));

        due.ShouldBe([0, Second / 2, Second, Second * 3 / 2, Second * 2]);
    }

    [Fact]
    public void Pauses_between_two_rates()
    {
        var due = DueOf(Scenario(
            Simulation.Inject(rate: 2, interval: One, during: One), Simulation.Pause(TimeSpan.FromSeconds(5)),
            Simulation.Inject(rate: 2, interval: One, during: One)));

        due.ShouldBe([0, Second / 2, 6 * Second, 6 * Second + Second / 2]);
    }

    [Fact]
    public void Shares_a_number_of_iterations_among_users()
    {
        var pacer = LoopOf(Simulation.IterationsForConstant(copies: 2, iterations: 5));

        Enumerable.Range(0, 7).Select(i => pacer.TryTakeIteration(i % 2)).ShouldBe([true, true, true, true, true, false, false]);
        pacer.HasIterations.ShouldBeFalse();
    }

    private static ScenarioProps Scenario(params LoadSimulation[] simulations) =>
        Scenarios.Scenario.Create("paced", async _ => Response.Ok()).WithLoadSimulations(simulations);

    private static LoopPacer LoopOf(params LoadSimulation[] simulations) => (LoopPacer)PacerOf(Scenario(simulations), 1);

    private static List<long> DueOf(ScenarioProps props, long seed = 1)
    {
        var pacer = (ArrivalPacer)PacerOf(props, seed);
        var due = new List<long>();
        for (; pacer.NextDueNanos != long.MaxValue; pacer.Advance()) due.Add(pacer.NextDueNanos);
        return due;
    }

    private static Pacer PacerOf(ScenarioProps props, long seed)
    {
        var run = new SessionRun(new TestInfo("", "", ""), new RunSignals());
        var plan = new ScenarioPlans([props], new SessionSettings { Source = "test" }).Build(run);
        return plan.Scenarios[0].Executor.CreatePacers(ExecutionSegment.Whole, 1, seed)[0];
    }
}
