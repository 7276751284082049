namespace Dyno.K6;

/// <summary>
/// Collects generation 1 in time: objects that outlived one collection and are garbage since, such as the last answers of a thousand users.
/// .NET lets this generation grow to several times the limit of generation 0, which depends on the processor's cache; the setting that
/// limits generation 1, <c>GCGen1MaxBudget</c>, is read from the environment alone. One thread.
/// </summary>
internal sealed class GenerationOneCollector
{
    private const int Interval = 8; // collections of generation 0 between two looks; a few tenths of a second at full speed
    private const long MostBytes = 6 * 1024 * 1024;

    // Least growth between two looks for which generation 1 is collected. .NET itself collects slower growth in time, and each collection
    // promotes some objects that are in use to generation 2.
    private const long QuickBytes = 1024 * 1024;
    private readonly Func<int, int> _collections;
    private readonly Func<long> _bytes;
    private readonly Action _collect;
    private int _nextLook;
    private int _collected;
    private long _lastBytes;

    /// <summary>Looks at the heap of this process.</summary>
    public GenerationOneCollector()
        : this(GC.CollectionCount, static () => GC.GetGCMemoryInfo(GCKind.Any).GenerationInfo[1].SizeAfterBytes,
            static () => GC.Collect(1, GCCollectionMode.Forced, blocking: true)) // takes time only for live objects, and there are few of them
    {
    }

    /// <summary>Looks at any heap.</summary>
    /// <param name="collections">Number of collections of a generation so far.</param>
    /// <param name="bytes">Bytes in generation 1 after the last collection.</param>
    /// <param name="collect">Collects generation 1.</param>
    public GenerationOneCollector(Func<int, int> collections, Func<long> bytes, Action collect)
    {
        (_collections, _bytes, _collect) = (collections, bytes, collect);
        (_nextLook, _collected, _lastBytes) = (collections(0) + Interval, collections(1), bytes());
    }

    /// <summary>Looks at the heap. To be called often; it does something a few times a second at most.</summary>
    public void Look()
    {
        var young = _collections(0);
        if (young < _nextLook) return;
        _nextLook = young + Interval;
        var (bytes, isSame) = (_bytes(), _collections(1) == _collected);
        if (isSame && bytes > MostBytes && bytes - _lastBytes > QuickBytes)
        {
            _collect();
            bytes = 0;
        }
        (_collected, _lastBytes) = (_collections(1), bytes);
    }
}
