namespace Dyno.Import;

/// <summary>The files of a collection, in the order in which Bruno runs them: folders before requests, each by its number.</summary>
/// <param name="root">The folder with <c>bruno.json</c>; null: a request that lies in no collection.</param>
internal sealed class BruCollection(string? root, InputContext context)
{
    private const int MaxFiles = 20_000;
    private const int MaxDepth = 32;

    private static readonly string[] NoRequests = ["folder.bru", "collection.bru"];

    private int _files;

    /// <summary>The settings of the collection; null when it has none.</summary>
    public BruFile? Settings => root is null ? null : ReadFile(Path.Combine(root, "collection.bru"), isOptional: true);

    /// <summary>The folder of the collection of a file: the nearest one above it with <c>bruno.json</c>; null for none.</summary>
    public static string? RootOf(string path)
    {
        var folder = Path.GetDirectoryName(Path.GetFullPath(path));
        for (var depth = 0; folder is not null && depth < MaxDepth; depth++, folder = Path.GetDirectoryName(folder))
            if (File.Exists(Path.Combine(folder, "bruno.json"))) return folder;
        return null;
    }

    public BruFolder Read(string folder, string name, BruFile? settings, int depth = 0)
    {
        var inner = new List<(string Name, double Number, BruFolder Folder)>();
        var requests = new List<(string Path, double Number, BruFile File)>();
        if (depth >= MaxDepth) return new BruFolder(name, settings, [], []);
        foreach (var path in Entries(Directory.EnumerateDirectories, folder))
        {
            if (Path.GetFileName(path) is "node_modules" or ".git" || (depth == 0 && Path.GetFileName(path) == "environments")) continue;
            var own = ReadFile(Path.Combine(path, "folder.bru"), isOptional: true);
            inner.Add((Path.GetFileName(path), NumberOf(own, without: double.MaxValue),
                Read(path, own?.Of("meta")?.Of("name") is { Length: > 0 } given ? given : Path.GetFileName(path), own, depth + 1)));
        }

        foreach (var path in Entries(Directory.EnumerateFiles, folder).Where(p => p.EndsWith(".bru", StringComparison.OrdinalIgnoreCase)
            && !NoRequests.Contains(Path.GetFileName(p))))
            // Without a number Bruno gives a request the number 1.
            if (ReadFile(path, isOptional: false) is { } file) requests.Add((path, NumberOf(file, without: 1), file));
        return new BruFolder(name, settings,
            [.. inner.OrderBy(f => f.Number).ThenBy(f => f.Name, StringComparer.OrdinalIgnoreCase).Select(f => f.Folder)],
            [.. requests.OrderBy(r => r.Number).ThenBy(r => r.Path, StringComparer.OrdinalIgnoreCase).Select(r => r.File)]);
    }

    /// <summary>The settings of a folder; null when it has none.</summary>
    public BruFile? SettingsOf(string folder) => ReadFile(Path.Combine(folder, "folder.bru"), isOptional: true);

    private static double NumberOf(BruFile? file, double without) =>
        double.TryParse(file?.Of("meta")?.Of("seq"), NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? number : without;

    private List<string> Entries(Func<string, IEnumerable<string>> list, string folder)
    {
        try
        {
            var entries = list(folder).Take(MaxFiles).Where(p => new FileInfo(p).LinkTarget is null).ToList(); // a link may lead anywhere, or in a circle
            if ((_files += entries.Count) <= MaxFiles) return entries;
            if (_files - entries.Count <= MaxFiles) TextPosition.Start.In(context.Place).Problem($"the collection has more than {MaxFiles:N0} files", "load one of its folders or requests");
            return [];
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            TextPosition.Start.In(context.Place).Problem($"the folder \"{InText.Quote(folder)}\" cannot be read: {failure.Message}", "make it readable");
            return [];
        }
    }

    private BruFile? ReadFile(string path, bool isOptional)
    {
        if (isOptional && (!File.Exists(path) || new FileInfo(path).LinkTarget is not null)) return null;
        var place = new SourcePlace(context.Problems, Path.GetRelativePath(Directory.GetCurrentDirectory(), path), 1, 1);
        return InputFile.TryRead(path, place, out var bytes, takesPipes: false) ? BruFile.Read(bytes, place) : null;
    }
}

/// <summary>A folder of a collection.</summary>
/// <param name="Name">As people see it.</param>
/// <param name="Settings">Its <c>folder.bru</c>; null when it has none.</param>
/// <param name="Folders">The folders in it, in order.</param>
/// <param name="Requests">The requests in it, in order.</param>
internal sealed record BruFolder(string Name, BruFile? Settings, IReadOnlyList<BruFolder> Folders, IReadOnlyList<BruFile> Requests);
