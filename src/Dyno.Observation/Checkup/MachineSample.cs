using System.Collections.Frozen;

namespace Dyno.Observation;

/// <summary>Counters of the machine at one moment; the difference of two samples shows what happened in between.</summary>
internal sealed record MachineSample
{
    /// <summary>CPU time of the whole machine.</summary>
    public required MachineCpuTimes? Cpu { get; init; }

    /// <summary>CPU ticks of each process except Dyno's own, by id and start.</summary>
    public required FrozenDictionary<(int Id, long StartTicks), (string Name, long Ticks)> Processes { get; init; }

    /// <summary>Pages swapped in and out since boot.</summary>
    public required long SwappedPages { get; init; }

    /// <summary>Times a core slowed down because it was too hot.</summary>
    public required long ThermalThrottles { get; init; }

    /// <summary>Periods in which the container had used up its CPU quota.</summary>
    public required long ContainerThrottles { get; init; }

    /// <summary>Reads the counters now.</summary>
    public static MachineSample Take(HostFiles files, int ownProcess) => new()
    {
        Cpu = MachineCpuTimes.Parse(files.Read("proc/stat")),
        Processes = files.Numbers("proc").Where(id => id != ownProcess)
            .Select(id => (Id: id, Stat: ProcessStat.Parse(files.Read($"proc/{id}/stat"))))
            .Where(process => process.Stat is not null)
            .ToFrozenDictionary(process => (process.Id, process.Stat!.Value.StartTicks), process => (process.Stat!.Value.Name, process.Stat.Value.CpuTicks)),
        SwappedPages = Fields(files.Read("proc/vmstat"), "pswpin", "pswpout"),
        ThermalThrottles = files.Numbered("sys/devices/system/cpu", "cpu")
            .Sum(cpu => Number(files.ReadValue($"sys/devices/system/cpu/cpu{cpu}/thermal_throttle/core_throttle_count"))),
        ContainerThrottles = Fields(files.Read("sys/fs/cgroup/cpu.stat"), "nr_throttled"),
    };

    /// <summary>The processes that used most CPU time since an earlier sample, in CPUs, the largest first.</summary>
    public IEnumerable<(string Name, double Cpus)> BusiestSince(MachineSample before, double ticks, int cpus) => ticks <= 0 ? [] : Processes
        .Select(now => (now.Value.Name, Cpus: (now.Value.Ticks - before.Processes.GetValueOrDefault(now.Key).Ticks) / ticks * cpus))
        .Where(process => process.Cpus > 0)
        .OrderByDescending(process => process.Cpus);

    // Lines "name number", as /proc/vmstat and cpu.stat have them.
    private static long Fields(string? text, params string[] names) =>
        names.Sum(name => Number(KeyedText.Find(text, name, ' ')));

    private static long Number(string? text) => long.TryParse(text, out var number) ? number : 0;
}
