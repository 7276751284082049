namespace Dyno.Cli;

/// <summary>The runs that <c>dyno prune</c> removes.</summary>
/// <param name="Removed">The runs to remove, newest first.</param>
/// <param name="KeptForTags">Number of old runs that are kept only because of their tags.</param>
internal readonly record struct PruneSelection(ImmutableArray<StoredRun> Removed, int KeptForTags)
{
    /// <summary>
    /// Selects the runs that are neither among the newest nor young enough, and that have no tag unless tagged runs are included. A file
    /// that Dyno did not name is never selected.
    /// </summary>
    /// <param name="runs">All runs, newest first.</param>
    public static PruneSelection Of(IEnumerable<StoredRun> runs, PruneOptions options, DateTimeOffset now)
    {
        var old = runs.Where(run => RunId.MomentOf(run.Id) is not null)
            .Skip(options.Keep ?? 0)
            .Where(run => options.OlderThan is not { } age || now - RunId.MomentOf(run.Id)!.Value > age)
            .ToList();
        ImmutableArray<StoredRun> removed = [.. old.Where(run => options.IncludesTagged || RunTags.Of(run).IsEmpty)];
        return new PruneSelection(removed, old.Count - removed.Length);
    }
}
