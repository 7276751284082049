namespace Dyno.Observation.Tests;

public sealed class CpuThrottlingTests
{
    [Theory]
    [InlineData("0::/a/b\n", "sys/fs/cgroup/a/cpu.stat", "nr_periods {0}\nnr_throttled {1}\nthrottled_usec {2}000000\n")]
    [InlineData("0::/\n", "sys/fs/cgroup/cpu.stat", "usage_usec 1\nnr_periods {0}\nnr_throttled {1}\nthrottled_usec {2}000000\n")]
    [InlineData("4:cpu,cpuacct:/a\n", "sys/fs/cgroup/cpu/a/cpu.stat", "nr_periods {0}\nnr_throttled {1}\nthrottled_time {2}000000000\n")]
    public void Counts_the_periods_in_which_a_group_stood_still(string cgroup, string file, string stat)
    {
        using var host = new HostFolder();
        host.With("proc/7/cgroup", cgroup).With(file, string.Format(System.Globalization.CultureInfo.InvariantCulture, stat, 100, 10, 1));
        var before = CpuThrottling.Read(host.Files, 7);
        host.With(file, string.Format(System.Globalization.CultureInfo.InvariantCulture, stat, 200, 60, 4));

        CpuThrottling.Read(host.Files, 7).Since(before).ShouldBe((100, 50, 3.0));
    }

    [Fact]
    public void Says_nothing_without_a_quota()
    {
        using var host = new HostFolder();
        host.With("proc/7/cgroup", "0::/a\n").With("sys/fs/cgroup/a/cpu.stat", "usage_usec 1\nnr_periods 0\nnr_throttled 0\nthrottled_usec 0\n");
        var before = CpuThrottling.Read(host.Files, 7);

        CpuThrottling.Read(host.Files, 7).Since(before).ShouldBeNull();
    }
}
