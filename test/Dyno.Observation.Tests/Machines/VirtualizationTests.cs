namespace Dyno.Observation.Tests;

public sealed class VirtualizationTests : IDisposable
{
    private readonly HostFolder _host = new();

    [Fact]
    public void Bare_metal_shows_nothing()
    {
        _host.With("sys/class/dmi/id/sys_vendor", "Dell Inc.\n").With("proc/cpuinfo", "flags\t\t: fpu vme hypervisors_none\n");

        Virtualization.Read(_host.Files).ShouldBeNull();
    }

    [Theory]
    [InlineData("Amazon EC2", "m7i.large", "Amazon EC2")]
    [InlineData("Microsoft Corporation", "Virtual Machine", "Hyper-V")]
    [InlineData("QEMU", "Standard PC (Q35 + ICH9, 2009)", "QEMU")]
    [InlineData("Red Hat", "KVM", "KVM")]
    public void A_virtual_machine_is_named_by_its_board(string vendor, string product, string expected)
    {
        _host.With("sys/class/dmi/id/sys_vendor", vendor + "\n").With("sys/class/dmi/id/product_name", product + "\n");

        Virtualization.Read(_host.Files).ShouldBe(expected);
    }

    [Fact]
    public void A_container_on_a_nameless_virtual_machine_shows_both()
    {
        _host.With(".dockerenv", "").With("proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu hypervisor sse\n");

        Virtualization.Read(_host.Files).ShouldBe("docker on a virtual machine");
    }

    [Theory]
    [InlineData("0::/kubepods.slice/pod1", "kubernetes")]
    [InlineData("1:cpu:/docker/abc", "docker")]
    [InlineData("1:cpu:/lxc/x", "lxc")]
    public void A_container_is_named_by_its_group(string groups, string expected)
    {
        _host.With("proc/1/cgroup", groups + "\n");

        Virtualization.Read(_host.Files).ShouldBe(expected);
    }

    [Fact]
    public void Windows_subsystem_for_linux_is_known_by_its_kernel()
    {
        _host.With("proc/sys/kernel/osrelease", "6.6.36.3-microsoft-standard-WSL2\n");

        Virtualization.Read(_host.Files).ShouldBe("WSL");
    }

    public void Dispose() => _host.Dispose();
}
