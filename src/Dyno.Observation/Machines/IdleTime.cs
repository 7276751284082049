namespace Dyno.Observation;

/// <summary>The idle time of some CPUs since boot, in steps of 10 ms. The rest of the time was used by the server or by other processes.</summary>
public sealed class IdleTime(CpuSet cpus)
{
    private const long NanosPerTick = 10_000_000; // USER_HZ

    /// <summary>The idle time in nanoseconds, summed over the CPUs; null where there is no /proc.</summary>
    public long? Nanos() => Of(HostFiles.Machine.Read("proc/stat"), cpus);

    internal static long? Of(string? text, CpuSet cpus)
    {
        long? idle = null;
        foreach (var line in (text ?? "").Split('\n'))
        {
            if (!line.StartsWith("cpu", StringComparison.Ordinal)) break;
            // cpuN user nice system idle iowait …
            var fields = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (fields.Length < 6 || !int.TryParse(fields[0].AsSpan(3), out var cpu) || !cpus.Cpus.Contains(cpu)) continue;
            idle = (idle ?? 0) + (long.Parse(fields[4], CultureInfo.InvariantCulture) + long.Parse(fields[5], CultureInfo.InvariantCulture)) * NanosPerTick;
        }
        return idle;
    }
}
