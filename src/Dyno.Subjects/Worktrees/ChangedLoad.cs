namespace Dyno.Subjects;

/// <summary>
/// The load of a comparison of two revisions of which the later one changes the load itself: all are loaded as the baseline has it, for a
/// comparison under two loads would compare the loads.
/// </summary>
/// <param name="Commit">The full id of the baseline's commit.</param>
/// <param name="File">The file that the later revision changes, relative to its repository; the load file itself, or one that it reads.</param>
public sealed record ChangedLoad(string Commit, string File)
{
    /// <summary>Finds out whether the later revision has changed a load since it forked.</summary>
    /// <param name="load">The load file in the working copy, or the folder of a load in code.</param>
    /// <param name="reads">Full paths of the files that the load reads; those outside of its repository do not count.</param>
    /// <returns>
    /// The baseline; null where the load is the same, is new, is in no repository, or was edited in the working copy after the later
    /// revision: then the user means these files.
    /// </returns>
    /// <exception cref="UserFault">The commit where the later revision forked is not in this clone.</exception>
    public static async Task<ChangedLoad?> FindAsync(
        string load, ImmutableArray<string> reads, string baseline, string later, CancellationToken cancellation)
    {
        var full = Path.TrimEndingDirectorySeparator(Path.GetFullPath(load));
        if (baseline.StartsWith('-') || later.StartsWith('-') || !Path.Exists(full)) return null;
        var folder = Path.GetDirectoryName(full)!;
        if (await GitCommand.RunAsync(folder, ["rev-parse", "--show-toplevel"], cancellation) is not { ExitCode: 0, Output: var root }) return null;
        string[] files = [full, .. reads.Where(file => file.StartsWith(root + Path.DirectorySeparatorChar, StringComparison.Ordinal) && file != full)];
        var changed = await ChangedAsync(folder, $"{baseline}...{later}", files, cancellation);
        if (changed.Length == 0 || (await ChangedAsync(folder, later, files, cancellation)).Length > 0) return null;
        var (commit, _) = await GitWorktree.ResolveAsync(root, $"{baseline}...{later}", cancellation);
        var has = await GitCommand.RunAsync(folder, ["ls-tree", "--name-only", commit, "--", Path.GetFileName(full)], cancellation);
        if (has is not { ExitCode: 0, Output.Length: > 0 }) return null;
        var own = Path.GetRelativePath(root, full);
        return new ChangedLoad(commit, changed.Contains(own) ? own : changed[0]);
    }

    private static async Task<string[]> ChangedAsync(string folder, string revisions, string[] files, CancellationToken cancellation) =>
        await GitCommand.RunAsync(folder, ["diff", "--name-only", "--no-renames", "-z", revisions, "--", .. files], cancellation) is { ExitCode: 0 } answer
            ? answer.Output.Split('\0', StringSplitOptions.RemoveEmptyEntries) : [];
}
