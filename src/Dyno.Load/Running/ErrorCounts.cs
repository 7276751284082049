namespace Dyno.Load;

/// <summary>Counts the errors of all lanes by kind. Results name a kind as the enum does, in lower case.</summary>
internal static class ErrorCounts
{
    private static readonly RequestErrorKind[] Kinds =
        [.. Enum.GetValues<RequestErrorKind>().Where(k => k != RequestErrorKind.None)];
    private static readonly string[] Names = [.. Kinds.Select(k => k.ToString().ToLowerInvariant())];

    /// <summary>The number of errors of each kind that occurred.</summary>
    public static ImmutableSortedDictionary<string, long> Of(ImmutableArray<Lane> lanes)
    {
        ImmutableSortedDictionary<string, long>.Builder? counts = null; // allocated only when there are errors: most snapshots of a run have none
        for (var i = 0; i < Kinds.Length; i++)
        {
            var count = CountOf(lanes, Kinds[i]);
            if (count == 0) continue;
            counts ??= ImmutableSortedDictionary.CreateBuilder<string, long>(StringComparer.Ordinal);
            counts.Add(Names[i], count);
        }

        return counts?.ToImmutable() ?? ImmutableSortedDictionary<string, long>.Empty;
    }

    /// <summary>The counts with a first example each, most frequent first.</summary>
    public static ImmutableArray<ErrorResult> Results(ImmutableArray<Lane> lanes) =>
    [
        .. Kinds.Select((kind, i) => new ErrorResult
        {
            Kind = Names[i],
            Count = CountOf(lanes, kind),
            FirstExample = Redaction.Text(ExampleOf(lanes, kind) ?? "") + (kind == RequestErrorKind.Protocol ? Varieties(lanes) : ""),
        }).Where(e => e.Count > 0).OrderByDescending(e => e.Count),
    ];

    public static long CountOf(ImmutableArray<Lane> lanes, RequestErrorKind kind)
    {
        var sum = 0L;
        foreach (var lane in lanes) sum += lane.Recorder.Errors[(int)kind];
        return sum;
    }

    private static string? ExampleOf(ImmutableArray<Lane> lanes, RequestErrorKind kind) =>
        lanes.Select(l => l.Recorder.Examples[(int)kind]).FirstOrDefault(e => e is not null);

    // Results have one kind for all protocol errors. When several varieties occurred, this text names each with its count.
    private static string Varieties(ImmutableArray<Lane> lanes)
    {
        var found = lanes.SelectMany(lane => lane.Recorder.Varieties).GroupBy(one => one.What)
            .Select(same => (What: same.Key, Count: same.Sum(one => one.Count))).OrderByDescending(one => one.Count).ToList();
        return found.Count < 2 ? "" : $"; in all: {string.Join(", ", found.Select(one => $"{one.What} × {one.Count}"))}";
    }
}
