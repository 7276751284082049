namespace Dyno.Observation;

/// <summary>Memory that programs can still get without paging out others (man 5 proc, MemAvailable).</summary>
public static class AvailableMemory
{
    /// <summary>The memory in bytes; null where it cannot be read.</summary>
    public static long? Bytes() => KeyedText.FindKilobytes(HostFiles.Machine.Read("proc/meminfo"), "MemAvailable");
}
