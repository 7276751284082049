using System.Collections.Immutable;
using Dyno.Experiments.Plans;
using Dyno.Experiments.Trials;
using Dyno.Load.Health;
using Dyno.Load.Running;
using Dyno.Observation.Tests;
using Dyno.Results.Comparisons;
using Dyno.Results.Runs;

namespace Dyno.Experiments.Tests.Trials;

public sealed class MachineWarningsTests
{
    private static readonly EnvironmentRecord Quiet = Reporting.Tests.SampleRuns.Closed().Environment with
    {
        LogicalCpus = 2,
        AllowedCpus = null,
        LoadAverageBefore = 0.1,
        StealPercent = 0,
    };

    [Fact]
    public void A_quiet_machine_says_nothing() => Told(Quiet).ShouldBeEmpty();

    [Fact]
    public void What_is_not_known_says_nothing() => Told(Quiet with { LoadAverageBefore = null, StealPercent = null }).ShouldBeEmpty();

    [Theory]
    [InlineData(1, null)]
    [InlineData(8, "3")]
    public void One_CPU_says_what_that_does_to_the_numbers(int cpus, string? allowed) => Told(Quiet with { LogicalCpus = cpus, AllowedCpus = allowed })
        .Single().ShouldStartWith("one CPU: server and generator share it, so rates are those of both together");

    [Fact]
    public void A_busy_machine_is_named_before_the_first_trial() => Told(Quiet with { LoadAverageBefore = 1.5 }).Single()
        .ShouldBe("the machine is busy: load average 1.5 on 2 CPUs; other work adds noise to the trials");

    [Fact]
    public void A_busy_machine_strains_the_experiment_and_a_quiet_one_does_not()
    {
        var finding = Found(Quiet with { LoadAverageBefore = 1.5 }).Single();
        finding.State.ShouldBe(HealthState.Strained);
        finding.Message.ShouldBe("the load average before the first trial was 1.5 on 2 CPUs: the machine was busy. Stop other work and run again.");
        Found(Quiet).ShouldBeEmpty();
        // What others use and what is stolen during a trial, the trial itself tells.
        Found(Quiet with { StealPercent = 3.24 }).ShouldBeEmpty();
    }

    [Fact]
    public void What_the_experiment_before_left_says_nothing_about_this_one()
    {
        var listener = new Listener();
        Tell(listener, Quiet with { LoadAverageBefore = 3.4, StealPercent = 3.24 }, 5_000, null, followsAnother: true).ShouldBeEmpty();
        listener.Warnings.Single().ShouldContain("the hypervisor");
    }

    [Fact]
    public void Stolen_time_is_named_before_the_first_trial() => Told(Quiet with { StealPercent = 3.24 }).Single()
        .ShouldBe("the hypervisor gives 3.2 % of the CPU time to other guests (limit 1 %): their work adds noise to the trials");

    [Fact]
    public void A_look_of_a_moment_cannot_tell_stolen_time() => Told(Quiet with { StealPercent = 3.24 }, milliseconds: 200).ShouldBeEmpty();

    [Fact]
    public void The_limits_are_those_of_the_health_rules() =>
        Told(Quiet with { LoadAverageBefore = 1.5, StealPercent = 3 }, limits: new HealthLimits { LoadAveragePerCpu = 1, Steal = 0.05 }).ShouldBeEmpty();

    private static List<string> Told(EnvironmentRecord machine, int milliseconds = 5_000, HealthLimits? limits = null)
    {
        var heard = new Listener();
        Tell(heard, machine, milliseconds, limits);
        return heard.Warnings;
    }

    private static ImmutableArray<HealthFinding> Found(EnvironmentRecord machine) => Tell(new Listener(), machine, 5_000, null);

    private static ImmutableArray<HealthFinding> Tell(
        Listener listener, EnvironmentRecord machine, int milliseconds, HealthLimits? limits, bool followsAnother = false)
    {
        var time = new SteppedTime();
        var probe = new Probe(machine);
        var warnings = MachineWarnings.Begin(probe, time, followsAnother);
        probe.Begun.ShouldBe(1);
        time.Advance(TimeSpan.FromMilliseconds(milliseconds));
        return warnings.Tell(listener.OnWarning, limits ?? new HealthLimits());
    }

    private sealed class Probe(EnvironmentRecord machine) : IMachineProbe
    {
        public int Begun { get; private set; }

        public void Begin() => Begun++;

        public EnvironmentRecord End() => machine;
    }

    private sealed class Listener : IExperimentListener
    {
        public List<string> Warnings { get; } = [];

        public void OnStage(string text) { }

        public void OnWarning(string text) => Warnings.Add(text);

        public void OnTrial(VariantPlan variant, int round, int before) { }

        public void OnTrialEnded(TrialRecord trial) { }
    }
}
