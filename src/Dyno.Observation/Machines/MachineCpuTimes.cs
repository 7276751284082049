namespace Dyno.Observation;

/// <summary>CPU time of the whole machine since boot, in ticks: the first line of /proc/stat (man 5 proc).</summary>
/// <param name="Working">Time in user, nice and system mode. Interrupts are left out, because those of loopback traffic belong to the measurement.</param>
/// <param name="Stolen">Time in which another guest of the hypervisor ran.</param>
/// <param name="Total">All time of all CPUs.</param>
internal readonly record struct MachineCpuTimes(long Working, long Stolen, long Total)
{
    /// <summary>Reads the text of /proc/stat; null when the text is not in its format.</summary>
    public static MachineCpuTimes? Parse(string? text)
    {
        var line = (text ?? "").Split('\n')[0].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        if (line.Length < 5 || line[0] != "cpu") return null;
        // user nice system idle iowait irq softirq steal; guest time, which follows, is part of user and nice.
        var ticks = line.Skip(1).Take(8)
            .Select(field => long.TryParse(field, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0)
            .ToArray();
        return new MachineCpuTimes(ticks[0] + ticks[1] + ticks[2], ticks.Length > 7 ? ticks[7] : 0, ticks.Sum());
    }
}
