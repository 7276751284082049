using System.Text.Json.Nodes;

namespace Dyno.K6.Options;

/// <summary>
/// Merges the places where options stand, lowest first: configuration file, script, K6_ variables, flags. A tier that
/// shapes the load (duration, iterations, stages, scenarios) replaces what lower tiers said of its shape; everything else
/// is replaced key by key.
/// </summary>
internal static class OptionTiers
{
    private static readonly string[] Shape = ["duration", "iterations", "stages", "scenarios"];

    /// <summary>Whether options replace what lower tiers say of the load's shape.</summary>
    public static bool SetsShape(JsonObject options) => Shape.Any(key => options[key] is not null);

    /// <summary>The options of a place without those that do not count there.</summary>
    /// <param name="names">What does not.</param>
    /// <param name="options">Of the place; null for none.</param>
    /// <param name="place">Its name.</param>
    /// <param name="warnings">Takes what was left out.</param>
    public static JsonObject? Without(IReadOnlyCollection<string> names, JsonObject? options, string place, ICollection<string> warnings)
    {
        var found = names.Where(name => options?[name] is not null).ToList();
        if (found.Count == 0) return options;
        var left = (JsonObject)options!.DeepClone();
        foreach (var name in found)
        {
            warnings.Add($"{name} does not count in {place}, as in k6: write it as a flag, or as {OptionNames.All[name]}");
            left.Remove(name);
        }
        return left;
    }

    /// <summary>The options in force.</summary>
    /// <param name="tiers">Name of the place, and its options; null values count as not set.</param>
    /// <param name="warnings">Takes what was overruled.</param>
    public static JsonObject Merge(IEnumerable<(string Name, JsonObject? Options)> tiers, ICollection<string> warnings)
    {
        var merged = new JsonObject();
        foreach (var (name, tier) in tiers)
        {
            if (tier is null) continue;
            var shapes = Shape.Where(key => tier[key] is not null).ToList();
            var gone = Shape.Where(key => merged[key] is not null && !shapes.Contains(key)).ToList();
            if (shapes.Count > 0 && gone.Count > 0)
            {
                warnings.Add($"{string.Join(", ", shapes)} from {name} replaces {string.Join(", ", gone)} from before");
                foreach (var key in Shape) merged.Remove(key);
            }
            // Virtual users alone, said later, make the load anew: N users, N iterations.
            if (shapes.Count == 0 && tier["vus"] is not null && merged["scenarios"] is not null && name != "the script")
            {
                warnings.Add($"vus from {name} replaces scenarios from before");
                merged.Remove("scenarios");
            }
            foreach (var (key, value) in tier)
                if (value is not null) merged[key] = value.DeepClone();
        }
        // Through text, so that a number is a number wherever it came from.
        return (JsonObject)JsonNode.Parse(merged.ToJsonString())!;
    }
}
