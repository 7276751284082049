namespace Dyno.Results;

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

    /// <summary>CPUs that this process may use, as a list.</summary>
    public string? AllowedCpus { get; init; }

    /// <summary>Frequency governor of the first CPU.</summary>
    public string? Governor { get; init; }

    /// <summary>Physical memory in bytes.</summary>
    public long? MemoryBytes { get; init; }

    /// <summary>cgroup CPU limit in cores; null when there is none.</summary>
    public double? ContainerCpuLimit { get; init; }

    /// <summary>cgroup memory limit in bytes; null when there is none.</summary>
    public long? ContainerMemoryLimitBytes { get; init; }

    /// <summary>The kind of container or virtual machine, in one word; null when neither was detected.</summary>
    public string? Virtualization { get; init; }

    /// <summary>One-minute load average before the run.</summary>
    public double? LoadAverageBefore { get; init; }

    /// <summary>CPU time stolen by the hypervisor during the measurement, in percent of all CPUs.</summary>
    public double? StealPercent { get; init; }

    /// <summary>CPU time of all other processes during the measurement, in percent of all CPUs.</summary>
    public double? OtherProcessesPercent { get; init; }

    /// <summary>Largest number of open files allowed to the generator.</summary>
    public long? OpenFilesLimit { get; init; }

    /// <summary>Git commit of the directory in which the run was started, with <c>-dirty</c> when tracked files differ from it.</summary>
    public string? GitCommit { get; init; }

    /// <summary>Negotiated protocols, each once: <c>HTTP/1.1</c>, <c>TLS 1.3 TLS_AES_256_GCM_SHA384</c> …</summary>
    public ImmutableArray<string> NegotiatedProtocols { get; init; } = [];
}

/// <summary>The program under test as Dyno built and started it.</summary>
public sealed record SubjectRecord
{
    /// <summary>The project, command or URL as given.</summary>
    public required string Source { get; init; }

    /// <summary>The command line, secrets masked.</summary>
    public required string CommandLine { get; init; }

    /// <summary>The fleet agent on whose machine the program ran; null when the program ran on the machine that the result comes from.</summary>
    public string? On { get; init; }

    /// <summary>Target framework, e.g. <c>net10.0</c>; null when the program was not started from a project.</summary>
    public string? Framework { get; init; }

    /// <summary>The URL at which the load reached the program.</summary>
    public required string Url { get; init; }

    /// <summary>Environment variables that were set for the program, secrets masked.</summary>
    public ImmutableSortedDictionary<string, string> Environment { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    /// <summary>CPUs to which the program was pinned, as a list; null when it was not pinned.</summary>
    public string? CpuSet { get; init; }

    /// <summary>A note on the pinning (server GC needs two CPUs or DOTNET_PROCESSOR_COUNT); null when there is none.</summary>
    public string? PinningNote { get; init; }

    /// <summary>Seconds from the process start to the first good answer.</summary>
    public double? TimeToReadySeconds { get; init; }

    /// <summary>Duration of the load's first request to the fresh process, in seconds, sent before the warm-up; null when none was sent.</summary>
    public double? FirstRequestSeconds { get; init; }

    /// <summary>The settings that the program itself reports; null when it was not asked or is not a .NET program.</summary>
    public EffectiveSettings? Effective { get; init; }

    /// <summary>Git commit of the subject's directory, with <c>-dirty</c> when tracked files differ from it.</summary>
    public string? GitCommit { get; init; }

    /// <summary>Exit code of the program when it ended on its own during the run; otherwise null.</summary>
    public int? ExitCode { get; init; }

    /// <summary>The last lines of the program's output, secrets masked.</summary>
    public ImmutableArray<string> LastOutput { get; init; } = [];

    /// <summary>
    /// Path of the file with the program's output, secrets masked, on the machine of the run; relative to the directory where Dyno
    /// was started.
    /// </summary>
    public string? OutputFile { get; init; }
}

/// <summary>The server's process during the measurement, from /proc, and from its .NET counters where they were observed.</summary>
public sealed record ServerObservation
{
    /// <summary>Process id; 0 for a server elsewhere.</summary>
    public required int ProcessId { get; init; }

    /// <summary>CPU seconds used, user and system.</summary>
    public required double CpuSeconds { get; init; }

    /// <summary>CPU time per request, in microseconds; 0 without requests.</summary>
    public required double CpuMicrosPerRequest { get; init; }

    /// <summary>CPU use in cores: 1.5 is one and a half CPUs busy.</summary>
    public required double CpuCores { get; init; }

    /// <summary>Number of CPUs that the process could use; 0 when a server elsewhere does not say.</summary>
    public required int AvailableCpus { get; init; }

    /// <summary>Mean resident set, in bytes.</summary>
    public required long MeanWorkingSetBytes { get; init; }

