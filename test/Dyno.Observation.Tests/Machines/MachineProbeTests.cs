using System.Runtime.InteropServices;

namespace Dyno.Observation.Tests;

public sealed class MachineProbeTests : IDisposable
{
    private readonly HostFolder _host = new();

    [Fact]
    public void A_machine_is_described_by_its_files()
    {
        _host.With("etc/os-release", "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n")
            .With("proc/sys/kernel/osrelease", "6.1.0-28-amd64\n")
            .With("proc/cpuinfo", "processor\t: 0\nmodel name\t: AMD EPYC 9R14\nprocessor\t: 1\nmodel name\t: AMD EPYC 9R14\n")
            .With("proc/meminfo", "MemTotal:       16777216 kB\nMemFree: 1 kB\n")
            .With("proc/loadavg", "0.42 0.35 0.30 2/345 6789\n")
            .With("proc/self/status", "Cpus_allowed_list:\t0-2\n")
            .With("proc/self/limits", "Limit                     Soft Limit           Hard Limit           Units     \nMax open files            1024                 524288               files     \n")
            .With("sys/devices/system/cpu/online", "0-3\n")
            .With("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n")
            .With("proc/stat", "cpu  0 0 0 0 0 0 0 0 0 0\n");
        var probe = new MachineProbe(_host.Files, null, "abc-dirty");
        probe.Begin();
        _host.With("proc/stat", "cpu  10 0 0 80 0 0 0 10 0 0\n").With("proc/loadavg", "9.99 9 9 2/345 6789\n")
            .With("proc/self/status", "Cpus_allowed_list:\t2\n");

        var record = probe.End();

        record.OperatingSystem.ShouldBe("Debian GNU/Linux 12 (bookworm)");
        record.Kernel.ShouldBe("6.1.0-28-amd64");
        record.CpuModel.ShouldBe("AMD EPYC 9R14");
        record.LogicalCpus.ShouldBe(4);
        record.AllowedCpus.ShouldBe("0-2", "what was allowed before anything was pinned");
        record.Governor.ShouldBe("performance");
        record.MemoryBytes.ShouldBe(16L << 30);
        record.LoadAverageBefore.ShouldBe(0.42);
        record.StealPercent.ShouldBe(10);
        record.OtherProcessesPercent.ShouldBe(10);
        record.OpenFilesLimit.ShouldBe(1024);
        record.GitCommit.ShouldBe("abc-dirty");
    }

    [Fact]
    public void Where_nothing_can_be_read_the_fields_are_null_and_not_guessed()
    {
        var probe = new MachineProbe(_host.Files, 5, null);
        probe.Begin();

        var record = probe.End();

        record.OperatingSystem.ShouldBe(RuntimeInformation.OSDescription);
        record.LogicalCpus.ShouldBe(Environment.ProcessorCount);
        record.Architecture.ShouldBe(RuntimeInformation.ProcessArchitecture.ToString());
        new object?[]
        {
            record.Kernel, record.CpuModel, record.AllowedCpus, record.Governor, record.MemoryBytes, record.ContainerCpuLimit,
            record.ContainerMemoryLimitBytes, record.Virtualization, record.LoadAverageBefore, record.StealPercent,
            record.OtherProcessesPercent, record.OpenFilesLimit, record.GitCommit,
        }.ShouldAllBe(field => field == null);
    }

    [Fact]
    public void An_unlimited_number_of_open_files_is_no_number()
    {
        _host.With("proc/self/limits", "Max open files            unlimited            unlimited            files     \n");

        new MachineProbe(_host.Files, null, null).End().OpenFilesLimit.ShouldBeNull();
    }

    [Fact]
    public void This_machine_has_a_kernel_memory_and_cpus()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "reads the real /proc");
        var probe = new MachineProbe();
        probe.Begin();

        var record = probe.End();

        record.Kernel.ShouldNotBeNull();
        record.MemoryBytes.ShouldNotBeNull().ShouldBeGreaterThan(100_000_000);
        record.AllowedCpus.ShouldNotBeNull();
        record.LogicalCpus.ShouldBeGreaterThan(0);
        record.LoadAverageBefore.ShouldNotBeNull();
        record.OtherProcessesPercent.ShouldNotBeNull().ShouldBeInRange(0, 100);
    }

    public void Dispose() => _host.Dispose();
}
