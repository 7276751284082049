using System.Text.Json.Nodes;

namespace Dyno.Results.Json;

/// <summary>Masks every text of a document by the name it stands under. The last gate before anything leaves the process.</summary>
internal static class SecretMask
{
    // Histograms are base64: no secrets, but they may look like one.
    private const string Histogram = "histogram";

    public static JsonNode Apply(JsonNode node)
    {
        Walk(node);
        return node;
    }

    private static void Walk(JsonNode? node)
    {
        if (node is JsonObject members)
            foreach (var (name, member) in members.ToArray()) members[name] = Masked(name, member);
        else if (node is JsonArray items)
            for (var i = 0; i < items.Count; i++) items[i] = Masked("", items[i]);
    }

    private static JsonNode? Masked(string name, JsonNode? node)
    {
        if (node is JsonValue value && value.TryGetValue<string>(out var text))
            return name == Histogram ? node : MaskText(name, text, node);
        Walk(node);
        return node;
    }

    private static JsonNode MaskText(string name, string text, JsonNode node)
    {
        var masked = Redaction.Value(name, text);
        return masked == text ? node : JsonValue.Create(masked);
    }
}
