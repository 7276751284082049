namespace Dyno.Observation;

/// <summary>What a process and its descendants hold at one moment.</summary>
/// <param name="StartTicks">The start of the process: it tells a process from a later one with the same id.</param>
/// <param name="CpuSeconds">CPU time since the start, in seconds.</param>
/// <param name="WorkingSetBytes">Resident memory, in bytes.</param>
/// <param name="Threads">Threads.</param>
/// <param name="Handles">Open file descriptors; null when they cannot be read.</param>
/// <param name="Sockets">Those of them that are sockets.</param>
public readonly record struct ProcessHolding(long StartTicks, double CpuSeconds, long WorkingSetBytes, int Threads, int? Handles, int? Sockets)
{
    /// <summary>Reads the figures of a process of this machine; null when it has ended.</summary>
    public static ProcessHolding? Of(int processId) => Of(HostFiles.Machine, processId);

    /// <summary>The most open files that a process may have; null when it is not known.</summary>
    public static long? FileLimit(int processId) => FileLimit(HostFiles.Machine, processId);

    /// <summary>The memory that a process may use, and whether a control group or the machine sets the limit; null when it is not known.</summary>
    public static (long Bytes, string Of)? MemoryLimit(int processId) => MemoryLimit(HostFiles.Machine, processId);

    internal static ProcessHolding? Of(HostFiles files, int processId)
    {
        var tree = ProcessTree.Read(files, processId);
        if (tree.Count == 0) return null;
        var links = tree.SelectMany(process => files.Links($"proc/{process.Id}/fd")).ToList();
        return new ProcessHolding(
            tree[0].Stat.StartTicks,
            tree.Sum(process => process.Stat.CpuTicks + process.Stat.ReapedTicks) / ProcessStat.TicksPerSecond,
            tree.Sum(process => process.Stat.ResidentPages) * Environment.SystemPageSize,
            tree.Sum(process => process.Stat.Threads),
            links.Count > 0 ? links.Count : null,
            links.Count > 0 ? links.Count(link => link.StartsWith("socket:", StringComparison.Ordinal)) : null);
    }

    internal static long? FileLimit(HostFiles files, int processId)
    {
        // "Max open files            1024                 524288               files": the soft limit counts.
        const string Name = "Max open files";
        var line = (files.Read($"proc/{processId}/limits") ?? "").Split('\n').FirstOrDefault(l => l.StartsWith(Name, StringComparison.Ordinal));
        return line?[Name.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries) is [var soft, ..] && long.TryParse(soft, out var limit) ? limit : null;
    }

    internal static (long Bytes, string Of)? MemoryLimit(HostFiles files, int processId)
    {
        var machine = KeyedText.FindKilobytes(files.Read("proc/meminfo"), "MemTotal");
        var group = CgroupLimits.Read(files, processId.ToString(System.Globalization.CultureInfo.InvariantCulture)).MemoryBytes;
        return group is { } bytes && !(bytes > machine) ? (bytes, "control group") : machine is { } all ? (all, "machine") : null;
    }
}
