using Dyno.Results.Machines;

namespace Dyno.Observation.Checkup;

/// <summary>All that a check may look at.</summary>
/// <param name="Files">The machine's files.</param>
/// <param name="Variables">Environment variables of this process.</param>
internal sealed record MachineView(HostFiles Files, IReadOnlyDictionary<string, string> Variables)
{
    /// <summary>The first of two looks; null when only one is made.</summary>
    public MachineSample? Before { get; init; }

    /// <summary>The second one.</summary>
    public MachineSample? After { get; init; }

    /// <summary>Logical CPUs of the machine.</summary>
    public int Cpus => CpuSet.TryParse(Files.Read("sys/devices/system/cpu/online"), out var cpus) ? cpus.Count : Environment.ProcessorCount;
}
