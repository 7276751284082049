namespace Dyno.Load;

/// <summary>Measures the CPU time and the garbage collections of the generator's own process during a phase.</summary>
internal sealed class GeneratorUsage
{
    private readonly TimeSpan _cpu = Environment.CpuUsage.TotalTime;
    private readonly int _collections = Collections();

    private GeneratorUsage()
    {
    }

    public static GeneratorUsage Begin() => new();

    public GeneratorRecord End(FinishedPhase phase, RunnerOptions options)
    {
        var cpu = (Environment.CpuUsage.TotalTime - _cpu).TotalSeconds;
        var requests = phase.Counts.Requests;
        using var process = Process.GetCurrentProcess();
        return new GeneratorRecord
        {
            CpuSeconds = cpu,
            CpuMicrosPerRequest = requests == 0 ? 0 : cpu * 1e6 / requests,
            PeakWorkingSetBytes = process.PeakWorkingSet64,
            WorkerBusy = [.. phase.Lanes.Select(phase.BusyShareOf)],
            Stalls = phase.Lanes.Sum(l => l.Activity.Stalls),
            StalledSeconds = phase.Lanes.Sum(l => l.Activity.StalledNanos) / 1e9,
            GarbageCollections = Collections() - _collections,
            CpuSet = options.GeneratorCpuSet,
            ScriptEngine = options.ScriptEngine,
        };
    }

    // The count of generation 0 includes the collections of the older ones.
    private static int Collections() => GC.CollectionCount(0);
}
