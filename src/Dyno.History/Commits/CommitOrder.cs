namespace Dyno.History;

/// <summary>
/// The records of a branch in the order of their commits. No clock of a runner counts: the repository knows the order; where there is none, or
/// its clone is shallow, the height that each record holds, or else the time of the commit.
/// </summary>
/// <param name="Records">The records, oldest commit first.</param>
/// <param name="Notes">What was left out, and how the rest was ordered where the repository did not say.</param>
internal sealed record CommitOrder(ImmutableArray<HistoryRecord> Records, ImmutableArray<string> Notes)
{
    /// <summary>Orders records.</summary>
    /// <param name="lineage">The branch; null where there is no repository.</param>
    public static CommitOrder Of(IReadOnlyCollection<HistoryRecord> records, Lineage? lineage)
    {
        if (records.Count == 0) return new CommitOrder([], []);
        var places = lineage is null ? [] : lineage.Commits.Index().ToDictionary(commit => commit.Item.Id, commit => commit.Index, StringComparer.Ordinal);
        var known = records.Where(record => places.ContainsKey(record.Commit.Id)).ToList();
        // A repository of something else: `dyno trend FOLDER` with records from elsewhere.
        if (known.Count == 0 || lineage!.IsShallow && known.Count < records.Count) return ByRecords(records, lineage);
        var left = records.Count - known.Count;
        return new CommitOrder([.. known.OrderBy(record => places[record.Commit.Id]).ThenBy(record => record.MeasuredAt)],
            left == 0 ? [] : [$"{Words(left, "record")} left out: the branch has no such commit. The commits were rebased away, or belong to other branches (--branch)."]);
    }

    private static CommitOrder ByRecords(IReadOnlyCollection<HistoryRecord> records, Lineage? lineage)
    {
        var why = lineage switch
        {
            null => "outside of a repository",
            { IsShallow: true } => "in a shallow clone",
            _ => "where the repository has none of the commits",
        };
        if (records.All(record => record.Commit.Height is not null))
            return new CommitOrder([.. records.OrderBy(record => record.Commit.Height).ThenBy(record =>
                record.Commit.CommittedAt).ThenBy(record => record.MeasuredAt)],
                [$"The commits are ordered by the height that their records hold, {why}: commits that were rebased away are among them."]);
        return new CommitOrder([.. records.OrderBy(record => record.Commit.CommittedAt ?? record.MeasuredAt).ThenBy(record => record.MeasuredAt)],
            [$"The commits are ordered by the committers' clocks, {why}: fetch the whole history (git fetch --unshallow) for the order of the commits."]);
    }

    private static string Words(int count, string noun) => $"{count} {noun}{(count == 1 ? "" : "s")}";
}
