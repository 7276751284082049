namespace Dyno.Observation.Checkup;

/// <summary>Logical CPUs that share a physical core.</summary>
internal sealed class ThreadsOfCoresCheck() : MachineCheck("hyper-threads", "two CPUs of one core share its units and caches: what runs on one slows the other")
{
    public override CheckOutcome? Look(MachineView view)
    {
        var siblings = view.Files.Numbered("sys/devices/system/cpu", "cpu")
            .Select(cpu => view.Files.ReadValue($"sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list")).OfType<string>().ToList();
        if (siblings.Count == 0) return null;
        var cores = siblings.Distinct().Count();
        if (cores == siblings.Count) return Ok("every CPU is a separate core");
        var seen = $"{Words.Cpus(siblings.Count)} are {cores} {(cores == 1 ? "core" : "cores")}";
        return cores == 1
            ? Warn($"{seen}: server and generator run on threads of the same core", "load from another machine, or use one with two cores")
            : Ok($"{seen}; Dyno never splits a core between server and generator");
    }
}
