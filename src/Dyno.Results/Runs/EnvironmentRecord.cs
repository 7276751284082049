using System.Collections.Immutable;
using System.Text.Json.Serialization;
using Dyno.Results.Json;

namespace Dyno.Results.Runs;

/// <summary>The machine during the run. A field that could not be read is null, never guessed.</summary>
public sealed record EnvironmentRecord
{
    /// <summary>Operating system, e.g. <c>Debian GNU/Linux 12 (bookworm)</c>.</summary>
    public required string OperatingSystem { get; init; }

    /// <summary>Kernel release.</summary>
    public string? Kernel { get; init; }

    /// <summary>Process architecture, e.g. <c>X64</c>.</summary>
    public required string Architecture { get; init; }

    /// <summary>CPU model name.</summary>
    public string? CpuModel { get; init; }

    /// <summary>Logical CPUs of the machine.</summary>
    public required int LogicalCpus { get; init; }

    /// <summary>CPUs this process may use, as a list.</summary>
    public string? AllowedCpus { get; init; }

    /// <summary>Frequency governor of the first CPU.</summary>
    public string? Governor { get; init; }

    /// <summary>Physical memory in bytes.</summary>
    public long? MemoryBytes { get; init; }

    /// <summary>cgroup CPU limit in cores; null when there is none.</summary>
    public double? ContainerCpuLimit { get; init; }

    /// <summary>cgroup memory limit in bytes; null when there is none.</summary>
    public long? ContainerMemoryLimitBytes { get; init; }

    /// <summary>Container or virtual machine, in a word; null when neither was seen.</summary>
    public string? Virtualization { get; init; }

    /// <summary>One-minute load average before the run.</summary>
    public double? LoadAverageBefore { get; init; }

    /// <summary>CPU time stolen by the hypervisor during the measurement, in percent of all CPUs.</summary>
    public double? StealPercent { get; init; }

    /// <summary>CPU time of all other processes during the measurement, in percent of all CPUs.</summary>
    public double? OtherProcessesPercent { get; init; }

    /// <summary>Largest number of open files allowed to the generator.</summary>
    public long? OpenFilesLimit { get; init; }

    /// <summary>Git commit of the directory the run was started in, <c>-dirty</c> where it applies.</summary>
    public string? GitCommit { get; init; }

    /// <summary>Negotiated protocol: <c>HTTP/1.1</c>, <c>TLS 1.3 TLS_AES_256_GCM_SHA384</c> …; one entry per distinct value.</summary>
    public ImmutableArray<string> NegotiatedProtocols { get; init; } = [];
}

/// <summary>The program under test as Dyno built and started it.</summary>
public sealed record SubjectRecord
{
    /// <summary>The project, command or URL as given.</summary>
    public required string Source { get; init; }

    /// <summary>The command line, secrets masked.</summary>
    public required string CommandLine { get; init; }

    /// <summary>The agent of a fleet on whose machine it ran; null: the machine that the result comes from.</summary>
    public string? On { get; init; }

    /// <summary>Target framework, e.g. <c>net10.0</c>; null when it is not a project.</summary>
    public string? Framework { get; init; }

    /// <summary>The URL it was reached at.</summary>
    public required string Url { get; init; }

    /// <summary>Environment variables that were set for it, secrets masked.</summary>
    public ImmutableSortedDictionary<string, string> Environment { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    /// <summary>CPUs it was pinned to, as a list; null when free.</summary>
    public string? CpuSet { get; init; }

    /// <summary>What to know about the pinning (server GC needs two CPUs or DOTNET_PROCESSOR_COUNT); null when nothing.</summary>
    public string? PinningNote { get; init; }

    /// <summary>Seconds from the process start to the first good answer.</summary>
    public double? TimeToReadySeconds { get; init; }

    /// <summary>Seconds of the first request of the load on the fresh process, sent before the warm-up; null when none was sent.</summary>
    public double? FirstRequestSeconds { get; init; }

    /// <summary>What the program itself says it runs with; null when it was not asked or is not a .NET program.</summary>
    public EffectiveSettings? Effective { get; init; }

    /// <summary>Git commit of the subject's directory, <c>-dirty</c> where it applies.</summary>
    public string? GitCommit { get; init; }

    /// <summary>Exit code when it ended by itself during the run.</summary>
    public int? ExitCode { get; init; }

    /// <summary>The last lines of its output, secrets masked.</summary>
    public ImmutableArray<string> LastOutput { get; init; } = [];

    /// <summary>The file with its output, secrets masked, on the machine of the run; relative to where Dyno was started.</summary>
    public string? OutputFile { get; init; }
}

/// <summary>The server's process during the measurement, from /proc, and from its .NET counters where they were observed.</summary>
public sealed record ServerObservation
{
    /// <summary>Process id.</summary>
    public required int ProcessId { get; init; }

