namespace Dyno.History;

/// <summary>What git says about commits: for records, for their order, and for the commits between two of them.</summary>
/// <param name="folder">A folder in the repository.</param>
public sealed class Repository(string folder)
{
    private const int MostOfASubject = 100;
    private const int MostCommits = 200_000;
    private const char Separator = '\u001f';

    private readonly Git _git = new(folder);

    /// <summary>The facts of a commit for its record. Where git does not know the commit, only its id stands in the record.</summary>
    /// <param name="commit">The full commit id.</param>
    /// <param name="branch">The branch as the CI system says; null: the branch that is checked out.</param>
    public async Task<CommitRecord> FactsAsync(string commit, string? branch, CancellationToken cancellation)
    {
        ArgumentException.ThrowIfNullOrEmpty(commit);
        if (!await _git.HasCommitsAsync(cancellation)) return new CommitRecord { Id = commit, Branch = branch };
        var shown = await _git.RunAsync(["show", "--no-patch", $"--format=%H{Separator}%P{Separator}%cI{Separator}%s", "--end-of-options", commit], cancellation);
        if (shown.ExitCode != 0 || shown.Text.Split(Separator) is not [var id, var parents, var time,
            var subject]) return new CommitRecord { Id = commit, Branch = branch };
        var isShallow = await IsShallowAsync(cancellation);
        var height = isShallow ? null : await _git.RunAsync(["rev-list", "--count", "--first-parent", "--end-of-options", id], cancellation);
        return new CommitRecord
        {
            Id = id,
            Parents = [.. parents.Split(' ', StringSplitOptions.RemoveEmptyEntries)],
            CommittedAt = DateTimeOffset.TryParse(time, CultureInfo.InvariantCulture, DateTimeStyles.None, out var at) ? at.ToUniversalTime() : null,
            Height = height is { ExitCode: 0 } && int.TryParse(height.Text, CultureInfo.InvariantCulture, out var count) ? count : null,
            Branch = branch ?? await BranchAsync(cancellation),
            Subject = Brief(subject),
        };
    }

    /// <summary>
    /// The commits of a branch along first parents, oldest first, so that merged branches count as one commit; null where the folder is in
    /// no repository. In a shallow clone the history begins where the clone does.
    /// </summary>
    /// <param name="tip">The newest commit: a branch, a tag or a commit.</param>
    /// <exception cref="UserFault">There is no such revision.</exception>
    public async Task<Lineage?> LineageAsync(string tip, CancellationToken cancellation)
    {
        if (!await _git.HasCommitsAsync(cancellation)) return null;
        if (tip.StartsWith('-')) throw NoRevision(tip);
        var listed = await _git.RunAsync(
            ["log", "--first-parent", $"--max-count={MostCommits}", $"--format=%H{Separator}%s", "--end-of-options", tip], cancellation);
        if (listed.ExitCode != 0) throw NoRevision(tip);
        var commits = listed.Lines.Select(line => line.Split(Separator, 2)).Where(parts => parts.Length == 2).Select(parts =>
            new ListedCommit(parts[0], Brief(parts[1]))).Reverse();
        return new Lineage([.. commits], await IsShallowAsync(cancellation));
    }

    /// <summary>What a pipeline needs to know about the repository.</summary>
    /// <exception cref="UserFault">The folder is in no repository, or git is not installed.</exception>
    public async Task<RepositoryFacts> FactsAsync(CancellationToken cancellation)
    {
        var root = await _git.AskAsync(["rev-parse", "--show-toplevel"], "this folder is in no repository", "run git init, or change into a repository", cancellation);
        var main = await TextAsync("symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD");
        return new RepositoryFacts(root, await TextAsync("remote", "get-url", "origin"),
            main?[(main.IndexOf('/', StringComparison.Ordinal) + 1)..] ?? await BranchAsync(cancellation),
            await TextAsync("describe", "--tags", "--abbrev=0"), await TextAsync("rev-parse", "--verify", "--quiet", "HEAD^{commit}"));

        async Task<string?> TextAsync(params string[] arguments) =>
            await _git.RunAsync(arguments, cancellation) is { ExitCode: 0, Text: { Length: > 0 } text } ? text : null;
    }

    private static UserFault NoRevision(string tip) => new($"there is no revision '{tip}' in this repository", "see 'git branch -a' and 'git tag', or leave --branch out");

    private async Task<bool> IsShallowAsync(CancellationToken cancellation) =>
        (await _git.RunAsync(["rev-parse", "--is-shallow-repository"], cancellation)).Text == "true";

    private async Task<string?> BranchAsync(CancellationToken cancellation) =>
        await _git.RunAsync(["symbolic-ref", "--quiet", "--short", "HEAD"], cancellation) is { ExitCode: 0, Text: { Length: > 0 } name } ? name : null;

    private static string Brief(string subject)
    {
        var visible = string.Concat(Redaction.Text(subject).Where(c => !char.IsControl(c) && !VisibleText.Hides(c)));
        return visible.Length <= MostOfASubject ? visible : visible[..(MostOfASubject - 1)] + "…";
    }
}

/// <summary>A branch: its commits along first parents, oldest first.</summary>
/// <param name="IsShallow">Whether the clone lacks older commits.</param>
public sealed record Lineage(ImmutableArray<ListedCommit> Commits, bool IsShallow);

/// <summary>A commit with the first line of its message.</summary>
/// <param name="Id">The full commit id.</param>
public sealed record ListedCommit(string Id, string Subject);

/// <summary>A repository, as a pipeline needs to know it.</summary>
/// <param name="Remote">Address of the remote <c>origin</c>; null for none.</param>
/// <param name="Branch">The main branch of <c>origin</c>, or the one that is checked out; null for neither.</param>
/// <param name="NewestTag">The newest tag that HEAD contains; null for none.</param>
/// <param name="Head">The id of the commit that is checked out; null before the first one.</param>
public sealed record RepositoryFacts(string Root, string? Remote, string? Branch, string? NewestTag, string? Head);
