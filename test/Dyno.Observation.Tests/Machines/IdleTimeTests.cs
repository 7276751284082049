namespace Dyno.Observation.Tests;

public sealed class IdleTimeTests
{
    private const string Stat = "cpu  1 2 3 400 5 0 0 0\ncpu0 1 0 1 150 2 0 0 0 0 0\ncpu1 1 0 1 200 3 0 0 0 0 0\nintr 5\n";

    [Fact]
    public void Idle_and_waiting_for_a_disk_are_added_up_over_the_cpus_that_are_asked_for()
    {
        IdleTime.Of(Stat, new CpuSet([0])).ShouldBe(1_520_000_000);
        IdleTime.Of(Stat, new CpuSet([0, 1])).ShouldBe(3_550_000_000);
    }

    [Fact]
    public void Without_the_file_or_the_cpu_nothing_is_read()
    {
        IdleTime.Of(null, new CpuSet([0])).ShouldBeNull();
        IdleTime.Of(Stat, new CpuSet([7])).ShouldBeNull();
    }
}
