using System.Collections.Concurrent;

namespace Dyno.Results;

/// <summary>
/// Keeps the digests of all runs of a store. A document is read once, and again only when its size or time has changed, so a list of
/// ten thousand runs takes no longer than a look at their folder. The digests are kept in <c>runs.index</c> beside the folder. The
/// file is a cache: it is made again when it is missing or damaged.
/// </summary>
public sealed class RunIndex(RunStore store)
{
    private const string Name = "runs.index";
    private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web)
    {
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase, allowIntegerValues: false) },
        NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    };

    private readonly Lock _lock = new();
    private Dictionary<string, IndexedRun>? _known;

    /// <summary>The current runs, newest first, and the problems of those that cannot be read. Thread-safe.</summary>
    /// <exception cref="UserFault">The folder cannot be read.</exception>
    public RunListing Read()
    {
        lock (_lock)
        {
            _known ??= ReadFile();
            var files = FilesOf(store);
            var stale = files.Values.Where(file => !IsKnown(file)).ToList();
            var read = new ConcurrentBag<IndexedRun>();
            Parallel.ForEach(stale, file => read.Add(Look(file)));
            var gone = _known.Keys.Where(id => !files.ContainsKey(id)).ToList();
            foreach (var id in gone) _known.Remove(id);
            foreach (var run in read) _known[run.Id] = run;
            if (stale.Count + gone.Count > 0) TryWriteFile(_known.Values);
            return Listing(files);
        }
    }

    private RunListing Listing(Dictionary<string, RunFile> files)
    {
        var runs = ImmutableArray.CreateBuilder<RunDigest>();
        var unreadable = ImmutableArray.CreateBuilder<UnreadableRun>();
        foreach (var (id, run) in _known!.OrderByDescending(known => known.Key, StringComparer.Ordinal))
        {
            if (run.Digest is not { } digest) unreadable.Add(new UnreadableRun(id, run.Problem ?? ""));
            else runs.Add(files[id].HasTags ? digest with { Tags = TagsOf(files[id]) } : digest);
        }
        return new RunListing(runs.ToImmutable(), unreadable.ToImmutable());
    }

    private static ImmutableSortedSet<string> TagsOf(RunFile file) => Attempt.WithoutFault(() => RunTags.Of(file.Run)) ?? [];

    private bool IsKnown(RunFile file) => _known!.TryGetValue(file.Run.Id, out var known) && known.Bytes == file.Bytes && known.ChangedAt == file.ChangedAt;

    private static IndexedRun Look(RunFile file)
    {
        try
        {
            return new IndexedRun(file.Run.Id, file.Bytes, file.ChangedAt, RunDigestReader.Read(file.Run) with { Tags = [] }, null);
        }
        catch (UserFault failure)
        {
            return new IndexedRun(file.Run.Id, file.Bytes, file.ChangedAt, null, failure.Message);
        }
    }

    private static Dictionary<string, RunFile> FilesOf(RunStore store)
    {
        try
        {
            var folder = new DirectoryInfo(store.Folder);
            if (!folder.Exists) return [];
            var all = folder.EnumerateFiles().Where(file => file.Name[0] != '.').ToList();
            var tagged = all.Where(file => file.Extension == RunTags.Extension).Select(file => Path.GetFileNameWithoutExtension(file.Name))
                .ToHashSet(StringComparer.Ordinal);
            return all.Where(file => file.Extension == ".json").Select(file => (Id: Path.GetFileNameWithoutExtension(file.Name), File: file))
                .ToDictionary(run => run.Id,
                    run => new RunFile(new StoredRun(run.Id, run.File.FullName), run.File.Length, run.File.LastWriteTimeUtc.Ticks, tagged.Contains(run.Id)),
                    StringComparer.Ordinal);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UserFault($"{store.Folder}: cannot be read: {failure.Message}", "make the folder readable", failure);
        }
    }

    private string PathOfFile => Path.Combine(Path.GetDirectoryName(store.Folder)!, Name);

    private Dictionary<string, IndexedRun> ReadFile()
    {
        try
        {
            return File.ReadLines(PathOfFile).Select(line => JsonSerializer.Deserialize<IndexedRun>(line, Options)!)
                .ToDictionary(run => run.Id, StringComparer.Ordinal);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or JsonException or ArgumentException or NullReferenceException)
        {
            return new Dictionary<string, IndexedRun>(StringComparer.Ordinal);
        }
    }

    // Without this file the next look is slower, and nothing else changes.
    private void TryWriteFile(IEnumerable<IndexedRun> runs)
    {
        try
        {
            var text = new StringBuilder();
            foreach (var run in runs) text.Append(JsonSerializer.Serialize(run, Options)).Append('\n');
            WholeFile.Write(PathOfFile, text.ToString());
        }
        catch (UserFault)
        {
            return;
        }
    }

    private sealed record IndexedRun(string Id, long Bytes, long ChangedAt, RunDigest? Digest, string? Problem);

    private sealed record RunFile(StoredRun Run, long Bytes, long ChangedAt, bool HasTags);
}

/// <summary>The runs of a store.</summary>
/// <param name="Runs">The runs that can be read, newest first.</param>
public sealed record RunListing(ImmutableArray<RunDigest> Runs, ImmutableArray<UnreadableRun> Unreadable);

/// <summary>A run that cannot be read.</summary>
/// <param name="Problem">What is wrong, with the path of the run's document.</param>
public sealed record UnreadableRun(string Id, string Problem);
