namespace Dyno.Results;

/// <summary>Keeps every run as <c>.dyno/runs/ID.json</c>. Several processes may save at once: each document appears whole, under an id of its own.</summary>
public sealed class RunStore
{
    /// <summary>The word for the newest run wherever an id is asked for.</summary>
    public const string Last = "last";

    /// <summary>The ending of the folder with a run's profile, beside its document.</summary>
    public const string ProfileEnding = ".profile";

    private const string Extension = ".json";

    /// <summary>A store in a folder. The folder is created when the first run is saved.</summary>
    public RunStore(string folder) => Folder = System.IO.Path.GetFullPath(folder);

    /// <summary>The store of a folder, or of the current directory: <c>.dyno/runs</c>.</summary>
    public static RunStore Here(string folder = "") => new(System.IO.Path.Combine(folder, ".dyno", "runs"));

    /// <summary>Absolute path of the folder.</summary>
    public string Folder { get; }

    /// <summary>Keeps a run. When another run has the same id, this run gets a new id.</summary>
    /// <returns>The id and the place of the stored run.</returns>
    /// <exception cref="UserFault">The run cannot be written.</exception>
    public StoredRun Save(RunResult result)
    {
        try
        {
            return SaveNew(result);
        }
        catch (UserFault failure)
        {
            throw new UserFault(failure.Message, "run Dyno in a writable folder with free disk space, or with --no-store", failure);
        }
    }

    /// <summary>All runs, newest first.</summary>
    /// <exception cref="UserFault">The folder cannot be read.</exception>
    public ImmutableArray<StoredRun> List()
    {
        try
        {
            PrivateFolder.ThrowIfLinked(Folder);
            if (!Directory.Exists(Folder)) return [];
            return [.. Directory.EnumerateFiles(Folder, "*" + Extension)
                .Select(path => new StoredRun(System.IO.Path.GetFileNameWithoutExtension(path), path))
                .Where(run => !run.Id.StartsWith('.') && PrivateFolder.IsPlainFile(run.Path))
                .OrderByDescending(run => run.Id, StringComparer.Ordinal)];
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UserFault($"{Folder}: cannot be read: {failure.Message}", "run dyno where the runs were stored", failure);
        }
    }

    /// <summary>Reads one run.</summary>
    /// <param name="id">An id, the beginning of exactly one id, a tag (for its newest run), or <see cref="Last"/>.</param>
    /// <exception cref="UserFault">No run is found, or more than one.</exception>
    public RunResult Get(string id) => RunResultJson.ReadFile(Find(id).Path);

    /// <summary>Finds one run; see <see cref="Get"/>.</summary>
    /// <exception cref="UserFault">No run is found, or more than one.</exception>
    public StoredRun Find(string id)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(id);
        var runs = List();
        if (runs.IsEmpty) throw new UserFault($"{Folder}: no run is stored here", "run `dyno run` here first, or name a file");
        if (id == Last) return runs[0];
        var found = runs.Where(run => run.Id.StartsWith(id, StringComparison.Ordinal)).ToImmutableArray();
        if (found.FirstOrDefault(run => run.Id == id) is { } exact) return exact;
        return found.Length switch
        {
            1 => found[0],
            0 when runs.FirstOrDefault(run => RunTags.Of(run).Contains(id)) is { } tagged => tagged,
            0 => throw new UserFault($"there is no stored run {id}", $"write `{Last}` or {runs[0].Id}"),
            _ => throw new UserFault($"{found.Length} stored runs begin with {id}", $"write one id in full, e.g. {found[0].Id}"),
        };
    }

    /// <summary>The folder with the files of a run's profile; it exists only for a run that was profiled.</summary>
    public string ProfileFolderOf(string id) => System.IO.Path.Combine(Folder, id + ProfileEnding);

    /// <summary>Removes a run, its tags, its note, its profile and the page that a report left beside it, for good.</summary>
    /// <exception cref="UserFault">The run cannot be removed.</exception>
    public void Remove(StoredRun run)
    {
        if (PathOf(run.Id) != run.Path) throw new ArgumentException("it is kept in another store", nameof(run));
        try
        {
            File.Delete(run.Path);
            File.Delete(RunTags.PathOf(run));
            File.Delete(RunNote.PathOf(run));
            File.Delete(System.IO.Path.ChangeExtension(run.Path, ".html"));
            if (new DirectoryInfo(ProfileFolderOf(run.Id)) is { Exists: true, LinkTarget: null } profile) profile.Delete(recursive: true);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UserFault($"{run.Path}: cannot be removed: {failure.Message}", "make the folder writable", failure);
        }
    }

    private StoredRun SaveNew(RunResult result)
    {
        IgnoreInGit();
        for (var attempt = 0; ; attempt++)
        {
            var stored = new StoredRun(result.Id, PathOf(result.Id));
            if (WholeFile.TryWriteNew(stored.Path, RunResultJson.Write(result))) return stored;
            if (attempt == 10) throw new UserFault($"{stored.Path}: exists already", "remove it");
            result = result with { Id = RunId.At(result.StartedAt) };
        }
    }

    private string PathOf(string id) => System.IO.Path.Combine(Folder, id + Extension);

    // Results are not part of the sources around the folder.
    private void IgnoreInGit()
    {
        if (System.IO.Path.GetDirectoryName(Folder) is { } parent && System.IO.Path.GetFileName(parent) == ".dyno")
            WholeFile.TryWriteNew(System.IO.Path.Combine(parent, ".gitignore"), "*\n");
    }
}
