using Dyno.Inputs.Text;
using Dyno.Results.Problems;

namespace Dyno.Inputs.OpenApi;

/// <summary>Follows <c>$ref</c> within the document. What leads out of it, nowhere, or in a circle is said once, and is nothing.</summary>
internal sealed class OpenApiReferences(DocumentNode document, SourcePlace place)
{
    private const int MaxSteps = 32;
    private static readonly DocumentNode Nothing = new() { Kind = NodeKind.Object, Line = 1, Column = 1 };
    private readonly HashSet<string> _said = new(StringComparer.Ordinal);

    /// <summary>What a node stands for: itself, or what its <c>$ref</c> names.</summary>
    public DocumentNode Follow(DocumentNode node)
    {
        for (var step = 0; node.Of("$ref") is { } reference; step++)
        {
            var target = step < MaxSteps ? Find(reference) : null;
            if (target is null)
            {
                if (_said.Count < 20 && _said.Add(reference))
                    node.In(place).Warning($"the reference \"{InText.Quote(reference)}\" leads nowhere in this document", "put what it names into components");
                return Nothing;
            }

            node = target;
        }

        return node;
    }

    private DocumentNode? Find(string reference)
    {
        if (!reference.StartsWith("#/", StringComparison.Ordinal)) return null;
        DocumentNode? at = document;
        foreach (var step in reference[2..].Split('/'))
        {
            var name = Uri.UnescapeDataString(step).Replace("~1", "/", StringComparison.Ordinal).Replace("~0", "~", StringComparison.Ordinal);
            at = at is { Kind: NodeKind.Array } && int.TryParse(name, out var index) && index >= 0 && index < at.Items.Count ? at.Items[index] : at?[name];
        }

        return at;
    }
}
