using System.Text.Json;
using System.Text.Json.Nodes;

namespace Dyno.K6.Options;

/// <summary>Reads the options that come as JSON, each source for itself.</summary>
internal static class OptionSources
{
    /// <summary>Those of the configuration file; null when there is none.</summary>
    /// <param name="text">What it says.</param>
    /// <param name="problems">Takes what cannot be read.</param>
    public static JsonObject? OfConfiguration(string? text, OptionProblems problems)
    {
        if (text is null) return null;
        try
        {
            if (JsonNode.Parse(text) is JsonObject config) return Spelled(config);
        }
        catch (JsonException)
        {
            // Told below.
        }
        problems.Add("--config", "the file is not a JSON object", "write { \"vus\": 10 }");
        return null;
    }

    /// <summary>Those that the script exports; null when it exports none.</summary>
    /// <param name="json">What <c>JSON.stringify</c> makes of them; empty for none.</param>
    /// <param name="script">The script's name.</param>
    /// <param name="problems">Takes what is wrong with the options.</param>
    public static JsonObject? OfScript(string json, string script, OptionProblems problems)
    {
        if (json.Length == 0) return null;
        if (json[0] == '{') return Spelled((JsonObject)JsonNode.Parse(json)!);
        problems.Add(script, "options is not an object", "write export const options = { vus: 10, duration: '30s' };");
        return null;
    }

    // To k6 'VUs' is 'vus'; of two that only differ in letter case the last one counts.
    private static JsonObject Spelled(JsonObject options)
    {
        var spelled = new JsonObject();
        foreach (var (key, value) in options)
            spelled[OptionNames.All.Keys.FirstOrDefault(name => name.Equals(key, StringComparison.OrdinalIgnoreCase)) ?? key] = value?.DeepClone();
        return spelled;
    }
}
