using Dyno.Results.Problems;

namespace Dyno.Subjects.Worktrees;

/// <summary>
/// The load file of a comparison of two revisions where the later one changes the file itself: both sides are loaded as the baseline has it,
/// for a comparison under two loads would compare the loads.
/// </summary>
public static class ChangedLoad
{
    /// <summary>Checks the baseline out where the later revision has changed the load file since it forked.</summary>
    /// <param name="file">The load file in the working copy.</param>
    /// <param name="baseline">The earlier revision.</param>
    /// <param name="later">The later one.</param>
    /// <param name="stateFolder">Dyno's folder for kept files.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <returns>
    /// The baseline, in a worktree of its own; null where the file is the same, is new, is in no repository, or was edited in the working
    /// copy after the later revision: then the user means that file.
    /// </returns>
    /// <exception cref="UserFault">The baseline cannot be checked out.</exception>
    public static async Task<GitWorktree?> BaselineAsync(string file, string baseline, string later, string stateFolder, CancellationToken cancellation)
    {
        if (baseline.StartsWith('-') || later.StartsWith('-')) return null;
        var full = Path.GetFullPath(file);
        if (!File.Exists(full)) return null;
        var folder = Path.GetDirectoryName(full)!;
        if (!await DiffersAsync(folder, $"{baseline}...{later}", full, cancellation) || await DiffersAsync(folder, later, full, cancellation)) return null;
        var worktree = await GitWorktree.CheckOutAsync(folder, $"{baseline}...{later}", Path.Combine(stateFolder, "load"), [], cancellation);
        if (File.Exists(worktree.PathOf(full))) return worktree;
        await worktree.DisposeAsync();
        return null;
    }

    private static async Task<bool> DiffersAsync(string folder, string revisions, string file, CancellationToken cancellation) =>
        await GitCommand.RunAsync(folder, ["diff", "--quiet", revisions, "--", file], cancellation) is { ExitCode: 1 };
}
