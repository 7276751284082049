namespace Dyno.Experiments;

/// <summary>
/// The load files of an experiment that are those of a git revision, <c>load: { file: x.http, git: main }</c>. The whole revision is checked
/// out, so that the files that a load names are of the same revision.
/// </summary>
internal sealed class LoadRevisions : IAsyncDisposable
{
    private readonly List<GitWorktree> _worktrees = [];

    /// <summary>Checks the revisions out.</summary>
    /// <param name="stateFolder">Dyno's folder for kept files.</param>
    /// <returns>The experiment with the loads that were checked out; its text names the revisions as before.</returns>
    /// <exception cref="UserFault">There is no such revision, or it has no such file.</exception>
    public async Task<ExperimentPlan> CheckOutAsync(ExperimentPlan plan, string stateFolder, CancellationToken cancellation)
    {
        var found = new Dictionary<(string File, string Revision), string>();
        foreach (var (file, revision) in plan.Variants.Where(v => v.LoadRevision is not null).Select(v => (v.Load, v.LoadRevision!)).Distinct())
        {
            var worktree = await GitWorktree.CheckOutAsync(NearestFolder(file), revision, Path.Combine(stateFolder, "load"), _worktrees, cancellation);
            _worktrees.Add(worktree);
            var path = worktree.PathOf(file);
            found[(file, revision)] = Path.Exists(path) ? path : throw SubjectFaults.Of(SubjectFault.WrongInput,
                $"{revision} has no file {Path.GetRelativePath(Environment.CurrentDirectory, file)}", "name a load file that this revision has, or leave out git of the load");
        }
        return found.Count == 0 ? plan : plan with
        {
            Variants = [.. plan.Variants.Select(v => v.LoadRevision is { } revision ? v with { Load = found[(v.Load, revision)], LoadRevision = null } : v)],
        };
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var worktree in _worktrees) await worktree.DisposeAsync();
        _worktrees.Clear();
    }

    // The folder of the load may be missing in the working copy.
    private static string NearestFolder(string file)
    {
        var folder = Path.GetDirectoryName(file)!;
        while (!Directory.Exists(folder)) folder = Path.GetDirectoryName(folder)!;
        return folder;
    }
}
