namespace Dyno.Observation;

/// <summary>Whether this machine is a container or a virtual machine, as far as the system shows it.</summary>
internal static class Virtualization
{
    private static readonly (string Sign, string Name)[] Products =
    [
        ("VMware", "VMware"), ("VirtualBox", "VirtualBox"), ("Amazon EC2", "Amazon EC2"), ("Google Compute Engine", "Google Compute Engine"),
        ("Virtual Machine", "Hyper-V"), ("KVM", "KVM"), ("QEMU", "QEMU"), ("Xen", "Xen"), ("Parallels", "Parallels"), ("Bochs", "Bochs"),
        ("Firecracker", "Firecracker"),
    ];

    /// <summary>E.g. <c>docker</c>, <c>KVM</c>, <c>docker on KVM</c>; null when the system shows neither.</summary>
    public static string? Read(HostFiles files)
    {
        var container = Container(files);
        var machine = VirtualMachine(files);
        return (container, machine) switch
        {
            ({ } inner, { } outer) => $"{inner} on {outer}",
            _ => container ?? machine,
        };
    }

    private static string? Container(HostFiles files)
    {
        if (files.Has(".dockerenv")) return "docker";
        if (files.Has("run/.containerenv")) return "podman";
        var groups = files.Read("proc/1/cgroup") ?? "";
        if (groups.Contains("kubepods", StringComparison.Ordinal)) return "kubernetes";
        if (groups.Contains("/docker", StringComparison.Ordinal)) return "docker";
        return groups.Contains("/lxc", StringComparison.Ordinal) ? "lxc" : null;
    }

    private static string? VirtualMachine(HostFiles files)
    {
        if (files.Read("proc/sys/kernel/osrelease")?.Contains("microsoft", StringComparison.OrdinalIgnoreCase) == true) return "WSL";
        var product = files.ReadValue("sys/class/dmi/id/sys_vendor") + " " + files.ReadValue("sys/class/dmi/id/product_name");
        foreach (var (sign, name) in Products)
            if (product.Contains(sign, StringComparison.OrdinalIgnoreCase)) return name;
        var flags = (KeyedText.Find(files.Read("proc/cpuinfo"), "flags") ?? "").Split(' ');
        return flags.Contains("hypervisor") ? "a virtual machine" : null;
    }
}
