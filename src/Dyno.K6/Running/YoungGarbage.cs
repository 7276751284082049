namespace Dyno.K6.Running;

/// <summary>
/// Collects in time what outlived one collection and is garbage since: the last answers of a thousand users, again and
/// again. .NET lets it grow to several times what its youngest generation may take, by the size of the processor's cache,
/// and what bounds it, <c>GCGen1MaxBudget</c>, is read from the environment alone. One thread.
/// </summary>
internal sealed class YoungGarbage
{
    private const int Interval = 8; // collections of the youngest, a few tenths of a second at full speed
    private const long MostBytes = 6 * 1024 * 1024;

    // Between two looks. What grows more slowly .NET finds in time, and each collection moves some of what is in flight on to the old.
    private const long QuickBytes = 1024 * 1024;
    private readonly Func<int, int> _collections;
    private readonly Func<long> _bytes;
    private readonly Action _collect;
    private int _nextLook;
    private int _collected;
    private long _lastBytes;

    /// <summary>Of this process.</summary>
    public YoungGarbage()
        : this(GC.CollectionCount, static () => GC.GetGCMemoryInfo(GCKind.Any).GenerationInfo[1].SizeAfterBytes,
            static () => GC.Collect(1, GCCollectionMode.Forced, blocking: true)) // takes as long as what is alive, which is little
    {
    }

    /// <summary>Of any heap.</summary>
    /// <param name="collections">How often a generation was collected.</param>
    /// <param name="bytes">What outlived a collection, after the last one.</param>
    /// <param name="collect">Collects that.</param>
    public YoungGarbage(Func<int, int> collections, Func<long> bytes, Action collect)
    {
        (_collections, _bytes, _collect) = (collections, bytes, collect);
        (_nextLook, _collected, _lastBytes) = (collections(0) + Interval, collections(1), bytes());
    }

    /// <summary>Called often; does something a few times a second at the most.</summary>
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
