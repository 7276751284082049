namespace Dyno.Subjects;

/// <summary>A commit of the user's repository in its own folder, so that another state of the project can be built beside the user's working copy.</summary>
public sealed class GitWorktree : IAsyncDisposable
{
    private readonly string _repository;

    private GitWorktree(string repository, string folder, string commit, string? fork)
    {
        _repository = repository;
        Folder = folder;
        Commit = commit;
        Fork = fork;
    }

    /// <summary>Absolute path of the checked-out files: the repository's root.</summary>
    public string Folder { get; }

    /// <summary>The full commit id.</summary>
    public string Commit { get; }

    /// <summary>In a sentence, which commit <c>A...B</c> stands for, where A has commits that B lacks; null otherwise.</summary>
    public string? Fork { get; }

    /// <summary>Checks a revision out.</summary>
    /// <param name="inRepository">A folder in the repository.</param>
    /// <param name="revision">A branch, tag, or commit; or <c>A...B</c>, the commit of A from which B forked.</param>
    /// <param name="stateFolder">Dyno's folder for kept files; the worktree goes below it.</param>
    /// <param name="others">Worktrees in use: a commit that one of them has is not checked out a second time, and both share the folder.</param>
    /// <exception cref="UserFault">Git is not installed, the folder is in no repository, or there is no such revision.</exception>
    public static async Task<GitWorktree> CheckOutAsync(
        string inRepository, string revision, string stateFolder, IEnumerable<GitWorktree> others, CancellationToken cancellation)
    {
        ArgumentException.ThrowIfNullOrEmpty(revision);
        if (revision.StartsWith('-')) throw NoSuchRevision(revision);
        var root = await AskAsync(inRepository, ["rev-parse", "--show-toplevel"],
            $"{inRepository} is not in a git repository", "name a project in a git repository, or leave out the git reference", cancellation);
        var (commit, fork) = await ResolveAsync(root, revision, cancellation);
        var folder = Path.GetFullPath(Path.Combine(stateFolder, "worktrees", commit[..16]));
        var worktree = new GitWorktree(root, folder, commit, fork);
        if (others.Any(other => other.Folder == folder)) return worktree;
        await worktree.RemoveAsync(); // removes what a Dyno that was killed has left
        await AskAsync(root, ["worktree", "add", "--force", "--detach", folder, commit],
            $"'{revision}' cannot be checked out as a git worktree", "see the output of 'git worktree add'", cancellation);
        return worktree;
    }

    /// <summary>The commit of a revision, or of <c>A...B</c>, and for that one the sentence of <see cref="Fork"/>.</summary>
    internal static async Task<(string Commit, string? Fork)> ResolveAsync(string root, string revision, CancellationToken cancellation) =>
        revision.Split("...") is [{ Length: > 0 } onto, { Length: > 0 } branch]
            ? await ForkAsync(root, onto, branch, cancellation) : (await CommitOfAsync(root, revision, cancellation), null);

    private static async Task<string> CommitOfAsync(string root, string revision, CancellationToken cancellation) =>
        await AskAsync(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"],
            $"there is no revision '{revision}' in {root}", await GitHistory.RemedyAsync(root, "see 'git branch -a' and 'git tag'", cancellation), cancellation);

    // What came to A after the fork is no change of B. Where B lies on the way to A, there is no fork, and A is meant.
    private static async Task<(string Commit, string? Fork)> ForkAsync(string root, string onto, string branch, CancellationToken cancellation)
    {
        var (from, to) = (await CommitOfAsync(root, onto, cancellation), await CommitOfAsync(root, branch, cancellation));
        if (await GitCommand.RunAsync(root, ["merge-base", from, to], cancellation) is not { ExitCode: 0, Output: var common })
        {
            var remedy = await GitHistory.RemedyAsync(root, "", cancellation);
            return remedy.Length == 0 ? (from, null)
                : throw SubjectFaults.Of(SubjectFault.WrongInput, $"the commit where {branch} forked from {onto} is not in this clone", remedy);
        }
        if (common == to || common == from) return (from, null);
        var ahead = await AskAsync(root, ["rev-list", "--count", $"{common}..{from}"], $"the history of {onto} is incomplete", "fetch the whole history: git fetch --unshallow", cancellation);
        return (common, $"{onto} has {ahead} commit{(ahead == "1" ? "" : "s")} that {branch} lacks: {branch} is compared with {common[..8]}, the commit of {onto} where it forked");
    }

    /// <summary>The path in this worktree for a path in the user's working copy.</summary>
    /// <exception cref="UserFault">The path is outside the repository.</exception>
    public string PathOf(string path)
    {
        var relative = Path.GetRelativePath(_repository, Path.GetFullPath(path));
        return relative == ".." || relative.StartsWith("../", StringComparison.Ordinal)
            ? throw SubjectFaults.Of(SubjectFault.WrongInput, $"{path} is outside the repository {_repository}", "name a project in the repository")
            : Path.Combine(Folder, relative);
    }

    /// <summary>How many commits this revision and another one have that the other has not; null for the same worktree, or when git does not tell.</summary>
    public async Task<(int Ahead, int Behind)?> DistanceFromAsync(GitWorktree baseline, CancellationToken cancellation)
    {
        if (baseline == this || baseline._repository != _repository) return null;
        var counted = await GitCommand.RunAsync(_repository, ["rev-list", "--left-right", "--count", $"{baseline.Commit}...{Commit}"], cancellation);
        return counted is { ExitCode: 0 } answer && answer.Output.Split('\t') is [var behind, var ahead]
            ? (int.Parse(ahead, CultureInfo.InvariantCulture), int.Parse(behind, CultureInfo.InvariantCulture))
            : null;
    }

    /// <summary>Removes the files; the commit stays in the repository.</summary>
    public async ValueTask DisposeAsync() => await RemoveAsync();

    private async Task RemoveAsync()
    {
        if (!Directory.Exists(Folder)) return;
        await GitCommand.RunAsync(_repository, ["worktree", "remove", "--force", "--force", Folder], CancellationToken.None);
        if (Directory.Exists(Folder)) Directory.Delete(Folder, recursive: true);
        await GitCommand.RunAsync(_repository, ["worktree", "prune"], CancellationToken.None);
    }

    internal static async Task<string> AskAsync(string folder, string[] arguments, string fault, string hint, CancellationToken cancellation)
    {
        if (!Directory.Exists(folder)) folder = Path.GetDirectoryName(folder)!;
        var answer = await GitCommand.RunAsync(folder, arguments, cancellation)
            ?? throw SubjectFaults.Of(SubjectFault.WrongInput, "a git reference needs git, and 'git' is not in PATH", "install git");
        if (answer.ExitCode == 0) return answer.Output;
        throw SubjectFaults.Of(SubjectFault.WrongInput, fault, hint, [.. answer.Errors.Split('\n', StringSplitOptions.RemoveEmptyEntries)]);
    }

    private static UserFault NoSuchRevision(string revision) =>
        SubjectFaults.Of(SubjectFault.WrongInput, $"'{revision}' is not a revision", "write a branch, a tag, or a commit");
}
