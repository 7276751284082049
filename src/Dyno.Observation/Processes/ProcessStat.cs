namespace Dyno.Observation;

/// <summary>One reading of /proc/PID/stat (man 5 proc).</summary>
/// <param name="Name">The executable's name, at most 15 bytes.</param>
/// <param name="CpuTicks">CPU time in user and system mode of all threads, including threads that have ended, in ticks.</param>
/// <param name="ReapedTicks">CPU time of the children that the process has waited for, in ticks.</param>
/// <param name="Threads">Number of threads now.</param>
/// <param name="StartTicks">The start in ticks since boot: it tells a process from a later process with the same id.</param>
/// <param name="ResidentPages">Resident memory in pages.</param>
internal readonly record struct ProcessStat(
    string Name, int ParentId, long CpuTicks, long ReapedTicks, int Threads, long StartTicks, long ResidentPages)
{
    /// <summary>Ticks per second. USER_HZ, the unit of /proc, is 100 on every architecture .NET runs on.</summary>
    public const double TicksPerSecond = 100;

    /// <summary>Reads the line; null when the text is not such a line.</summary>
    public static ProcessStat? Parse(string? text)
    {
        // The format is "pid (name) state ppid …". The name may hold blanks and parentheses, so the last closing parenthesis ends it.
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
