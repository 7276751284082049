namespace Dyno.Results;

/// <summary>Masks every text of a document by the name of its property. This is the last check before a document leaves the process.</summary>
internal static class SecretMask
{
    // Histograms (single ones, and columns of them) are base64. They hold no secrets, but may look like secrets.
    private const string Histogram = "histogram";

    public static JsonNode Apply(JsonNode node)
    {
        Masks(node);
        return node;
    }

    /// <summary>Masks the texts, and returns whether there was one to mask.</summary>
    public static bool Masks(JsonNode? node)
    {
        var found = false;
        if (node is JsonObject members)
            foreach (var (name, member) in members.ToArray())
                if (name == Histogram) continue;
                else if (MaskedText(name, member) is { } masked) (members[name], found) = (masked, true);
                else found |= Masks(member);
        else if (node is JsonArray items)
            for (var i = 0; i < items.Count; i++)
                if (MaskedText("", items[i]) is { } masked) (items[i], found) = (masked, true);
                else found |= Masks(items[i]);
        return found;
    }

    // Null when there is nothing to mask.
    private static string? MaskedText(string name, JsonNode? node)
    {
        if (node is not JsonValue value || !value.TryGetValue<string>(out var text)) return null;
        var masked = Redaction.Value(name, text);
        return masked == text ? null : masked;
    }
}
