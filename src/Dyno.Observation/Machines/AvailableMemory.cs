namespace Dyno.Observation.Machines;

/// <summary>Memory that programs can have without others being paged out (man 5 proc, MemAvailable).</summary>
public static class AvailableMemory
{
    /// <summary>In bytes; null where it cannot be read.</summary>
    public static long? Bytes() => KeyedText.FindKilobytes(HostFiles.Machine.Read("proc/meminfo"), "MemAvailable");
}
