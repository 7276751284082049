namespace Dyno.Http;

/// <summary>
/// Limits what the bodies of all virtual users take together: a large body grows only while the process uses less than half of the memory
/// that it may use. Thread-safe.
/// </summary>
/// <param name="most">The limit in bytes.</param>
/// <param name="used">Bytes that the process uses now.</param>
internal sealed class BodyMemory(long most, Func<long> used)
{
    private const int Large = 1024 * 1024; // below, a reading of the memory would cost more than it is worth

    public static BodyMemory OfProcess { get; } = new(GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / 2, static () => Environment.WorkingSet);

    /// <summary>Why a body is refused.</summary>
    public string Problem => $"the bodies of all virtual users take more than half of the memory ({most / Large:#,0} MiB): use fewer of them, or discard the bodies";

    /// <summary>Whether there is room for a body of so many bytes.</summary>
    public bool Allows(long bytes) => bytes <= Large || used() + bytes <= most;
}
