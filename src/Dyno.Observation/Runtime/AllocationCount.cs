namespace Dyno.Observation;

/// <summary>
/// Bytes that a server allocated per request, from two counters of its runtime. Each is sent once a second, in its own burst, and gives
/// what was counted since the one before. Not thread-safe.
/// </summary>
internal sealed class AllocationCount
{
    // One thread sends the bursts of all counters, so that those of one second follow each other closely.
    private static readonly TimeSpan Together = TimeSpan.FromSeconds(0.5);

    private readonly List<(DateTime At, double Value)> _bytes = [];
    private readonly List<(DateTime At, double Value)> _requests = [];

    /// <summary>When the allocations were last counted; null before that.</summary>
    public DateTime? LastBytes => _bytes.Count > 0 ? _bytes[^1].At : null;

    /// <summary>Takes the bytes of a second.</summary>
    public void TakeBytes(DateTime at, double value) => _bytes.Add((at, value));

    /// <summary>Takes the requests of a second.</summary>
    public void TakeRequests(DateTime at, double value) => _requests.Add((at, value));

    /// <summary>
    /// Bytes per request of the whole session: the seconds from the second one with requests to the last one for which both counts have
    /// arrived. The first second with requests also has what the program allocates once; it counts where there is no other.
    /// </summary>
    /// <returns>Null without a second for which both arrived.</returns>
    public double? PerRequest()
    {
        var loaded = _requests.FindAll(second => second.Value > 0);
        if (loaded.Count == 0 || _bytes.Count == 0) return null;
        var to = (loaded[^1].At < _bytes[^1].At ? loaded[^1].At : _bytes[^1].At) + Together;
        return Between(loaded[0].At + Together, to) ?? Between(loaded[0].At - Together, to);
    }

    private double? Between(DateTime from, DateTime to)
    {
        var bytes = _bytes.FindAll(second => second.At > from && second.At < to);
        var requests = _requests.FindAll(second => second.At > from && second.At < to);
        var total = requests.Sum(second => second.Value);
        if (bytes.Count == 0 || total <= 0) return null;
        return bytes.Exists(second => second.Value <= 0) ? Typical(bytes, requests) : bytes.Sum(second => second.Value) / total;
    }

    // Before .NET 11 the runtime counts only the heaps in use. When the collector of a server gives up a heap (DATAS), the bytes that were
    // allocated in it vanish from the sum (dotnet/runtime#131069), and the counter, which never goes back, stands still until the sum is
    // higher again. A server with requests always allocates, so that such seconds can be told; the median of the others, weighted by their
    // requests, does not see those in which the counter stopped or went on.
    private static double? Typical(List<(DateTime At, double Value)> bytes, List<(DateTime At, double Value)> requests)
    {
        var seconds = requests.Where(second => second.Value > 0)
            .Select(second => (Requests: second.Value, Nearest: bytes.MinBy(b => (b.At - second.At).Duration())))
            .Where(second => second.Nearest.Value > 0)
            .Select(second => (second.Requests, Each: second.Nearest.Value / second.Requests)).OrderBy(second => second.Each).ToList();
        var half = seconds.Sum(second => second.Requests) / 2;
        foreach (var (weight, each) in seconds)
            if ((half -= weight) <= 0) return each;
        return null;
    }
}
