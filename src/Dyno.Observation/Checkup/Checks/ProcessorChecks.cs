using static Dyno.Observation.CheckOutcome;

namespace Dyno.Observation;

/// <summary>CPUs: who uses them, and how fast they run.</summary>
internal static class ProcessorChecks
{
    private const string Intel = "sys/devices/system/cpu/intel_pstate/no_turbo";
    private const string Others = "sys/devices/system/cpu/cpufreq/boost";

    public static ImmutableArray<MachineCheck> All { get; } =
    [
        new("cpu-use", "other work takes CPU time and cache from server and generator, and never evenly", CpuUse, IsSlow: true),
        new("load-average", "the load average shows the machine's work in the last minute, even if the machine is idle now", LoadAverage),
        new("cpu-pressure", "while a task waits for a CPU, its requests wait too: the machine causes this latency, not the server", CpuPressure),
        new("steal", "time stolen by the hypervisor looks like a slow server, and varies with the other virtual machines", Steal, IsSlow: true),
        new("governor", "a governor that saves power changes the clock with the load: a fast server at a low rate looks slow, and two runs differ", Governor, ConcernsRuns: true),
        new("turbo", "the turbo clock depends on temperature and on how many cores are busy: the first run of a day is faster than the tenth", Turbo),
        new("throttling", "a CPU that is too hot lowers its clock in the middle of a run", Throttling, IsSlow: true),
        new("cores", "on separate CPUs, server and generator do not take time from each other; .NET's server GC needs two CPUs", Cores),
        new("hyper-threads", "two CPUs of one core share its units and caches: what runs on one slows the other", ThreadsOfCores),
    ];

    private static CheckOutcome? CpuUse(MachineView view)
    {
        const double much = 0.1, tooMuch = 0.5;
        const int named = 3;
        if (view is not { Before: { Cpu: { } first } before, After: { Cpu: { } last } after } || last.Total <= first.Total) return null;
        var all = (double)(last.Total - first.Total);
        var share = (last.Working - first.Working) / all;
        var busiest = after.BusiestSince(before, all, view.Cpus).Take(named).Where(process => process.Cpus >= 0.01)
            .Select(process => $"{process.Name} {Words.Percent(process.Cpus)} of a CPU").ToList();
        var seen = $"{Words.Percent(share)} of {Words.Cpus(view.Cpus)} in use" + (busiest.Count > 0 ? $": {string.Join(", ", busiest)}" : "");
        const string fix = "stop the named processes (browsers, builds, indexers, IDEs), or wait until they have ended";
        return share > tooMuch ? Void(seen, fix) : share > much ? Warn(seen, fix) : Ok(seen);
    }

    private static CheckOutcome? LoadAverage(MachineView view)
    {
        const double much = 0.5;
        if (view.Files.ReadValue("proc/loadavg")?.Split(' ') is not [var minute, ..]
            || !double.TryParse(minute, NumberStyles.Float, CultureInfo.InvariantCulture, out var load)) return null;
        var perCpu = load / Math.Max(1, view.Cpus);
        var seen = $"load average {Words.Number(load)} on {Words.Cpus(view.Cpus)}";
        const string fix = "wait a minute after builds and start-ups; `top` shows what runs";
        return perCpu > much ? Warn(seen, fix) : Ok(seen); // whether the work continues, the CPUs in use show
    }

    // Pressure stall information (Documentation/accounting/psi.rst): the share of time in which some task waited for a CPU.
    private static CheckOutcome? CpuPressure(MachineView view)
    {
        const double much = 20;
        const string field = "avg10=";
        var some = (view.Files.Read("proc/pressure/cpu") ?? "").Split('\n').FirstOrDefault(line => line.StartsWith("some ", StringComparison.Ordinal));
        var text = some?.Split(' ').FirstOrDefault(word => word.StartsWith(field, StringComparison.Ordinal))?[field.Length..];
        if (!double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var percent)) return null;
        var seen = $"tasks waited for a CPU {Words.Percent(percent / 100)} of the last 10 s";
        return percent > much ? Warn(seen, "stop other work, or give the machine more CPUs") : Ok(seen);
    }

    private static CheckOutcome? Steal(MachineView view)
    {
        const double much = 0.01, tooMuch = 0.1;
        if (view is not { Before.Cpu: { } first, After.Cpu: { } last } || last.Total <= first.Total) return null;
        var share = (double)(last.Stolen - first.Stolen) / (last.Total - first.Total);
        var seen = $"{Words.Percent(share)} of the CPU time was stolen by the hypervisor";
        const string fix = "use a machine with CPUs of its own (dedicated or bare-metal), or repeat at a quieter time";
        return share > tooMuch ? Void(seen, fix) : share > much ? Warn(seen, fix) : Ok(seen);
    }

    // The governor that sets the clock rate of the CPUs (Documentation/admin-guide/pm/cpufreq.rst).
    private static CheckOutcome? Governor(MachineView view)
    {
        var governors = view.Files.Numbered("sys/devices/system/cpu", "cpu")
            .Select(cpu => view.Files.ReadValue($"sys/devices/system/cpu/cpu{cpu}/cpufreq/scaling_governor")).OfType<string>().Distinct().Order().ToList();
        if (governors.Count == 0) return Ok("this system has no frequency governor (usual for a virtual machine)");
        return governors is ["performance"]
            ? Ok("performance")
            : Warn($"the CPU frequency governor is {string.Join(" and ", governors)}", "sudo cpupower frequency-set -g performance");
    }

    private static CheckOutcome? Turbo(MachineView view) => (view.Files.ReadValue(Intel), view.Files.ReadValue(Others)) switch
    {
        ("0", _) => Warn("turbo is on", $"echo 1 | sudo tee /{Intel}"),
        (null, "1") => Warn("turbo is on", $"echo 0 | sudo tee /{Others}"),
        (null, null) => null,
        _ => Ok("off"),
    };

    private static CheckOutcome? Throttling(MachineView view)
    {
        if (view is not { Before: { } before, After: { } after } || !view.Files.Has("sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count")) return null;
        var times = after.ThermalThrottles - before.ThermalThrottles;
        return times > 0
            ? Void($"cores slowed down {(times == 1 ? "once" : $"{times} times")} during the check because they are too hot", "let the machine cool, clean its fans, or turn turbo off")
            : Ok("no core slowed down for heat");
    }

    private static CheckOutcome? Cores(MachineView view)
    {
        var allowed = CpuSet.TryParse(KeyedText.Find(view.Files.Read("proc/self/status"), "Cpus_allowed_list"), out var cpus) ? cpus.Count : view.Cpus;
        var seen = allowed < view.Cpus ? $"{allowed} of {Words.Cpus(view.Cpus)} may be used" : Words.Cpus(allowed);
        return allowed switch
        {
            1 => Void($"{seen}: server and generator share it", "use a machine with two CPUs or more, or load from another one"),
            < 4 => Warn($"{seen}: with --subject the server gets {Words.Cpus((allowed + 1) / 2)}",
                "for figures of a server with several CPUs use four or more; DOTNET_PROCESSOR_COUNT=2 keeps server GC on one"),
            _ => Ok($"{seen}: with --subject the server gets {(allowed + 1) / 2} and the generator {allowed / 2}"),
        };
    }

    private static CheckOutcome? ThreadsOfCores(MachineView view)
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
