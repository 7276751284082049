namespace Dyno.Observation;

/// <summary>
/// Observes the machine during a run, through /proc and /sys. Where these are missing, the record has only what .NET itself knows. Used by
/// one thread at a time.
/// </summary>
public sealed class MachineProbe : IMachineProbe
{
    private readonly HostFiles _files;
    private readonly ImmutableArray<int> _servers;
    private readonly string? _gitCommit;
    private readonly string? _allowedCpus;

    private OtherProcesses? _before;
    private double? _loadAverage;

    /// <summary>Observes this machine. To be created before the generator is pinned, because the CPUs that it may use are read here.</summary>
    /// <param name="serverProcessId">The server's process when it runs on this machine: its CPU time does not count as that of other processes.</param>
    /// <param name="gitCommit">Commit of the folder the run was started in, for the record; null when unknown.</param>
    public MachineProbe(int? serverProcessId = null, string? gitCommit = null) : this(HostFiles.Machine, serverProcessId, gitCommit)
    {
    }

    /// <summary>Observes this machine beside several servers, or beside the processes of a fleet.</summary>
    /// <param name="servers">The processes; their descendants count as well.</param>
    /// <param name="gitCommit">Commit of the folder the run was started in, for the record; null when unknown.</param>
    public MachineProbe(ImmutableArray<int> servers, string? gitCommit) : this(HostFiles.Machine, null, gitCommit) => _servers = servers;

    internal MachineProbe(HostFiles files, int? serverProcessId, string? gitCommit)
    {
        _files = files;
        _servers = serverProcessId is { } server ? [server] : [];
        _gitCommit = gitCommit;
        _allowedCpus = KeyedText.Find(files.Read("proc/self/status"), "Cpus_allowed_list");
    }

    public void Begin()
    {
        _loadAverage = Number(_files.ReadValue("proc/loadavg")?.Split(' ')[0]);
        _before = ReadOthers();
    }

    public EnvironmentRecord End()
    {
        var shares = _before is { } before ? ReadOthers()?.PercentSince(before) : null;
        var limits = CgroupLimits.Read(_files);
        return new EnvironmentRecord
        {
            OperatingSystem = KeyedText.Find(_files.Read("etc/os-release"), "PRETTY_NAME", '=') ?? RuntimeInformation.OSDescription,
            Kernel = _files.ReadValue("proc/sys/kernel/osrelease"),
            Architecture = RuntimeInformation.ProcessArchitecture.ToString(),
            CpuModel = CpuModel(),
            LogicalCpus = OnlineCpus() ?? Environment.ProcessorCount,
            AllowedCpus = _allowedCpus,
            Governor = _files.ReadValue("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            MemoryBytes = KeyedText.FindKilobytes(_files.Read("proc/meminfo"), "MemTotal"),
            ContainerCpuLimit = limits.Cpus,
            ContainerMemoryLimitBytes = limits.MemoryBytes,
            Virtualization = Virtualization.Read(_files),
            LoadAverageBefore = _loadAverage,
            StealPercent = shares?.Stolen,
            OtherProcessesPercent = shares?.Others,
            OpenFilesLimit = OpenFilesLimit(),
            GitCommit = _gitCommit,
        };
    }

    private OtherProcesses? ReadOthers() => OtherProcesses.Read(_files, Environment.ProcessId, _servers);

    // On x86 the field is "model name"; ARM boards have their name, if any, in the device tree.
    private string? CpuModel() => KeyedText.Find(_files.Read("proc/cpuinfo"), "model name")
        ?? _files.ReadValue("sys/firmware/devicetree/base/model")?.TrimEnd('\0');

    private int? OnlineCpus() =>
        Dyno.Results.CpuSet.TryParse(_files.Read("sys/devices/system/cpu/online"), out var cpus) ? cpus.Count : null;

    private long? OpenFilesLimit()
    {
        const string Name = "Max open files";
        var line = (_files.Read("proc/self/limits") ?? "").Split('\n')
            .FirstOrDefault(line => line.StartsWith(Name, StringComparison.Ordinal));
        var soft = line?[Name.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries)[0];
        return long.TryParse(soft, NumberStyles.None, CultureInfo.InvariantCulture, out var limit) ? limit : null;
    }

    private static double? Number(string? text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? number : null;
}
