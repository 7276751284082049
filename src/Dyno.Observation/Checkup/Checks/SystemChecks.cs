using static Dyno.Observation.CheckOutcome;

namespace Dyno.Observation;

/// <summary>What the system gives: limits, memory, power, time.</summary>
internal static class SystemChecks
{
    private static readonly string[] QuickClocks = ["tsc", "arch_sys_counter", "kvm-clock", "hyperv_clocksource_tsc_page"];

    public static ImmutableArray<MachineCheck> All { get; } =
    [
        new("container", "when a CPU limit is used up, all threads stop for the rest of the 100 ms period: every percentile shows it", Container, ConcernsRuns: true),
        new("virtualization", "other virtual machines on the same hardware are invisible from here, but share caches, memory and network", Guest),
        new("memory", "when memory runs out, the system drops file caches and swaps: pauses of milliseconds to seconds", Memory, ConcernsRuns: true),
        new("swap", "a page read back from disk stops its thread for milliseconds", Swap, IsSlow: true),
        new("power", "on battery, or in a power-saving profile, the firmware lowers clocks at any time", Power, ConcernsRuns: true),
        new("clock", "Dyno reads the clock twice a request; a clock that needs a system call or a slow device costs a microsecond each time", ClockSource, ConcernsRuns: true),
    ];

    private static CheckOutcome? Container(MachineView view)
    {
        const long little = 1L << 30;
        var limits = CgroupLimits.Read(view.Files);
        if (view is { Before: { } before, After: { } after } && after.ContainerThrottles > before.ContainerThrottles)
            return Void("the container was throttled during the check", "raise its CPU limit, or run outside the container");
        if (limits.Cpus is { } cpus && cpus < view.Cpus)
            return Warn($"limited to {Words.Number(cpus)} of {Words.Cpus(view.Cpus)}", "pin the container to whole CPUs instead (docker run --cpuset-cpus 0-3)");
        return limits.MemoryBytes is { } memory and < little
            ? Warn($"limited to {Words.Gigabytes(memory)} of memory", "allow 1 GiB or more: .NET sizes its heap by the limit")
            : Ok("no limit below the machine's resources");
    }

    private static CheckOutcome? Guest(MachineView view) => Virtualization.Read(view.Files) is { } what
        ? Warn($"runs in {what}", "compare only what was measured side by side (dyno compare), never with figures of another day or machine")
        : Ok("no sign of a container or a virtual machine");

    private static CheckOutcome? Memory(MachineView view)
    {
        const double little = 0.1;
        var text = view.Files.Read("proc/meminfo");
        if (KeyedText.FindKilobytes(text, "MemTotal") is not { } total || KeyedText.FindKilobytes(text, "MemAvailable") is not { } free) return null;
        var seen = $"{Words.Gigabytes(free)} of {Words.Gigabytes(total)} available";
        return free < total * little ? Warn(seen, "close programs that use memory, or use a machine with more") : Ok(seen);
    }

    private static CheckOutcome? Swap(MachineView view)
    {
        const double much = 0.05;
        if (view is { Before: { } before, After: { } after } && after.SwappedPages > before.SwappedPages)
            return Void(after.SwappedPages - before.SwappedPages == 1 ? "a page was swapped during the check" : $"{after.SwappedPages - before.SwappedPages} pages were swapped during the check", "close programs that use memory; sudo swapoff -a");
        var text = view.Files.Read("proc/meminfo");
        if (KeyedText.FindKilobytes(text, "SwapTotal") is not { } total) return null;
        if (total == 0) return Ok("none");
        var used = total - (KeyedText.FindKilobytes(text, "SwapFree") ?? total);
        var seen = $"{Words.Gigabytes(used)} of {Words.Gigabytes(total)} used";
        return used > total * much ? Warn(seen, "sudo swapoff -a && sudo swapon -a moves it back to memory") : Ok(seen);
    }

    private static CheckOutcome? Power(MachineView view)
    {
        const string supplies = "sys/class/power_supply";
        var batteries = view.Files.Folders(supplies).Where(name => view.Files.ReadValue($"{supplies}/{name}/type") == "Battery"
            && view.Files.ReadValue($"{supplies}/{name}/scope") != "Device").ToList(); // the battery of a device such as a mouse does not count
        if (batteries.Any(name => view.Files.ReadValue($"{supplies}/{name}/status") == "Discharging"))
            return Warn("runs on battery", "plug it in");
        if (view.Files.ReadValue("sys/firmware/acpi/platform_profile") is { } profile and ("low-power" or "quiet" or "cool"))
            return Warn($"the power profile is {profile}", "powerprofilesctl set performance");
        return Ok(batteries.Count > 0 ? "mains" : "no battery");
    }

    private static CheckOutcome? ClockSource(MachineView view)
    {
        const string folder = "sys/devices/system/clocksource/clocksource0";
        if (view.Files.ReadValue($"{folder}/current_clocksource") is not { } current) return null;
        if (QuickClocks.Contains(current)) return Ok(current);
        var others = (view.Files.ReadValue($"{folder}/available_clocksource") ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return Warn($"the clock source is {current}", others.FirstOrDefault(QuickClocks.Contains) is { } better
            ? $"echo {better} | sudo tee /{folder}/current_clocksource"
            : "this hardware or hypervisor offers no better clock: use another machine for short response times");
    }
}
