namespace Dyno.Subjects;

/// <summary>Which logical CPUs share a physical core.</summary>
internal static class CpuTopology
{
    /// <summary>The allowed CPUs grouped by physical core, in the order of each core's first CPU.</summary>
    /// <param name="allowed">The CPUs that may be used.</param>
    /// <param name="siblingsOf">
    /// Returns the text of <c>/sys/devices/system/cpu/cpuN/topology/thread_siblings_list</c>. Returns null when the file cannot be read;
    /// the CPU then counts as its own core.
    /// </param>
    public static ImmutableArray<CpuSet> Cores(CpuSet allowed, Func<int, string?> siblingsOf)
    {
        var cores = ImmutableArray.CreateBuilder<CpuSet>();
        var seen = new HashSet<int>();
        foreach (var cpu in allowed.Cpus)
        {
            if (seen.Contains(cpu)) continue;
            var core = CpuSet.TryParse(siblingsOf(cpu), out var siblings)
                ? new CpuSet(siblings.Cpus.Intersect(allowed.Cpus).Append(cpu))
                : new CpuSet([cpu]);
            seen.UnionWith(core.Cpus);
            cores.Add(core);
        }

        return cores.ToImmutable();
    }

    /// <summary>Reads the siblings of one CPU; null where the system does not tell.</summary>
    public static string? ReadSiblings(int cpu) => Attempt.Read(() => File.ReadAllText($"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list"));
}