    /// <summary>CPU seconds used, user and system.</summary>
    public required double CpuSeconds { get; init; }

    /// <summary>CPU µs per request; 0 without requests.</summary>
    public required double CpuMicrosPerRequest { get; init; }

    /// <summary>CPU use in cores: 1.5 is one and a half CPUs busy.</summary>
    public required double CpuCores { get; init; }

    /// <summary>CPUs it could use.</summary>
    public required int AvailableCpus { get; init; }

    /// <summary>Mean resident set, in bytes.</summary>
    public required long MeanWorkingSetBytes { get; init; }

    /// <summary>Largest resident set, in bytes.</summary>
    public required long PeakWorkingSetBytes { get; init; }

    /// <summary>Resident set when the measurement began, in bytes; null in results before this was kept.</summary>
    public long? WorkingSetBeforeBytes { get; init; }

    /// <summary>Resident set once the load had ended, about a second later, in bytes; null where it was not looked at then.</summary>
    public long? WorkingSetAfterBytes { get; init; }

    /// <summary>Largest number of threads.</summary>
    public required int MaxThreads { get; init; }

    /// <summary>Context switches because a thread waited, all threads; null where it cannot be read.</summary>
    public long? VoluntaryContextSwitches { get; init; }

    /// <summary>Context switches because the time slice was over or another thread came first; null where it cannot be read.</summary>
    public long? InvoluntaryContextSwitches { get; init; }

    /// <summary>Seconds in which its threads were ready to run and waited for a CPU, summed over them; null where it cannot be read.</summary>
    public double? CpuWaitSeconds { get; init; }

    /// <summary>Periods of the quota of its control group in the measurement; null without one.</summary>
    public long? CpuPeriods { get; init; }

    /// <summary>Of these, periods in which the quota was used up and the group stood still.</summary>
    public long? ThrottledPeriods { get; init; }

    /// <summary>Seconds in which the group stood still for it, summed over CPUs.</summary>
    public double? ThrottledSeconds { get; init; }

    /// <summary>The program's name, of a server that Dyno found and did not start; null otherwise.</summary>
    public string? ProcessName { get; init; }

    /// <summary>Bytes read from files and pipes, cached ones included; .NET's sockets do not count. Null where it cannot be read.</summary>
    public long? ReadBytes { get; init; }

    /// <summary>Bytes written to files and pipes; .NET's sockets do not count. Null where it cannot be read.</summary>
    public long? WrittenBytes { get; init; }

    /// <summary>Processes: 1, or more when the program started others; their figures are part of the sums.</summary>
    public int MaxProcesses { get; init; } = 1;

    /// <summary>What the .NET runtime in it said; null when it was not observed, or where several instances ran.</summary>
    public RuntimeObservation? Runtime { get; init; }

    /// <summary>Each instance, where several ran side by side: the figures beside this are their sums. Empty for one.</summary>
    public ImmutableArray<InstanceObservation> Instances { get; init; } = [];

    /// <summary>One point a second, stored in columns (earlier builds: one object per point).</summary>
    [JsonConverter(typeof(ColumnsConverter<ServerPoint>))]
    public ImmutableArray<ServerPoint> Series { get; init; } = [];
}

/// <summary>The server at one second of the measurement.</summary>
public sealed record ServerPoint
{
    /// <summary>Seconds since the start of the measurement.</summary>
    public required double Seconds { get; init; }

    /// <summary>CPU use since the previous point, in cores.</summary>
    public required double CpuCores { get; init; }

    /// <summary>Resident set in bytes.</summary>
    public required long WorkingSetBytes { get; init; }

    /// <summary>Threads.</summary>
    public required int Threads { get; init; }
}
