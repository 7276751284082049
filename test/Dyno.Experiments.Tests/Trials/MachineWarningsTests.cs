namespace Dyno.Experiments.Tests;

public sealed class MachineWarningsTests
{
    private static readonly EnvironmentRecord Quiet = Reporting.Tests.SampleRuns.Closed().Environment with
    {
        LogicalCpus = 2,
        AllowedCpus = null,
        LoadAverageBefore = 0.1,
        OtherProcessesPercent = null,
        StealPercent = 0,
    };

    private static readonly EnvironmentRecord Busy = Quiet with { LoadAverageBefore = 1.5, OtherProcessesPercent = 34.2 };

    [Fact]
    public async Task A_quiet_machine_says_nothing() => (await ToldAsync(Quiet)).ShouldBeEmpty();

    [Fact]
    public async Task What_is_not_known_says_nothing() =>
        (await ToldAsync(Quiet with { LoadAverageBefore = null, StealPercent = null })).ShouldBeEmpty();

    [Theory]
    [InlineData(1, null)]
    [InlineData(8, "3")]
    public async Task One_CPU_says_what_that_does_to_the_numbers(int cpus, string? allowed) =>
        (await ToldAsync(Quiet with { LogicalCpus = cpus, AllowedCpus = allowed })).Single().ShouldStartWith("one CPU: server and generator share it, so rates are those of both together");

    [Fact]
    public async Task A_busy_machine_is_named_before_the_first_trial() => (await ToldAsync(Busy)).Single()
        .ShouldBe("the machine is busy: other processes use 34 % of 2 CPUs; other work adds noise to the trials");

    [Fact]
    public async Task A_busy_machine_strains_the_experiment_and_a_quiet_one_does_not()
    {
        var finding = (await FoundAsync(Busy)).Single();
        finding.State.ShouldBe(HealthState.Strained);
        finding.Message.ShouldBe("the machine was busy before the first trial: other processes use 34 % of 2 CPUs. Stop other work and run again.");
        (await FoundAsync(Quiet)).ShouldBeEmpty();
        // What others use and what is stolen during a trial, the trial itself tells.
        (await FoundAsync(Quiet with { StealPercent = 3.24 })).ShouldBeEmpty();
    }

    [Fact]
    public async Task Work_that_is_over_says_nothing() =>
        (await ToldAsync(Quiet with { LoadAverageBefore = 6.6, OtherProcessesPercent = 0.9 })).ShouldBeEmpty();

    [Fact]
    public async Task Where_nobody_can_see_the_work_of_others_the_load_average_speaks() =>
        (await ToldAsync(Quiet with { LoadAverageBefore = 1.5 })).Single()
            .ShouldBe("the machine is busy: load average 1.5 on 2 CPUs; other work adds noise to the trials");

    [Fact]
    public async Task Only_a_machine_with_a_high_load_average_is_watched_for_another_second()
    {
        (await WatchedAsync(Quiet with { OtherProcessesPercent = 90 })).ShouldBe([]);
        (await WatchedAsync(Busy)).ShouldBe([TimeSpan.FromSeconds(1)]);
    }

    [Fact]
    public async Task Stolen_time_is_named_before_the_first_trial() => (await ToldAsync(Quiet with { StealPercent = 3.24 })).Single()
        .ShouldBe("the hypervisor gives 3.2 % of the CPU time to other guests (limit 1 %): their work adds noise to the trials");

    [Fact]
    public async Task A_look_of_a_moment_cannot_tell_stolen_time() =>
        (await ToldAsync(Quiet with { StealPercent = 3.24 }, milliseconds: 200)).ShouldBeEmpty();

    [Fact]
    public async Task The_limits_are_those_of_the_health_rules()
    {
        (await ToldAsync(Busy with { StealPercent = 3 }, limits: new HealthLimits { LoadAveragePerCpu = 1, Steal = 0.05 })).ShouldBeEmpty();
        (await ToldAsync(Busy, limits: new HealthLimits { OtherProcesses = 0.35 })).ShouldBeEmpty();
    }

    private static async Task<List<string>> ToldAsync(EnvironmentRecord machine, int milliseconds = 5_000, HealthLimits? limits = null)
    {
        var told = new List<string>();
        await TellAsync(new HastyTime(), told, machine, milliseconds, limits);
        return told;
    }

    private static Task<ImmutableArray<HealthFinding>> FoundAsync(EnvironmentRecord machine) => TellAsync(new HastyTime(), [], machine, 5_000, null);

    private static async Task<List<TimeSpan>> WatchedAsync(EnvironmentRecord machine)
    {
        var time = new HastyTime();
        await TellAsync(time, [], machine, 5_000, null);
        return time.Waits;
    }

    private static Task<ImmutableArray<HealthFinding>> TellAsync(
        HastyTime time, List<string> told, EnvironmentRecord machine, int milliseconds, HealthLimits? limits)
    {
        var probe = new Probe(machine);
        var warnings = MachineWarnings.Begin(probe, time);
        probe.Begun.ShouldBe(1);
        time.Advance(TimeSpan.FromMilliseconds(milliseconds));
        return warnings.TellAsync(told.Add, limits ?? new HealthLimits(), CancellationToken.None);
    }

    // A clock on which a wait is over as soon as it has begun.
    private sealed class HastyTime : TimeProvider
    {
        private long _now = 1_000;

        public List<TimeSpan> Waits { get; } = [];

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => _now;

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            Waits.Add(dueTime);
            Advance(dueTime);
            return System.CreateTimer(callback, state, TimeSpan.Zero, Timeout.InfiniteTimeSpan);
        }

        public void Advance(TimeSpan by) => _now += by.Ticks;
    }

    private sealed class Probe(EnvironmentRecord machine) : IMachineProbe
    {
        public int Begun { get; private set; }

        public void Begin() => Begun++;

        public EnvironmentRecord End() => machine;
    }
}
