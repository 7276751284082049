namespace Dyno.Import;

/// <summary>
/// Reads a collection of Bruno (the folder with <c>bruno.json</c>, or this file), or one of its requests (<c>.bru</c>) with what collection
/// and folders say about it. Scripts and tests are not run; a warning names them.
/// </summary>
internal static class BruReader
{
    /// <summary>The file that makes a folder a collection.</summary>
    public const string Manifest = "bruno.json";

    public static FileKind Kind { get; } = new([".bru", Manifest], "Bruno request or collection", _ => false, Read);

    public static RequestSet Read(InputContext context) =>
        context.Path.EndsWith(Manifest, StringComparison.OrdinalIgnoreCase) ? ReadCollection(context) : ReadRequest(context);

    private static RequestSet ReadCollection(InputContext context)
    {
        var manifest = DocumentReader.Read(context.Bytes, context.Place);
        if (context.Problems.Count > 0) return Nothing(context);
        var root = Path.GetDirectoryName(Path.GetFullPath(context.Path))!;
        var collection = new BruCollection(root, context);
        var reading = new Reading(context, collection.Settings, root);
        if (context.Problems.Count > 0) return Nothing(context);
        var folder = collection.Read(root, "", null);
        reading.Learn(folder);
        reading.Read(folder, reading.Above, "");
        if (reading.Requests.Count == 0 && context.Problems.Count == 0)
            TextPosition.Start.In(context.Place).Problem("the collection has no HTTP request", "add one in Bruno");
        return reading.Set(context) with { Name = manifest?.Of("name") is { Length: > 0 } name ? InText.Quote(name) : Path.GetFileName(root) };
    }

    private static RequestSet ReadRequest(InputContext context)
    {
        var file = BruFile.Read(context.Bytes, context.Place);
        if (context.Problems.Count > 0) return Nothing(context);
        if (Path.GetFileName(context.Path) is "folder.bru" or "collection.bru" || file.Blocks.Exists(b => b.Name is "vars" or "vars:secret"))
        {
            TextPosition.Start.In(context.Place).Problem("these are settings of Bruno, not a request",
                "load a request, or the folder of the collection (with bruno.json); an environment is given as --http-env NAME");
            return Nothing(context);
        }

        var root = BruCollection.RootOf(context.Path);
        var collection = new BruCollection(root, context);
        var reading = new Reading(context, collection.Settings, root);
        var above = reading.Above;
        foreach (var folder in Between(root, Path.GetDirectoryName(Path.GetFullPath(context.Path))!))
            if (collection.SettingsOf(folder) is { } settings) above = above.Add(settings);
        reading.Read(new BruFolder("", null, [], [file]), above, "");
        return reading.Set(context) with { Name = InText.Quote(BruRequest.NameOf(file)) };
    }

    private static List<string> Between(string? root, string folder)
    {
        var folders = new List<string>();
        for (var at = folder; root is not null && at.Length > root.Length; at = Path.GetDirectoryName(at)!) folders.Insert(0, at);
        return folders;
    }

    private static RequestSet Nothing(InputContext context) =>
        new() { Name = Path.GetFileNameWithoutExtension(context.Path), InputKind = "bruno", Source = context.Path };

    /// <summary>One reading of a collection or a request.</summary>
    private sealed class Reading
    {
        private readonly BruVariables _variables;
        private readonly BruRequest _request;
        private readonly ScriptNotes _scripts = new();

        public Reading(InputContext context, BruFile? settings, string? root)
        {
            _variables = new BruVariables(context);
            // Names of files are relative to the collection, wherever the request lies in it.
            _request = new BruRequest(_variables, context, root is null ? context : context with { Path = Path.Combine(root, Manifest) }, _scripts);
            Above = settings is null ? [BruFile.Read([], context.Place)] : [settings];
            foreach (var pair in settings?.Of("vars:pre-request")?.Enabled ?? []) _variables.Scope.Set(pair.Name.TrimStart('@'), pair.Value);
            BruEnvironment.Set(_variables, root, context);
            if (settings is not null) _request.NoteScripts(settings, "the collection");
        }

        public List<RequestDraft> Requests { get; } = [];

        /// <summary>The settings of the collection, empty when it has none.</summary>
        public ImmutableArray<BruFile> Above { get; }

        /// <summary>Learns which names answers will set.</summary>
        public void Learn(BruFolder folder)
        {
            foreach (var inner in folder.Folders) Learn(inner);
            foreach (var name in folder.Requests.SelectMany(BruRequest.NamesTaken)) _variables.Taken.Add(name);
        }

        public void Read(BruFolder folder, ImmutableArray<BruFile> above, string path)
        {
            if (folder.Settings is { } settings)
            {
                above = above.Add(settings);
                _request.NoteScripts(settings, path);
            }

            foreach (var inner in folder.Folders) Read(inner, above, path.Length == 0 ? inner.Name : $"{path} / {inner.Name}");
            foreach (var file in folder.Requests)
            {
                var name = BruRequest.NameOf(file);
                if (_request.Read(file, above, path.Length == 0 ? name : $"{path} / {name}") is { } draft) Requests.Add(draft);
            }
        }

        public RequestSet Set(InputContext context)
        {
            _scripts.Say();
            return new RequestSet { Name = "", InputKind = "bruno", Source = context.Path, Requests = [.. Requests], Variables = _variables.Scope.Used };
        }
    }
}
