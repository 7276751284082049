namespace Dyno.Subjects;

/// <summary>The CPUs of the server and of the generator, chosen so that neither takes CPU time from the other.</summary>
public sealed record CpuPlan
{
    /// <summary>A plan that deliberately pins nothing.</summary>
    public static CpuPlan Unpinned { get; } = new();

    /// <summary>The server's CPUs; null when the server is not pinned.</summary>
    public CpuSet? Server { get; init; }

    /// <summary>The generator's CPUs, disjoint from the server's; null when the generator is not pinned.</summary>
    public CpuSet? Generator { get; init; }

    /// <summary>A note on the plan for readers of the figures; null when there is none.</summary>
    public string? Note { get; init; }

    /// <summary>The plan for this machine, with the CPUs that this process may use now.</summary>
    public static CpuPlan ForThisMachine() =>
        CpuAffinity.OfCurrentThread() is { } allowed ? For(allowed, CpuTopology.ReadSiblings) : Unpinned;

    /// <summary>
    /// Halves the physical cores: the first half is for the server, the second for the generator, and an odd core for the server.
    /// If there is only one physical core with two threads, each side gets a thread, and the note says so. If there is only one CPU,
    /// nothing is pinned.
    /// </summary>
    /// <param name="allowed">The CPUs that may be used.</param>
    /// <param name="siblingsOf">See <see cref="CpuTopology.Cores"/>.</param>
    internal static CpuPlan For(CpuSet allowed, Func<int, string?> siblingsOf)
    {
        if (allowed.Count < 2)
            return new CpuPlan { Note = "one CPU: server and generator share it, so each takes time from the other" };
        var cores = CpuTopology.Cores(allowed, siblingsOf);
        return cores.Length > 1 ? Halve(cores, null) : Halve([.. allowed.Cpus.Select(cpu => new CpuSet([cpu]))],
            "server and generator run on threads of one physical core, so each slows the other");
    }

    private static CpuPlan Halve(ImmutableArray<CpuSet> cores, string? note)
    {
        var server = (cores.Length + 1) / 2;
        return new CpuPlan
        {
            Server = new CpuSet(cores.Take(server).SelectMany(core => core.Cpus)),
            Generator = new CpuSet(cores.Skip(server).SelectMany(core => core.Cpus)),
            Note = note,
        };
    }
}
