namespace Dyno.Cli;

/// <summary>
/// A document of Dyno without its long parts, so that it fits an agent's context. What stays has the names and the shape of the document's
/// schema; what was left out is named.
/// </summary>
internal static class BriefDocument
{
    /// <summary>Bytes of a brief document, at most, unless what always stays is longer.</summary>
    public const int MostBytes = 8 * 1024;

    // Wherever they stand: rows of intervals, of histograms, of single launches, of samples.
    private static readonly ImmutableHashSet<string> Long = ["series", "slices", "buckets", "histogram", "counts", "trials", "graph", "files", "text", "lastOutput", "points", "intervals"];

    // The least important first; each goes only if the document is still too long.
    private static readonly ImmutableArray<string> Further =
    [
        "warmUp", "allLatency", "failedLatency", "iterationDuration", "connecting", "tlsHandshaking", "upgrading", "startLag", "effective", "options", "scriptEngine",
        "instances", "runtime", "environment", "scenarios", "tool", "figures", "metrics", "services", "subject", "latency", "steps", "plan", "server", "generator", "rows",
        "variants", "explanations", "thresholds", "notes",
    ];

    /// <summary>The brief document, and the paths of what was left out.</summary>
    public static (JsonNode Document, ImmutableArray<string> LeftOut) Of(string json)
    {
        var document = JsonNode.Parse(json)!;
        var leftOut = ImmutableArray.CreateBuilder<string>();
        Remove(document, "", Long.Contains, leftOut);
        foreach (var name in Further.TakeWhile(_ => SizeOf(document) > MostBytes)) Remove(document, "", name.Equals, leftOut);
        return (document, [.. leftOut.Distinct()]);
    }

    private static int SizeOf(JsonNode document) => Encoding.UTF8.GetByteCount(document.ToJsonString());

    private static void Remove(JsonNode? node, string path, Func<string, bool> isMeant, ImmutableArray<string>.Builder leftOut)
    {
        if (node is JsonArray items)
        {
            foreach (var item in items) Remove(item, path, isMeant, leftOut);
            return;
        }
        if (node is not JsonObject members) return;
        foreach (var (name, member) in members.ToList())
        {
            var at = path.Length == 0 ? name : $"{path}.{name}";
            if (!isMeant(name) || member is null || member.GetValueKind() is JsonValueKind.Number or JsonValueKind.True or JsonValueKind.False)
                Remove(member, at, isMeant, leftOut);
            else if (members.Remove(name) && member is not (JsonArray { Count: 0 } or JsonObject { Count: 0 })) leftOut.Add(at);
        }
    }
}
