using System.Text.Json.Nodes;

namespace Dyno.Reporting.Tests;

/// <summary>A run in which every text that may come from a file or a server tries to break out of the report.</summary>
internal static class HostileRun
{
    /// <summary>Ends elements, attributes, comments, code spans and table cells, and runs a script where it can.</summary>
    public const string Text = "</script></style></title><script>alert('run')</script><img src=x onerror=\"alert(1)\"> \"'`|*_ @all [a](javascript:alert(2)) <!-- \u202E\u0001 =1+1";

    private static readonly string[] Kept = ["histogram", "startedAt", "endedAt", "outcome", "model", "state", "quantiles", "variant", "cell", "headline", "metric"];

    public static RunResult Of(RunResult run)
    {
        var node = JsonNode.Parse(RunResultJson.Write(run))!;
        Spoil(node);
        return RunResultJson.Read(node.ToJsonString(new JsonSerializerOptions { WriteIndented = true }), "hostile");
    }

    public static Comparison Of(Comparison comparison)
    {
        var node = JsonNode.Parse(ResultDocument.Write(comparison))!;
        Spoil(node);
        return ComparisonJson.Read(node.ToJsonString(), "hostile");
    }

    private static void Spoil(JsonNode? node)
    {
        if (node is JsonObject members)
            foreach (var (name, member) in members.ToArray())
                if (Kept.Contains(name)) continue;
                else if (IsText(member)) members[name] = Text;
                else Spoil(member);
        else if (node is JsonArray items)
            for (var i = 0; i < items.Count; i++)
                if (IsText(items[i])) items[i] = Text;
                else Spoil(items[i]);
    }

    private static bool IsText(JsonNode? node) => node is JsonValue value && value.GetValueKind() == JsonValueKind.String;
}
