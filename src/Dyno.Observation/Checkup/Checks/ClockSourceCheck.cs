namespace Dyno.Observation.Checkup;

/// <summary>The source from which the kernel reads the time.</summary>
internal sealed class ClockSourceCheck() : MachineCheck("clock", "Dyno reads the clock twice a request; a clock that needs a system call or a slow device costs a microsecond each time")
{
    private const string Folder = "sys/devices/system/clocksource/clocksource0";
    private static readonly string[] Quick = ["tsc", "arch_sys_counter", "kvm-clock", "hyperv_clocksource_tsc_page"];

    public override bool ConcernsRuns => true;

    public override CheckOutcome? Look(MachineView view)
    {
        if (view.Files.ReadValue($"{Folder}/current_clocksource") is not { } current) return null;
        if (Quick.Contains(current)) return Ok(current);
        var others = (view.Files.ReadValue($"{Folder}/available_clocksource") ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return Warn($"the clock source is {current}", others.FirstOrDefault(Quick.Contains) is { } better
            ? $"echo {better} | sudo tee /{Folder}/current_clocksource"
            : "this hardware or hypervisor offers no better clock: use another machine for short response times");
    }
}
