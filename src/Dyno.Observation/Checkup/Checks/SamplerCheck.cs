using System.Globalization;

namespace Dyno.Observation.Checkup;

/// <summary>Which sampler of CPU time <c>dyno compare --why</c> will find (man 2 perf_event_open).</summary>
internal sealed class SamplerCheck() : MachineCheck("cpu-sampler", "dyno compare --why names the method that costs a difference, as far as the sampler sees the program's code")
{
    private const ulong RightsForMachine = 1UL << 21 | 1UL << 38; // CAP_SYS_ADMIN, CAP_PERFMON
    private const int ForMachine = 0;
    private const int ForOwnProcesses = 2;

    public override CheckOutcome? Look(MachineView view)
    {
        if (!int.TryParse(view.Files.ReadValue("proc/sys/kernel/perf_event_paranoid"), CultureInfo.InvariantCulture, out var paranoid)) return null;
        if (paranoid <= ForMachine || (RightsOf(view) & RightsForMachine) != 0) return Ok("the kernel's, for the whole machine: it sees all code");
        return paranoid <= ForOwnProcesses
            ? Ok("the kernel's, for the program's threads: it does not see the kernel's code")
            : Warn($"only the runtime's sample profiler, which sees managed code alone (kernel.perf_event_paranoid is {paranoid})", "sudo sysctl kernel.perf_event_paranoid=0");
    }

    private static ulong RightsOf(MachineView view)
    {
        var line = (view.Files.Read("proc/self/status") ?? "").Split('\n').FirstOrDefault(l => l.StartsWith("CapEff:", StringComparison.Ordinal));
        return ulong.TryParse(line?["CapEff:".Length..].Trim(), NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var rights) ? rights : 0;
    }
}
