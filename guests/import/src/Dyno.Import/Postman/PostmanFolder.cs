namespace Dyno.Import;

/// <summary>Walks through folders: the name of a request is its path through the folders, and a request inherits the authorization of its folders.</summary>
internal sealed class PostmanFolder(ImportScope scope, InputContext context)
{
    private readonly ScriptNotes _scripts = new();
    private readonly PostmanRequest _reader = new(scope, context);

    public List<RequestDraft> Requests { get; } = [];

    public void Read(DocumentNode folder, string path, DocumentNode? auth, int depth, bool keepsBody = false)
    {
        var own = folder["auth"] ?? auth;
        keepsBody = KeepsBody(folder, keepsBody);
        NoteScripts(folder, path.Length == 0 ? "the collection" : path);
        foreach (var item in folder.All("item"))
        {
            var name = (item.Of("name") ?? "").ReplaceLineEndings(" ").Trim();
            var way = path.Length == 0 ? name : $"{path} / {name}";
            if (item["item"] is { Kind: NodeKind.Array })
            {
                if (depth < DocumentReader.MaxDepth) Read(item, way, own, depth + 1, keepsBody);
            }
            else if (item["request"] is { } request)
            {
                NoteScripts(item, way);
                if (_reader.Read(request, way, own, KeepsBody(item, keepsBody)) is { } draft) Requests.Add(draft);
            }
            else item.In(context.Place).Problem($"\"{InText.Quote(name)}\" is neither a request nor a folder", "remove it, or export the collection again");
        }
    }

    private static bool KeepsBody(DocumentNode owner, bool inherited) =>
        owner["protocolProfileBehavior"]?["disableBodyPruning"] is { } said ? said.Text == "true" : inherited;

    /// <summary>Warns of scripts by name, because they are not part of the load.</summary>
    public void SayScripts() => _scripts.Say();

    private void NoteScripts(DocumentNode owner, string name)
    {
        foreach (var script in owner.All("event"))
        {
            if (HasLines(script["script"]?["exec"])) _scripts.Note(script.Of("listen") ?? "script", name, script.In(context.Place));
        }
    }

    private static bool HasLines(DocumentNode? lines) =>
        lines is { Kind: NodeKind.Text, Text.Length: > 0 } || lines?.Items.Any(l => l.Text.Trim().Length > 0) == true;
}
