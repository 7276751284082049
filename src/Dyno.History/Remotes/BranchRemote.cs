using System.Formats.Tar;

namespace Dyno.History;

/// <summary>
/// A branch of the repository, which shares no commit with the code: a commit for each push, made from git's own parts in its own index,
/// so that neither the checkout nor the index of the user is touched, and no hook runs. The branch lives where the repository was cloned from
/// (<c>origin</c>); in a repository without an origin it is a local branch.
/// </summary>
/// <param name="folder">A folder in the repository.</param>
internal sealed class BranchRemote(string folder, string branch, TimeProvider time) : IHistoryRemote
{
    private const string Origin = "origin";
    private const string RecordsFolder = "records";
    private const int Attempts = 12;
    private const string Rights = "see whether this account may push: on GitHub a workflow needs 'permissions: contents: write', on GitLab a token with write_repository";

    // What git or the server says when someone else was faster.
    private static readonly string[] Races = ["fetch first", "non-fast-forward", "cannot lock ref", "failed to update ref", "stale info", "reference already exists", "incorrect old value", "index.lock"];

    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(5);

    private readonly Git _git = new(folder);

    private string Reference => $"refs/heads/{branch}";

    public string Name => $"branch {branch}";

    /// <summary>Whether a text may be the name of a branch, after git's own rules (git-check-ref-format), as far as they matter here.</summary>
    public static bool IsBranch(string text) => text.Length is > 0 and < 200 && text[0] is not ('-' or '.' or '/') && text[^1] is not ('.' or '/')
        && !text.Contains("..", StringComparison.Ordinal) && !text.Contains("//", StringComparison.Ordinal) && !text.EndsWith(".lock", StringComparison.Ordinal)
        && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.' or '/' or '+');

    public async Task<int> PushAsync(IReadOnlyCollection<HistoryFile> files, CancellationToken cancellation)
    {
        var hasOrigin = await OpenAsync(cancellation);
        // Pauses double, and differ from push to push.
        var random = new Random(Environment.ProcessId ^ Environment.CurrentManagedThreadId);
        for (var (tried, pause) = (1, FirstPause); ; tried++, pause = pause * 2 < LongestPause ? pause * 2 : LongestPause)
        {
            if (await TryPushAsync(files, hasOrigin, cancellation) is { } added) return added;
            if (tried == Attempts)
                throw new UserFault($"{Name}: others push all the time, and no attempt succeeded", "push again in a minute; nothing was lost: the records are in .dyno/history");
            await Task.Delay(pause * (0.5 + random.NextDouble()), time, cancellation);
        }
    }

    public async Task<ImmutableArray<HistoryFile>> PullAsync(IReadOnlySet<string> known, CancellationToken cancellation)
    {
        var hasOrigin = await OpenAsync(cancellation);
        if (await TipAsync(hasOrigin, cancellation) is not { } tip) return [];
        if (!(await NamesAsync(tip, cancellation)).Any(name => !known.Contains(name))) return [];
        var archive = await _git.RunAsync(["archive", "--format=tar", tip, RecordsFolder + "/"], cancellation);
        return archive.ExitCode == 0 ? Read(archive.Output, known) : throw Git.Fault($"{Name} cannot be read", "see 'git fsck'", archive);
    }

    // Whether the repository has an origin.
    private async Task<bool> OpenAsync(CancellationToken cancellation)
    {
        var inside = await _git.RunAsync(["rev-parse", "--git-dir"], cancellation);
        if (inside.ExitCode != 0) throw new UserFault("this folder is in no git repository, so it has no branch for a history", "change into the repository, or name a folder: dyno history push ./history");
        return (await _git.RunAsync(["remote"], cancellation)).Lines.Contains(Origin);
    }

    // Null: someone else was faster.
    private async Task<int?> TryPushAsync(IReadOnlyCollection<HistoryFile> files, bool hasOrigin, CancellationToken cancellation)
    {
        var tip = await TipAsync(hasOrigin, cancellation);
        var there = tip is null ? [] : await NamesAsync(tip, cancellation);
        var missing = files.Where(file => !there.Contains(file.Name)).ToList();
        if (missing.Count == 0) return 0;
        var commit = await CommitAsync(tip, missing, cancellation);
        var pushed = hasOrigin
            ? await _git.RunAsync(["push", "--no-verify", "--quiet", Origin, $"{commit}:{Reference}"], cancellation)
            : await _git.RunAsync(["update-ref", "-m", "dyno history push", Reference, commit, tip ?? new string('0', commit.Length)], cancellation);
        if (pushed.ExitCode == 0) return missing.Count;
        return Races.Any(race => pushed.Errors.Contains(race, StringComparison.OrdinalIgnoreCase)) ? null : throw Git.Fault($"{Name} cannot be pushed", Rights, pushed);
    }

