namespace Dyno.Dashboard;

/// <summary>Deleted runs, kept in <c>.dyno/trash</c> for a week so that the deletion can be undone.</summary>
internal sealed class RunTrash(OpenFolder folder, TimeProvider time)
{
    private static readonly TimeSpan Kept = TimeSpan.FromDays(7);

    private string Root => Path.Combine(folder.State, "trash");

    /// <summary>Moves a run out of the history, with all its files.</summary>
    public void Put(StoredRun run)
    {
        Directory.CreateDirectory(Root);
        foreach (var file in FilesOf(folder.Runs.Folder, run.Id)) File.Move(file, Path.Combine(Root, Path.GetFileName(file)), overwrite: true);
        File.SetLastWriteTimeUtc(Path.Combine(Root, run.Id + ".deleted"), Touch(Path.Combine(Root, run.Id + ".deleted")));
    }

    /// <summary>Puts a run back.</summary>
    public void Restore(string id)
    {
        var files = FilesOf(Root, id).Where(file => Path.GetExtension(file) != ".deleted").ToList();
        if (files.Count == 0) throw RefusedException.NotFound($"the run {id} is not in the trash", "a deletion can be undone for a week");
        foreach (var file in files) File.Move(file, Path.Combine(folder.Runs.Folder, Path.GetFileName(file)), overwrite: false);
        File.Delete(Path.Combine(Root, id + ".deleted"));
    }

    /// <summary>Deletes for good the runs that were put here more than a week ago.</summary>
    public void Empty()
    {
        if (!Directory.Exists(Root)) return;
        foreach (var mark in Directory.EnumerateFiles(Root, "*.deleted").Where(mark => time.GetUtcNow() - File.GetLastWriteTimeUtc(mark) > Kept).ToList())
            foreach (var file in FilesOf(Root, Path.GetFileNameWithoutExtension(mark))) File.Delete(file);
    }

    private DateTime Touch(string mark)
    {
        File.WriteAllBytes(mark, []);
        return time.GetUtcNow().UtcDateTime;
    }

    // Compares whole names, because one id may be the beginning of another file's name.
    private static List<string> FilesOf(string root, string id) =>
        Directory.Exists(root) ? Directory.EnumerateFiles(root, id + ".*").Where(file => Path.GetFileNameWithoutExtension(file) == id).ToList() : [];
}
