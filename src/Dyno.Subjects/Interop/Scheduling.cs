namespace Dyno.Subjects;

/// <summary>sched_getaffinity and sched_setaffinity (man 2 sched_setaffinity). Linux only.</summary>
internal static unsafe partial class Scheduling
{
    private const int WordBits = 64;
    private const int Words = CpuSet.MaxCpus / WordBits;

    /// <summary>The CPUs that a thread may run on; null when the thread is gone or the system refused.</summary>
    /// <param name="threadId">Kernel thread id; 0 for the caller.</param>
    public static CpuSet? GetAffinity(int threadId)
    {
        var mask = stackalloc ulong[Words];
        new Span<ulong>(mask, Words).Clear();
        // The kernel is told the length of the mask in bytes: Words * 8.
        if (sched_getaffinity(threadId, Words * sizeof(ulong), mask) != 0) return null;
        var cpus = new List<int>();
        for (var cpu = 0; cpu < CpuSet.MaxCpus; cpu++)
            if ((mask[cpu / WordBits] >> (cpu % WordBits) & 1) == 1) cpus.Add(cpu);
        return new CpuSet(cpus);
    }

    /// <summary>Sets the CPUs that a thread may run on.</summary>
    /// <param name="threadId">Kernel thread id; 0 for the caller.</param>
    /// <param name="cpus">The CPUs. The type guarantees that all are below <see cref="CpuSet.MaxCpus"/>.</param>
    /// <returns>False when the thread is gone or the system refused.</returns>
    public static bool SetAffinity(int threadId, CpuSet cpus)
    {
        var mask = stackalloc ulong[Words];
        new Span<ulong>(mask, Words).Clear();
        foreach (var cpu in cpus.Cpus) mask[cpu / WordBits] |= 1UL << (cpu % WordBits);
        return sched_setaffinity(threadId, Words * sizeof(ulong), mask) == 0;
    }

    [LibraryImport("libc")]
    private static partial int sched_getaffinity(int pid, nint size, ulong* mask);

    [LibraryImport("libc")]
    private static partial int sched_setaffinity(int pid, nint size, ulong* mask);
}
