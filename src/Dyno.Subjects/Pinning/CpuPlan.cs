using System.Collections.Immutable;
using Dyno.Results.Machines;

namespace Dyno.Subjects.Pinning;

/// <summary>The CPUs of the server and of the generator, chosen so that neither takes CPU time from the other.</summary>
public sealed record CpuPlan
{
    /// <summary>The plan that pins nothing, on purpose.</summary>
    public static CpuPlan Unpinned { get; } = new();

    /// <summary>The server's CPUs; null when it is not pinned.</summary>
    public CpuSet? Server { get; init; }

    /// <summary>The generator's CPUs, disjoint from the server's; null when it is not pinned.</summary>
    public CpuSet? Generator { get; init; }

    /// <summary>What a reader of the figures should know about the plan; null when there is nothing.</summary>
    public string? Note { get; init; }

    /// <summary>The plan for this machine: as many CPUs as this process may use now.</summary>
    public static CpuPlan ForThisMachine() =>
        CpuAffinity.OfCurrentThread() is { } allowed ? For(allowed, CpuTopology.ReadSiblings) : Unpinned;

    /// <summary>
    /// Halves the physical cores: the first half is the server's, the second the generator's, an odd one the server's.
    /// With one physical core of two threads each side gets a thread, and the note says so. With one CPU nothing is
    /// pinned.
    /// </summary>
    /// <param name="allowed">CPUs that may be used.</param>
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
