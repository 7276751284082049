namespace Dyno.K6;

/// <summary>
/// Merges the options of all places, lowest first: configuration file, script, K6_ variables, flags. A place that shapes the load
/// (duration, iterations, stages, scenarios) replaces the whole shape given by lower places; every other option is replaced by name.
/// </summary>
internal static class OptionTiers
{
    private static readonly string[] Shape = ["duration", "iterations", "stages", "scenarios"];

    /// <summary>The options of a place without the options that do not count there.</summary>
    /// <param name="names">Names of the options that do not count there.</param>
    /// <param name="warnings">Takes a sentence for each option that was left out.</param>
    public static JsonObject? Without(IReadOnlyCollection<string> names, JsonObject? options, string place, ICollection<string> warnings)
    {
        var found = names.Where(name => options?[name] is not null).ToList();
        if (found.Count == 0) return options;
        var left = (JsonObject)options!.DeepClone();
        foreach (var name in found)
        {
            warnings.Add($"{name} has no effect in {place}, as in k6: write it as a flag, or as {OptionNames.All[name]}");
            left.Remove(name);
        }
        return left;
    }

    /// <summary>The options in force.</summary>
    /// <param name="tiers">Name of the place, and its options; null values count as not set.</param>
    /// <param name="mergesTags">Whether a tag stays that a higher place does not name: k6's feature merge-run-tags.</param>
    public static JsonObject Merge(IEnumerable<(string Name, JsonObject? Options)> tiers, ICollection<string> warnings, bool mergesTags = false)
    {
        var merged = new JsonObject();
        foreach (var (name, tier) in tiers)
        {
            if (tier is null) continue;
            var shapes = Shape.Where(key => tier[key] is not null).ToList();
            var gone = Shape.Where(key => merged[key] is not null && !shapes.Contains(key)).ToList();
            if (shapes.Count > 0 && gone.Count > 0)
            {
                warnings.Add($"{string.Join(", ", shapes)} from {name} replaces the earlier {string.Join(", ", gone)}");
                foreach (var key in Shape) merged.Remove(key);
            }
            // A place above the script that sets only vus replaces the scenarios: N users make N iterations.
            if (shapes.Count == 0 && tier["vus"] is not null && merged["scenarios"] is not null && name != "the script")
            {
                warnings.Add($"vus from {name} replaces the earlier scenarios");
                merged.Remove("scenarios");
            }
            foreach (var (key, value) in tier)
                if (mergesTags && key == "tags" && merged["tags"] is JsonObject lower && value is JsonObject higher)
                    foreach (var (tag, text) in higher) lower[tag] = text?.DeepClone();
                else if (value is not null) merged[key] = value.DeepClone();
        }
        // Through text, so that numbers have the same type whatever place they came from.
        return (JsonObject)JsonNode.Parse(merged.ToJsonString())!;
    }
}
