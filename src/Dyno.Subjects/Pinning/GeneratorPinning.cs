namespace Dyno.Subjects;

/// <summary>Keeps all threads of this process, and the threads that they start, on the generator's CPUs until it is disposed.</summary>
public sealed class GeneratorPinning : IDisposable
{
    private readonly CpuSet? _before;

    private GeneratorPinning(CpuSet? before, CpuSet? effective)
    {
        _before = before;
        Effective = effective;
    }

    /// <summary>The CPUs as read back from the system after pinning; null when nothing was pinned.</summary>
    public CpuSet? Effective { get; }

    /// <summary>Pins this process as the plan says; does nothing when the plan leaves the generator free.</summary>
    public static GeneratorPinning Apply(CpuPlan plan)
    {
        if (plan.Generator is not { } cpus || CpuAffinity.OfCurrentThread() is not { } before)
            return new GeneratorPinning(null, null);
        PinAllThreads(cpus);
        return new GeneratorPinning(before, CpuAffinity.OfCurrentThread());
    }

    /// <summary>Gives the threads back the CPUs that the calling thread had before.</summary>
    public void Dispose()
    {
        if (_before is not null) PinAllThreads(_before);
    }

    // A thread that starts while the list is read inherits the CPUs of its creator before the pinning. So the list is read again until
    // every thread in it is pinned.
    private static void PinAllThreads(CpuSet cpus)
    {
        var pinned = new HashSet<int>();
        for (var found = true; found;)
        {
            found = false;
            foreach (var thread in ThreadsOfThisProcess())
                found |= pinned.Add(thread) && Scheduling.SetAffinity(thread, cpus);
        }
    }

    private static IEnumerable<int> ThreadsOfThisProcess() => Directory.EnumerateDirectories("/proc/self/task")
        .Select(folder => int.Parse(Path.GetFileName(folder), CultureInfo.InvariantCulture));
}
