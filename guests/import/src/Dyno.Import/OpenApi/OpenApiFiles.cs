namespace Dyno.Import;

/// <summary>
/// The documents to which the document that is read refers. References in these documents are rewritten as if they stood in the first
/// document.
/// </summary>
internal sealed class OpenApiFiles(InputContext context)
{
    private const int MaxFiles = 1_000;
    private readonly Dictionary<string, DocumentNode?> _documents = new(StringComparer.Ordinal);
    private readonly NamedFiles _named = NamedFiles.Of(context);

    /// <summary>The document; null when it cannot be read, which was then reported.</summary>
    /// <param name="file">The file, relative to the first document, with slashes.</param>
    public DocumentNode? Read(string file, SourcePlace named)
    {
        if (_documents.TryGetValue(file, out var known)) return known;
        if (_documents.Count >= MaxFiles) return null;
        _documents[file] = null;
        if (!_named.TryRead(Uri.UnescapeDataString(file), named, out var bytes)) return null;
        var place = new SourcePlace(context.Problems, _named.PathOf(file));
        var document = OpenApiReader.ReadDocument(bytes, place);
        return _documents[file] = document is null ? null : Rebased(document, file, 0);
    }

    /// <summary>Whether the file of a reference was read; what is missing is then missing in the file.</summary>
    public bool IsRead(string reference) => _documents.GetValueOrDefault(reference.Split('#')[0]) is not null;

    // A reference "#/x" or "other.yaml#/x" in a file is relative to this file.
    private static DocumentNode Rebased(DocumentNode node, string file, int depth)
    {
        if (depth > DocumentReader.MaxDepth || node.Kind is not (NodeKind.Object or NodeKind.Array)) return node;
        for (var i = 0; i < node.Items.Count; i++) node.Items[i] = Rebased(node.Items[i], file, depth + 1);
        for (var i = 0; i < node.Members.Count; i++)
        {
            var (name, value) = node.Members[i];
            node.Members[i] = (name, name == "$ref" && value.Kind == NodeKind.Text
                ? new DocumentNode { Kind = NodeKind.Text, Line = value.Line, Column = value.Column, Text = Rebased(value.Text, file) }
                : Rebased(value, file, depth + 1));
        }

        return node;
    }

    private static string Rebased(string reference, string file)
    {
        if (reference.StartsWith('#')) return file + reference;
        if (reference.Contains("://", StringComparison.Ordinal)) return reference;
        var folder = file.LastIndexOf('/') is > 0 and var slash ? file[..(slash + 1)] : "";
        return Normal(folder + reference);
    }

    private static string Normal(string path)
    {
        var steps = new List<string>();
        foreach (var step in path.Split('/'))
        {
            if (step == "..") { if (steps.Count > 0 && steps[^1] != "..") steps.RemoveAt(steps.Count - 1); else steps.Add(step); }
            else if (step is not ("." or "")) steps.Add(step);
        }

        return string.Join('/', steps);
    }
}
