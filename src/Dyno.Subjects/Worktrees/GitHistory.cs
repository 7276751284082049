namespace Dyno.Subjects;

/// <summary>The commits from a good one to a bad one along the first parents, so that a merged branch counts as one commit.</summary>
public sealed class GitHistory
{
    private GitHistory(ImmutableArray<GitCommit> commits, string? note) => (Commits, Note) = (commits, note);

    /// <summary>The good commit, and those after it up to the bad one, oldest first; at least two.</summary>
    public ImmutableArray<GitCommit> Commits { get; }

    /// <summary>In a sentence, which commit stands for the good one when that one does not lie on the bad one's line; null otherwise.</summary>
    public string? Note { get; }

    /// <summary>Reads the history.</summary>
    /// <param name="inRepository">A folder in the repository.</param>
    /// <param name="good">A branch, tag, or commit that is fast.</param>
    /// <exception cref="UserFault">There is no such revision, no history between the two, or only a part of it.</exception>
    public static async Task<GitHistory> ReadAsync(string inRepository, string good, string bad, CancellationToken cancellation)
    {
        ArgumentException.ThrowIfNullOrEmpty(good);
        ArgumentException.ThrowIfNullOrEmpty(bad);
        var root = await GitWorktree.AskAsync(inRepository, ["rev-parse", "--show-toplevel"],
            $"{inRepository} is not in a git repository", "name a project in a git repository: --project PATH", cancellation);
        var (from, to) = (await CommitAsync(root, good, cancellation), await CommitAsync(root, bad, cancellation));
        var lines = await LogAsync(root, [$"{from}..{to}", "--first-parent", "--reverse"], cancellation);
        if (lines.IsEmpty)
        {
            var isSwapped = from != to && !(await LogAsync(root, [$"{to}..{from}", "--max-count=1"], cancellation)).IsEmpty;
            throw SubjectFaults.Of(SubjectFault.WrongInput, $"{bad} has no commit that {good} lacks",
                isSwapped ? $"the good commit comes first: dyno bisect {bad} {good}" : "name an earlier commit that was fast, and a later one that is slow");
        }
        if (lines[0].FirstParent is not { } start)
            throw SubjectFaults.Of(SubjectFault.WrongInput, $"{good} and {bad} have no common history", await RemedyAsync(root, "name two commits of one branch", cancellation));
        var first = await LogAsync(root, [start, "--max-count=1"], cancellation);
        if (first.IsEmpty) throw SubjectFaults.Of(SubjectFault.WrongInput, $"the history between {good} and {bad} is incomplete", await RemedyAsync(root, "see 'git fsck'", cancellation));
        var note = start == from ? null
            : $"{good} does not lie on the line of first parents of {bad}: {start[..8]}, the last commit of that line that {good} contains, stands for it";
        return new GitHistory([first[0], .. lines], note);
    }

    private static async Task<string> CommitAsync(string root, string revision, CancellationToken cancellation)
    {
        if (revision.StartsWith('-')) throw SubjectFaults.Of(SubjectFault.WrongInput, $"'{revision}' is not a revision", "write a branch, a tag, or a commit");
        return await GitWorktree.AskAsync(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"],
            $"there is no revision '{revision}' in {root}", await RemedyAsync(root, "see 'git branch -a' and 'git tag'", cancellation), cancellation);
    }

    // The commit that is missing may lie behind the cut of a shallow clone.
    internal static async Task<string> RemedyAsync(string root, string usual, CancellationToken cancellation) =>
        await GitCommand.RunAsync(root, ["rev-parse", "--is-shallow-repository"], cancellation) is { ExitCode: 0, Output: "true" }
            ? "this clone is shallow; fetch the whole history: git fetch --unshallow" : usual;

    // Parts are separated by the unit separator, and commits by NUL, so that no text of a commit ends a field.
    private static async Task<ImmutableArray<GitCommit>> LogAsync(string root, string[] arguments, CancellationToken cancellation)
    {
        var answer = await GitCommand.RunAsync(root, ["log", "-z", "--no-show-signature", "--format=%H%x1f%P%x1f%aI%x1f%an%x1f%s", .. arguments, "--"], cancellation);
        if (answer is not { ExitCode: 0 } log) return [];
        return [.. log.Output.Split('\0', StringSplitOptions.RemoveEmptyEntries).Select(Parse)];
    }

    private static GitCommit Parse(string text)
    {
        var parts = text.Split('\u001f', 5);
        return new GitCommit(parts[0], [.. parts[1].Split(' ', StringSplitOptions.RemoveEmptyEntries)],
            DateTimeOffset.TryParse(parts[2], CultureInfo.InvariantCulture, out var date) ? date : DateTimeOffset.UnixEpoch, parts[3], parts[4]);
    }
}

/// <summary>A commit of a history.</summary>
/// <param name="Id">The full commit id.</param>
/// <param name="AuthorDate">When the author wrote it.</param>
public sealed record GitCommit(string Id, ImmutableArray<string> Parents, DateTimeOffset AuthorDate, string Author, string Subject)
{
    /// <summary>The id of the first parent; null for the first commit of a history.</summary>
    public string? FirstParent => Parents is [var first, ..] ? first : null;
}
