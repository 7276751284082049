namespace Dyno.Observation;

/// <summary>What a process and its descendants have used up to one moment, and what they hold at this moment.</summary>
/// <param name="Processes">Number of processes.</param>
/// <param name="CpuTicks">CPU time since the start of each, including children that have ended, in ticks.</param>
/// <param name="ResidentBytes">Resident memory, in bytes.</param>
/// <param name="Threads">Number of threads.</param>
internal readonly record struct ProcessReading(int Processes, long CpuTicks, long ResidentBytes, int Threads)
{
    /// <summary>CPUs that a process may run on; null where there is no /proc.</summary>
    public static CpuSet? CpusOf(HostFiles files, int processId) =>
        CpuSet.TryParse(KeyedText.Find(files.Read($"proc/{processId}/status"), "Cpus_allowed_list"), out var cpus) ? cpus : null;

    /// <summary>Reads the figures now; null when the process has ended.</summary>
    public static ProcessReading? Of(HostFiles files, int processId)
    {
        var tree = ProcessTree.Read(files, processId);
        if (tree.Count == 0) return null;
        return new ProcessReading(tree.Count,
            tree.Sum(process => process.Stat.CpuTicks + process.Stat.ReapedTicks),
            tree.Sum(process => process.Stat.ResidentPages) * Environment.SystemPageSize,
            tree.Sum(process => process.Stat.Threads));
    }
}
