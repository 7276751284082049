using Dyno.Experiments.Trials;

namespace Dyno.Experiments.Tests.Trials;

public sealed class MachineWarningsTests
{
    [Fact]
    public void One_CPU_says_what_that_does_to_the_numbers() =>
        MachineWarnings.Of(1, 0.1).Single().ShouldStartWith("one CPU: server and generator share it, so rates are those of both together");

    [Fact]
    public void A_busy_machine_is_named_before_the_first_trial() =>
        MachineWarnings.Of(2, 1.5).Single().ShouldBe("the machine is busy: load average 1.5 on 2 CPUs; what runs beside the trials becomes their noise");

    [Theory]
    [InlineData(2, 0.9)]
    [InlineData(2, null)]
    public void A_quiet_one_says_nothing(int cpus, double? load) => MachineWarnings.Of(cpus, load).ShouldBeEmpty();
}
