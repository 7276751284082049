using Dyno.Inputs.Requests;
using Dyno.Inputs.Text;
using Dyno.Results.Problems;

namespace Dyno.Inputs.Postman;

/// <summary>
/// Walks through folders: the name of a request is its path through the folders, and a request inherits the authorization of its folders.
/// </summary>
internal sealed class PostmanFolder(ImportScope scope, InputContext context)
{
    private readonly List<string> _scripts = [];
    private readonly PostmanRequest _reader = new(scope, context);
    private int _scriptCount;
    private SourcePlace _firstScript;

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
    public void SayScripts()
    {
        if (_scriptCount == 0) return;
        _firstScript.Warning($"scripts are not run: {string.Join("; ", _scripts)}{(_scriptCount > _scripts.Count ? $" and {_scriptCount - _scripts.Count} more" : "")}",
            "in a .http file, write # @check for conditions, and {{name.response.body.$.path}} for values of an answer");
    }

    private void NoteScripts(DocumentNode owner, string name)
    {
        foreach (var script in owner.All("event"))
        {
            if (!HasLines(script["script"]?["exec"])) continue;
            if (_scriptCount++ == 0) _firstScript = script.In(context.Place);
            if (_scripts.Count < 10) _scripts.Add($"{script.Of("listen") ?? "script"} of {InText.Quote(name)}");
        }
    }

    private static bool HasLines(DocumentNode? lines) =>
        lines is { Kind: NodeKind.Text, Text.Length: > 0 } || lines?.Items.Any(l => l.Text.Trim().Length > 0) == true;
}
