namespace Dyno.Observation;

/// <summary>
/// CPU time of all processes except the generator, the server and other known processes. It is computed in two ways, and the larger result
/// counts: the work of the machine minus that of the known processes (this includes other containers), and the sum over the visible
/// processes (this is exact where the kernel books interrupts on processes).
/// </summary>
internal sealed class OtherProcesses
{
    private readonly MachineCpuTimes _machine;
    private readonly long _ours;
    private readonly Dictionary<(int Id, long StartTicks), long> _others;

    private OtherProcesses(MachineCpuTimes machine, long ours, Dictionary<(int, long), long> others)
    {
        _machine = machine;
        _ours = ours;
        _others = others;
    }

    /// <summary>Reads the CPU times now; null where there is no /proc.</summary>
    /// <param name="servers">The processes of the servers and other known processes; their descendants count as well. Empty when unknown.</param>
    public static OtherProcesses? Read(HostFiles files, int generatorId, IEnumerable<int> servers)
    {
        if (MachineCpuTimes.Parse(files.Read("proc/stat")) is not { } machine) return null;
        // The generator may be a descendant of a server, and servers may be descendants of each other: each process counts once.
        var server = servers.SelectMany(id => ProcessTree.Read(files, id)).DistinctBy(process => process.Id).ToList();
        var known = server.Select(process => process.Id).ToHashSet();
        var generator = known.Add(generatorId) ? ProcessStat.Parse(files.Read($"proc/{generatorId}/stat")) : null;
        var ours = (generator?.CpuTicks ?? 0) + server.Sum(process => process.Stat.CpuTicks + process.Stat.ReapedTicks);
        var others = files.Numbers("proc")
            .Where(process => !known.Contains(process))
            .Select(process => (Id: process, Stat: ProcessStat.Parse(files.Read($"proc/{process}/stat"))))
            .Where(process => process.Stat is { } stat && !IsForNetworking(stat))
            .ToDictionary(process => (process.Id, process.Stat!.Value.StartTicks), process => process.Stat!.Value.CpuTicks);
        return new OtherProcesses(machine, ours, others);
    }

    /// <summary>The share of other processes in the time of all CPUs since an earlier reading, and the stolen share, in percent.</summary>
    public (double Others, double Stolen) PercentSince(OtherProcesses before)
    {
        var all = _machine.Total - before._machine.Total;
        if (all <= 0) return (0, 0);
        var byMachine = _machine.Working - before._machine.Working - (_ours - before._ours);
        var byProcess = _others.Sum(process => process.Value - before._others.GetValueOrDefault(process.Key));
        return (Percent(Math.Max(byMachine, byProcess), all), Percent(_machine.Stolen - before._machine.Stolen, all));
    }

    // Whether a process is a kernel thread that carries packets between generator and server.
    private static bool IsForNetworking(ProcessStat stat) =>
        stat.ParentId == 2 && stat.Name.StartsWith("ksoftirqd/", StringComparison.Ordinal);

    private static double Percent(long part, long all) => Math.Clamp(100.0 * part / all, 0, 100);
}
