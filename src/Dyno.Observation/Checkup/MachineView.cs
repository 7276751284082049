namespace Dyno.Observation;

/// <summary>What a check may look at.</summary>
/// <param name="Variables">Environment variables of this process.</param>
internal sealed record MachineView(HostFiles Files, IReadOnlyDictionary<string, string> Variables)
{
    /// <summary>The first of two samples; null when there is only one look.</summary>
    public MachineSample? Before { get; init; }

    /// <summary>The second of two samples; null when there is only one look.</summary>
    public MachineSample? After { get; init; }

    /// <summary>Logical CPUs of the machine.</summary>
    public int Cpus => CpuSet.TryParse(Files.Read("sys/devices/system/cpu/online"), out var cpus) ? cpus.Count : Environment.ProcessorCount;
}
