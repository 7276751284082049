namespace Dyno.Observation.Tests;

public sealed class CgroupLimitsTests : IDisposable
{
    private readonly HostFolder _host = new();

    [Fact]
    public void Version_2_the_narrowest_group_up_to_the_root_counts()
    {
        _host.With("proc/self/cgroup", "0::/kube/pod/app\n")
            .With("sys/fs/cgroup/kube/pod/app/cpu.max", "max 100000\n")
            .With("sys/fs/cgroup/kube/pod/app/memory.max", "1073741824\n")
            .With("sys/fs/cgroup/kube/pod/cpu.max", "150000 100000\n")
            .With("sys/fs/cgroup/kube/memory.max", "536870912\n")
            .With("sys/fs/cgroup/cpu.max", "400000 100000\n");

        CgroupLimits.Read(_host.Files).ShouldBe(new CgroupLimits(1.5, 536870912));
    }

    [Fact]
    public void Version_2_in_a_container_the_limits_stand_at_the_root()
    {
        _host.With("proc/self/cgroup", "0::/\n")
            .With("sys/fs/cgroup/cpu.max", "50000 100000\n")
            .With("sys/fs/cgroup/memory.max", "max\n");

        CgroupLimits.Read(_host.Files).ShouldBe(new CgroupLimits(0.5, null));
    }

    [Fact]
    public void Version_1_quota_and_limit_are_read_per_controller()
    {
        _host.With("proc/self/cgroup", "4:memory:/docker/abc\n3:cpuset:/\n1:cpu,cpuacct:/docker/abc\n0::/\n")
            .With("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "200000\n").With("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n")
            .With("sys/fs/cgroup/memory/memory.limit_in_bytes", "268435456\n");

        CgroupLimits.Read(_host.Files).ShouldBe(new CgroupLimits(2, 268435456));
    }

    [Fact]
    public void Version_1_writes_no_limit_as_minus_one_and_as_a_huge_number()
    {
        _host.With("proc/self/cgroup", "4:memory:/\n1:cpu:/\n")
            .With("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n").With("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n")
            .With("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");

        CgroupLimits.Read(_host.Files).ShouldBe(new CgroupLimits(null, null));
    }

    [Fact]
    public void Garbage_and_absence_are_no_limit()
    {
        CgroupLimits.Read(_host.Files).ShouldBe(new CgroupLimits(null, null));
        _host.With("proc/self/cgroup", "nonsense\n0::/\n").With("sys/fs/cgroup/cpu.max", "a b c").With("sys/fs/cgroup/memory.max", "-5");

        CgroupLimits.Read(_host.Files).ShouldBe(new CgroupLimits(null, null));
    }

    public void Dispose() => _host.Dispose();
}
