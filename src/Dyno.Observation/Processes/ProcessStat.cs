using System.Globalization;

namespace Dyno.Observation.Processes;

/// <summary>One reading of /proc/PID/stat (man 5 proc).</summary>
/// <param name="Name">The executable's name, at most 15 bytes.</param>
/// <param name="ParentId">The parent's process id.</param>
/// <param name="CpuTicks">CPU time in user and system mode, all threads, those that ended included.</param>
/// <param name="ReapedTicks">CPU time of the children it has waited for.</param>
/// <param name="Threads">Threads now.</param>
/// <param name="StartTicks">When it started, since boot: tells a process from a later one with its id.</param>
/// <param name="ResidentPages">Resident memory in pages.</param>
internal readonly record struct ProcessStat(
    string Name, int ParentId, long CpuTicks, long ReapedTicks, int Threads, long StartTicks, long ResidentPages)
{
    /// <summary>Ticks per second. USER_HZ, the unit of /proc, is 100 on every architecture .NET runs on.</summary>
    public const double TicksPerSecond = 100;

    /// <summary>Reads the line; null when it is none.</summary>
    public static ProcessStat? Parse(string? text)
    {
        // "pid (name) state ppid …": the name may hold blanks and parentheses, so the last one ends it.
        if (text is null) return null;
        var open = text.IndexOf('(', StringComparison.Ordinal);
        var close = text.LastIndexOf(')');
        if (open < 0 || close < open) return null;
        var fields = text[(close + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        if (fields.Length < 22) return null;
        return new ProcessStat(
            text[(open + 1)..close],
            (int)Number(fields[1]),
            Number(fields[11]) + Number(fields[12]),
            Number(fields[13]) + Number(fields[14]),
            (int)Number(fields[17]),
            Number(fields[19]),
            Number(fields[21]));
    }

    private static long Number(string field) =>
        long.TryParse(field, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) ? number : 0;
}