    /// <summary>Largest resident set, in bytes.</summary>
    public required long PeakWorkingSetBytes { get; init; }

    /// <summary>Resident set when the measurement began, in bytes; null in results of earlier builds, which did not record it.</summary>
    public long? WorkingSetBeforeBytes { get; init; }

    /// <summary>Resident set about a second after the load had ended, in bytes; null where it was not read then.</summary>
    public long? WorkingSetAfterBytes { get; init; }

    /// <summary>Largest number of threads.</summary>
    public required int MaxThreads { get; init; }

    /// <summary>Voluntary context switches of all threads (a thread waited); null where they cannot be read.</summary>
    public long? VoluntaryContextSwitches { get; init; }

    /// <summary>Involuntary context switches of all threads (the time slice was over or another thread came first); null where they cannot be read.</summary>
    public long? InvoluntaryContextSwitches { get; init; }

    /// <summary>Seconds in which the process's threads were ready to run and waited for a CPU, summed over the threads; null where it cannot be read.</summary>
    public double? CpuWaitSeconds { get; init; }

    /// <summary>Periods of the control group's CPU quota during the measurement; null without a quota.</summary>
    public long? CpuPeriods { get; init; }

    /// <summary>Periods in which the quota was used up and the control group was throttled.</summary>
    public long? ThrottledPeriods { get; init; }

    /// <summary>Seconds in which the control group was throttled, summed over CPUs.</summary>
    public double? ThrottledSeconds { get; init; }

    /// <summary>Name of the program, for a server that Dyno found and did not start; null otherwise.</summary>
    public string? ProcessName { get; init; }

    /// <summary>
    /// Name of the program that listens at the port and forwards connections to the observed process, e.g. <c>dcp</c> of Aspire; null when
    /// the process listens there itself.
    /// </summary>
    public string? ForwardedBy { get; init; }

    /// <summary>Whether the program of a server that Dyno found lies in a folder <c>bin/Debug</c>.</summary>
    public bool IsDebugBuild { get; init; }

    /// <summary>Bytes read from files and pipes, including cached bytes; .NET's sockets do not count. Null where the bytes cannot be read.</summary>
    public long? ReadBytes { get; init; }

    /// <summary>Bytes written to files and pipes; .NET's sockets do not count. Null where the bytes cannot be read.</summary>
    public long? WrittenBytes { get; init; }

    /// <summary>Largest number of processes: more than 1 when the program started others, whose figures are part of the sums.</summary>
    public int MaxProcesses { get; init; } = 1;

    /// <summary>Figures of the .NET runtime in the process; null when the runtime was not observed, or where several instances ran.</summary>
    public RuntimeObservation? Runtime { get; init; }

    /// <summary>
    /// Why the .NET runtime in the process was not observed although it was asked for; null when it was observed, and when there was
    /// nothing to ask: another level, or no .NET program.
    /// </summary>
    public string? RuntimeMissing { get; init; }

    /// <summary>
    /// Where the figures come from when the process runs elsewhere and was not observed: a page of metrics, or messages that it pushed. Null
    /// for a process that Dyno observed.
    /// </summary>
    public string? Source { get; init; }

    /// <summary>
    /// Names of <c>FigureTable</c> for which <see cref="Source"/> gave nothing; the figures of this record that belong to them are 0. Empty
    /// for a process that Dyno observed.
    /// </summary>
    public ImmutableArray<string> Missing { get; init; } = [];

    /// <summary>What is to be known of the figures from <see cref="Source"/>: a restart of the server, refused values, a time without figures.</summary>
    public ImmutableArray<string> SourceNotes { get; init; } = [];

    /// <summary>Whether the CPU time is known.</summary>
    [JsonIgnore]
    public bool KnowsCpu => !Lacks("server.cpu");

    /// <summary>Whether the memory is known.</summary>
    [JsonIgnore]
    public bool KnowsMemory => !Lacks("server.workingSet");

    /// <summary>The busy share of the CPUs that the process could use; null when the CPU time or the number of CPUs is not known.</summary>
    [JsonIgnore]
    public double? BusyShare => KnowsCpu && AvailableCpus > 0 ? CpuCores / AvailableCpus : null;

    /// <summary>Whether the source of the figures gave nothing for one.</summary>
    /// <param name="figure">A name of <c>FigureTable</c>.</param>
    public bool Lacks(string figure) => !Missing.IsDefaultOrEmpty && Missing.Contains(figure);

    /// <summary>Each instance, where several ran side by side; the figures of this record are then their sums. Empty for a single instance.</summary>
    public ImmutableArray<InstanceObservation> Instances { get; init; } = [];

    /// <summary>One point a second, stored in columns (earlier builds: one object per point).</summary>
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

    /// <summary>Number of threads.</summary>
    public required int Threads { get; init; }
}
