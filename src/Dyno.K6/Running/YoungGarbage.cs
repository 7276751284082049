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
    private int _nextLook = GC.CollectionCount(0) + Interval;
    private int _collected = GC.CollectionCount(1);

    /// <summary>Called often; does something a few times a second at the most.</summary>
    public void Look()
    {
        var young = GC.CollectionCount(0);
        if (young < _nextLook) return;
        _nextLook = young + Interval;
        var isLong = GC.CollectionCount(1) == _collected;
        if (isLong && GC.GetGCMemoryInfo(GCKind.Any).GenerationInfo[1].SizeAfterBytes > MostBytes)
            GC.Collect(1, GCCollectionMode.Forced, blocking: true); // takes as long as what is alive, which is little
        _collected = GC.CollectionCount(1);
    }
}
