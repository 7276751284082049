using System.Globalization;

namespace Dyno.Observation.Checkup;

/// <summary>Pressure stall information (Documentation/accounting/psi.rst): the share of time in which some task waited for a CPU.</summary>
internal sealed class CpuPressureCheck() : MachineCheck("cpu-pressure", "while a task waits for a CPU, its requests wait too: the machine causes this latency, not the server")
{
    private const double Much = 20;

    public override CheckOutcome? Look(MachineView view)
    {
        const string field = "avg10=";
        var some = (view.Files.Read("proc/pressure/cpu") ?? "").Split('\n').FirstOrDefault(line => line.StartsWith("some ", StringComparison.Ordinal));
        var text = some?.Split(' ').FirstOrDefault(word => word.StartsWith(field, StringComparison.Ordinal))?[field.Length..];
        if (!double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var percent)) return null;
        var seen = $"tasks waited for a CPU {Words.Percent(percent / 100)} of the last 10 s";
        return percent > Much ? Warn(seen, "stop other work, or give the machine more CPUs") : Ok(seen);
    }
}
