namespace Dyno.K6;

/// <summary>Reads the options that come as JSON: from the configuration file and from the script.</summary>
internal static class OptionSources
{
    /// <summary>The options of the configuration file; null when there is no file.</summary>
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
            // The problem is added after this block.
        }
        problems.Add("--config", "the file is not a JSON object", "write { \"vus\": 10 }");
        return null;
    }

    /// <summary>The options that the script exports; null when it exports none.</summary>
    /// <param name="json">What <c>JSON.stringify</c> makes of the options; empty for none.</param>
    /// <param name="problems">Takes what is wrong with the options.</param>
    public static JsonObject? OfScript(string json, string script, OptionProblems problems)
    {
        if (json.Length == 0) return null;
        if (json[0] == '{') return Spelled((JsonObject)JsonNode.Parse(json)!);
        problems.Add(script, "options is not an object", "write export const options = { vus: 10, duration: '30s' };");
        return null;
    }

    // k6 reads 'VUs' as 'vus'; of two names that differ only in letter case the last one counts.
    private static JsonObject Spelled(JsonObject options)
    {
        var spelled = new JsonObject();
        foreach (var (key, value) in options)
            spelled[OptionNames.All.Keys.FirstOrDefault(name => name.Equals(key, StringComparison.OrdinalIgnoreCase)) ?? key] = value?.DeepClone();
        return spelled;
    }
}
