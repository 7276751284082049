using static Dyno.Observation.CheckOutcome;

namespace Dyno.Observation;

/// <summary>Other programs, and settings of this one.</summary>
internal static class ProgramChecks
{
    private static readonly string[] AntivirusNames =
    [
        "clamd", "freshclam", "clamonacc", "wdavdaemon", "mdatp", "MsMpEng", "falcon-sensor", "sentinelone", "s1-agent", "ds_agent", "cbagentd",
        "cbdaemon", "esets", "oaeventd", "savd", "sophos", "sav-", "avast", "avgd", "bdsec", "kesl", "xagt", "taniumclient", "osqueryd", "auditd", "fapolicyd",
    ];
    private static readonly string[] Daemons = ["dockerd", "containerd", "podman", "kubelet", "k3s", "com.docker"];
    private static readonly string[] Containers = ["containerd-shim", "docker-proxy", "conmon"];
    private static readonly string[] VariablePrefixes = ["DOTNET_", "COMPlus_"];

    // Names after the prefix: the tiers of the JIT, the garbage collector, the thread pool, sockets, diagnosis.
    private static readonly string[] VariableNames =
    [
        "Tiered", "TC_", "OSR_", "ReadyToRun", "JIT", "Enable", "GC", "PROCESSOR_COUNT", "ThreadPool", "SYSTEM_NET_", "HillClimbing", "STARTUP_HOOKS",
        "legacyCorruptedState", "DiagnosticPorts", "PerfMap", "EventPipe", "Thread_",
    ];

    public static ImmutableArray<MachineCheck> All { get; } =
    [
        new("antivirus", "antivirus software scans files, processes and packets: start-ups get slower, and high percentiles rise", Antivirus, IsSlow: true),
        new("docker", "containers take CPU time, and every packet passes through their network rules", Docker, IsSlow: true),
        new("dotnet-variables", "the program under test and Dyno inherit these variables: the figures depend on this shell", DotnetVariables, ConcernsRuns: true),
        new("cpu-sampler", "dyno compare --why names the method that costs a difference, as far as the sampler sees the program's code", Sampler),
    ];

    private static CheckOutcome? Antivirus(MachineView view) => Running(view.Files, AntivirusNames) is { Count: > 0 } found
        ? Warn($"running: {string.Join(", ", found)}", "stop it for the measurement, or exclude the folders of the program under test and of .dyno from it")
        : Ok("no antivirus that Dyno knows is running");

    private static CheckOutcome? Docker(MachineView view)
    {
        // The names of Docker's shim processes begin like the name of the daemon.
        var containers = Running(view.Files, Containers);
        var daemons = Running(view.Files, Daemons).Except(containers).ToList();
        const string fix = "docker stop $(docker ps -q); sudo systemctl stop docker docker.socket; a restart of the machine also removes its network rules";
        if (containers.Count > 0) return Warn($"containers run ({string.Join(", ", containers)})", fix);
        return daemons.Count > 0 ? Warn($"running: {string.Join(", ", daemons)}", fix) : Ok("no container engine runs");
    }

    // The given names that running programs have, compared by the beginning: the kernel keeps 15 characters of a name.
    private static List<string> Running(HostFiles files, string[] names)
    {
        var running = files.Numbers("proc").Select(id => ProcessStat.Parse(files.Read($"proc/{id}/stat"))?.Name).OfType<string>().ToHashSet(StringComparer.Ordinal);
        return [.. running.Where(name => names.Any(wanted => name.StartsWith(wanted, StringComparison.OrdinalIgnoreCase))).Order(StringComparer.Ordinal)];
    }

    private static CheckOutcome? DotnetVariables(MachineView view)
    {
        var found = view.Variables.Where(variable => ChangesResults(variable.Key) && variable.Value.Length > 0)
            .OrderBy(variable => variable.Key, StringComparer.Ordinal).ToList();
        if (found.Count == 0) return Ok("no variable that changes how .NET runs is set");
        return Warn($"set in this shell: {string.Join(", ", found.Select(variable => $"{variable.Key}={Redaction.Value(variable.Key, variable.Value)}"))}",
            $"unset {string.Join(' ', found.Select(variable => variable.Key))}; set what the program needs for the program only (--subject-env NAME=VALUE, or its runtimeconfig)");
    }

    private static bool ChangesResults(string name) => name is "CORECLR_ENABLE_PROFILING" or "CORECLR_PROFILER"
        || VariablePrefixes.Any(prefix => name.StartsWith(prefix, StringComparison.OrdinalIgnoreCase)
            && VariableNames.Any(known => name.AsSpan(prefix.Length).StartsWith(known, StringComparison.OrdinalIgnoreCase)));

    // Which sampler of CPU time dyno compare --why will find (man 2 perf_event_open).
    private static CheckOutcome? Sampler(MachineView view)
    {
        const ulong rightsForMachine = 1UL << 21 | 1UL << 38; // CAP_SYS_ADMIN, CAP_PERFMON
        const int forMachine = 0, forOwnProcesses = 2;
        if (!int.TryParse(view.Files.ReadValue("proc/sys/kernel/perf_event_paranoid"), CultureInfo.InvariantCulture, out var paranoid)) return null;
        if (paranoid <= forMachine || (RightsOf(view) & rightsForMachine) != 0) return Ok("the kernel's, for the whole machine: it sees all code");
        return paranoid <= forOwnProcesses
            ? Ok("the kernel's, for the program's threads: it does not see the kernel's code")
            : Warn($"only the runtime's sample profiler, which sees managed code alone (kernel.perf_event_paranoid is {paranoid})", "sudo sysctl kernel.perf_event_paranoid=0");
    }

    private static ulong RightsOf(MachineView view)
    {
        var line = (view.Files.Read("proc/self/status") ?? "").Split('\n').FirstOrDefault(l => l.StartsWith("CapEff:", StringComparison.Ordinal));
        return ulong.TryParse(line?["CapEff:".Length..].Trim(), NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var rights) ? rights : 0;
    }
}