    // The newest commit of the branch, which is then in the repository; null when there is no such branch yet.
    private async Task<string?> TipAsync(bool hasOrigin, CancellationToken cancellation)
    {
        if (!hasOrigin) return await _git.RunAsync(["rev-parse", "--verify", "--quiet", Reference + "^{commit}"], cancellation) is { ExitCode: 0 } known ? known.Text : null;
        var listed = await _git.AskAsync(["ls-remote", Origin, Reference], $"{Origin} does not answer", "see whether 'git fetch' works here", cancellation);
        if (listed.Length == 0) return null;
        var tip = listed.Split('\t')[0];
        if ((await _git.RunAsync(["cat-file", "-e", tip + "^{tree}"], cancellation)).ExitCode == 0) return tip;
        await _git.AskAsync(["fetch", "--no-tags", "--no-write-fetch-head", "--quiet", Origin, Reference], $"{Name} cannot be fetched", "see whether 'git fetch' works here", cancellation);
        // While it was fetched someone may have pushed; the older commit came along.
        return tip;
    }

    private async Task<HashSet<string>> NamesAsync(string tip, CancellationToken cancellation)
    {
        var listed = await _git.AskAsync(["ls-tree", "-z", "--name-only", tip, RecordsFolder + "/"], $"{Name} cannot be read", "see 'git fsck'", cancellation);
        return [.. listed.Split('\0', StringSplitOptions.RemoveEmptyEntries).Select(path => path[(RecordsFolder.Length + 1)..])];
    }

    private async Task<string> CommitAsync(string? tip, List<HistoryFile> files, CancellationToken cancellation)
    {
        const string Fault = "the records cannot be written into the repository";
        const string Hint = "see whether there is space left, and whether the repository can be written";
        var index = Path.Combine(Path.GetTempPath(), $"dyno-index-{Guid.NewGuid():N}");
        var hasCommitter = (await _git.RunAsync(["var", "GIT_COMMITTER_IDENT"], cancellation)).ExitCode == 0;
        var git = new Git(folder) { Index = index, NamesCommitter = !hasCommitter };
        try
        {
            await git.AskAsync(tip is null ? ["read-tree", "--empty"] : ["read-tree", tip], Fault, Hint, cancellation);
            var entries = new StringBuilder();
            foreach (var file in files)
                entries.Append("100644 ").Append(await git.AskAsync(["hash-object", "-w", "--stdin", "--no-filters"], Fault, Hint, cancellation, file.Bytes))
                    .Append('\t').Append(RecordsFolder).Append('/').Append(file.Name).Append('\n');
            await git.AskAsync(["update-index", "--add", "--index-info"], Fault, Hint, cancellation, Encoding.UTF8.GetBytes(entries.ToString()));
            var tree = await git.AskAsync(["write-tree"], Fault, Hint, cancellation);
            var message = files.Count == 1 ? $"dyno: record {files[0].Name}" : $"dyno: {files.Count} records";
            return await git.AskAsync(["commit-tree", tree, .. tip is null ? (string[])[] : ["-p", tip], "-m", message], Fault, Hint, cancellation);
        }
        finally
        {
            File.Delete(index);
            File.Delete(index + ".lock");
        }
    }

    private static ImmutableArray<HistoryFile> Read(byte[] archive, IReadOnlySet<string> known)
    {
        var files = ImmutableArray.CreateBuilder<HistoryFile>();
        using var reader = new TarReader(new MemoryStream(archive));
        while (reader.GetNextEntry(copyData: false) is { } entry)
        {
            var name = entry.Name[(entry.Name.LastIndexOf('/') + 1)..];
            if (entry.DataStream is not { } data || entry.EntryType is not (TarEntryType.RegularFile or TarEntryType.V7RegularFile)
                || !HistoryFile.IsName(name) || known.Contains(name)) continue;
            using var text = new StreamReader(data);
            files.Add(new HistoryFile(name, text.ReadToEnd()));
        }
        return files.ToImmutable();
    }
}
