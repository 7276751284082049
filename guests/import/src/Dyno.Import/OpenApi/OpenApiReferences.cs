namespace Dyno.Import;

/// <summary>
/// Follows <c>$ref</c> within the document and into files beside it. A reference that leads nowhere or in a circle is reported once, and
/// gives no value.
/// </summary>
internal sealed class OpenApiReferences(DocumentNode document, InputContext context)
{
    private const int MaxSteps = 32;
    private static readonly DocumentNode Nothing = new() { Kind = NodeKind.Object, Line = 1, Column = 1 };
    private readonly HashSet<string> _said = new(StringComparer.Ordinal);
    private readonly OpenApiFiles _files = new(context);

    /// <summary>The node itself, or the node that its <c>$ref</c> names.</summary>
    public DocumentNode Follow(DocumentNode node)
    {
        for (var step = 0; node.Of("$ref") is { } reference; step++)
        {
            var target = step < MaxSteps ? Find(reference, node) : null;
            if (target is null)
            {
                Say(node, reference);
                return Nothing;
            }

            node = target;
        }

        return node;
    }

    /// <summary>Reports what is wrong with a node, once.</summary>
    public void Problem(DocumentNode node, string what, string writeInstead)
    {
        if (_said.Count < 100 && _said.Add($"{node.Line}:{node.Column}")) node.In(context.Place).Problem(InText.Quote(what), writeInstead);
    }

    /// <summary>Says what is odd about a node, once.</summary>
    public void Warning(DocumentNode node, string what, string writeInstead)
    {
        if (_said.Count < 100 && _said.Add($"{node.Line}:{node.Column}")) node.In(context.Place).Warning(what, writeInstead);
    }

    // The wrong reference is a problem, because without its target Dyno would send other requests than the description means.
    private void Say(DocumentNode node, string reference)
    {
        if (_said.Count >= 20 || !_said.Add(reference)) return;
        var place = node.In(context.Place);
        if (reference.Contains("://", StringComparison.Ordinal)) place.Problem($"the reference \"{InText.Quote(reference)}\" points to another machine", "download the target, and put it beside this document or into components");
        else if (reference.StartsWith('#')) place.Problem($"the reference \"{InText.Quote(reference)}\" has no target in this document", "put the target into components");
        else if (_files.IsRead(reference)) place.Problem($"the reference \"{InText.Quote(reference)}\" has no target in that file", "put the target into that file");
    }

    private DocumentNode? Find(string reference, DocumentNode node)
    {
        var hash = reference.IndexOf('#', StringComparison.Ordinal);
        var (file, pointer) = hash < 0 ? (reference, "") : (reference[..hash], reference[(hash + 1)..]);
        var at = file.Length == 0 ? document : file.Contains("://", StringComparison.Ordinal) ? null : _files.Read(file, node.In(context.Place));
        if (pointer.Length == 0) return file.Length == 0 ? null : at;
        if (pointer[0] != '/') return null;
        foreach (var step in pointer[1..].Split('/'))
        {
            var name = Uri.UnescapeDataString(step).Replace("~1", "/", StringComparison.Ordinal).Replace("~0", "~", StringComparison.Ordinal);
            at = at is { Kind: NodeKind.Array } && int.TryParse(name, out var index) && index >= 0 && index < at.Items.Count ? at.Items[index] : at?[name];
        }

        return at;
    }
}
