namespace Dyno.K6;

/// <summary>Options that nothing reads: as in k6, the user is warned and the run continues.</summary>
internal static class UnknownOptions
{
    /// <summary>A sentence for each unknown option, also for those within options that are objects.</summary>
    public static IEnumerable<string> Of(JsonObject options)
    {
        foreach (var key in options.Select(o => o.Key).Where(key => !OptionNames.All.ContainsKey(key)))
            yield return ScenarioReader.Names.Contains(key)
                ? $"there is no option '{key}': it belongs to a scenario; write scenarios: {{ name: {{ executor: …, {key}: … }} }}"
                : Sentence($"there is no option '{key}'", key, OptionNames.All.Keys);
        foreach (var (option, known) in OptionNames.Members)
            foreach (var name in ObjectsOf(option, options[option]).SelectMany(o => o).Select(m => m.Key)
                .Where(name => !known.Contains(name, StringComparer.OrdinalIgnoreCase)).Distinct())
                yield return Sentence($"the option {option} has no '{name}'", name, known);
    }

    private static IEnumerable<JsonObject> ObjectsOf(string option, JsonNode? node) => node switch
    {
        JsonArray list => list.OfType<JsonObject>(),
        JsonObject byMetric when option == "thresholds" => byMetric.SelectMany(m => ObjectsOf("", m.Value)),
        JsonObject one => [one],
        _ => [],
    };

    private static string Sentence(string what, string name, IEnumerable<string> known) =>
        what + (NearestWord.Find(name, known) is { } near ? $"; did you mean {near}?" : "");
}
