namespace Dyno.Experiments;

/// <summary>Source files relative to the repository, whichever checkout they were built in.</summary>
/// <param name="roots">The folders that paths may begin with.</param>
/// <param name="diff">What the compared revisions change; null without revisions.</param>
internal sealed class CheckoutSources(ImmutableArray<string> roots, GitDiff? diff) : ISourceMap
{
    // The longest root first: a worktree lies in the repository. Builds of CI servers write /_/ for the repository's root.
    private readonly ImmutableArray<string> _roots =
        [.. roots.Concat(diff is null ? [] : [diff.Repository]).Append("/_/").Select(r => r.TrimEnd('/') + "/").Distinct().OrderByDescending(r => r.Length)];

    public string Relative(string file)
    {
        file = file.Replace('\\', '/');
        return _roots.FirstOrDefault(root => file.StartsWith(root, StringComparison.Ordinal)) is { } root ? file[root.Length..] : file;
    }

    public string? TouchOf(string file, int first, int last) => diff?.TouchOf(file, first, last);
}
