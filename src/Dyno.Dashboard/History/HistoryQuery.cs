namespace Dyno.Dashboard;

/// <summary>Selects and sorts the runs of the history for a page.</summary>
/// <param name="Search">Words that must all occur in id, name, target, tags or note; null for all runs.</param>
/// <param name="Health">The health of the wanted runs; null for all.</param>
/// <param name="Sort">A column; a leading <c>-</c> reverses the order.</param>
internal sealed record HistoryQuery(string? Search, HealthState? Health, string? Sort)
{
    /// <summary>The selected runs, in order.</summary>
    public ImmutableArray<RunDigest> Of(IEnumerable<RunDigest> runs, Func<RunDigest, string> noteOf)
    {
        var words = (Search ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var wanted = runs.Where(run => Health is null || run.Health == Health).Where(run => words.All(word => Has(run, word, noteOf)));
        return [.. Sorted(wanted)];
    }

    private static bool Has(RunDigest run, string word, Func<RunDigest, string> noteOf) =>
        Has(run.Id, word) || Has(run.Name, word) || Has(run.Target, word) || run.Tags.Any(tag => Has(tag, word))
            || Has(run.Health.ToString(), word) || Has(noteOf(run), word);

    private static bool Has(string text, string word) => text.Contains(word, StringComparison.OrdinalIgnoreCase);

    private IEnumerable<RunDigest> Sorted(IEnumerable<RunDigest> runs)
    {
        var column = Sort?.TrimStart('-') ?? "started";
        var descending = Sort is null || Sort[0] == '-';
        Func<RunDigest, IComparable?> key = column switch
        {
            "name" => run => run.Name,
            "target" => run => run.Target,
            "rate" => run => run.RequestsPerSecond,
            "p50" => run => run.P50Nanos,
            "p99" => run => run.P99Nanos,
            "failed" => run => run.FailedRequests,
            "health" => run => run.Health,
            _ => run => run.StartedAt,
        };
        return descending ? runs.OrderByDescending(key).ThenByDescending(run => run.Id, StringComparer.Ordinal)
            : runs.OrderBy(key).ThenBy(run => run.Id, StringComparer.Ordinal);
    }
}
