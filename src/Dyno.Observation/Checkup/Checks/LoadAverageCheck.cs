using System.Globalization;

namespace Dyno.Observation.Checkup;

/// <summary>The average number of processes that wanted a CPU in the last minute.</summary>
internal sealed class LoadAverageCheck() : MachineCheck("load-average", "the load average shows the machine's work in the last minute, even if the machine is idle now")
{
    private const double Much = 0.5;

    public override CheckOutcome? Look(MachineView view)
    {
        if (view.Files.ReadValue("proc/loadavg")?.Split(' ') is not [var minute, ..]
            || !double.TryParse(minute, NumberStyles.Float, CultureInfo.InvariantCulture, out var load)) return null;
        var perCpu = load / Math.Max(1, view.Cpus);
        var seen = $"load average {Words.Number(load)} on {Words.Cpus(view.Cpus)}";
        const string fix = "wait a minute after builds and start-ups; `top` shows what runs";
        return perCpu > Much ? Warn(seen, fix) : Ok(seen); // whether the work continues, the CPUs in use show
    }
}
