namespace Dyno.K6;

/// <summary>The options as <c>dyno inspect</c> prints them: JSON with every option by its name in scripts.</summary>
internal static class ScriptInspection
{
    private static readonly string[] Durations =
    [
        "duration", "gracefulStop", "gracefulRampDown", "maxDuration", "minIterationDuration", "setupTimeout", "startTime", "teardownTimeout", "timeUnit",
    ];

    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>The options of the script alone; unset options are null.</summary>
    public static string OfScript(JsonObject? options) => Complete(options ?? []).ToJsonString(Indented) + "\n";

    /// <summary>The options in force, with the scenarios that the short cuts stand for, the longest time, and the virtual users that they need.</summary>
    public static string OfRequirements(K6Options options)
    {
        var json = Complete(options.Merged);
        foreach (var (key, value) in options.Derived) json[key] = value?.DeepClone();
        foreach (var key in new[] { "vus", "duration", "iterations", "stages" }) json[key] = null;
        Normalize(json);
        json["totalDuration"] = Written(LongestOf(options));
        json["maxVUs"] = options.Scenarios.Sum(s => s.Executor.MaxVirtualUsers);
        return json.ToJsonString(Indented) + "\n";
    }

    private static TimeSpan LongestOf(K6Options options) => options.Scenarios.IsEmpty ? TimeSpan.Zero
        : options.Scenarios.Max(s => s.StartTime + s.Executor.Length + s.GracefulStop);

    private static JsonObject Complete(JsonObject options)
    {
        var json = new JsonObject();
        foreach (var name in OptionNames.All.Keys) json[name] = options[name]?.DeepClone();
        foreach (var (key, value) in options.Where(o => !OptionNames.All.ContainsKey(o.Key))) json[key] = value?.DeepClone();
        if (json["scenarios"] is JsonObject scenarios)
            foreach (var scenario in scenarios.Select(s => s.Value).OfType<JsonObject>()) CompleteScenario(scenario);
        Normalize(json);
        return json;
    }

    // What k6 prints of a scenario, as null where the script does not set it.
    private static void CompleteScenario(JsonObject scenario)
    {
        string[] own = (scenario["executor"]?.ToString() ?? "") switch
        {
            "shared-iterations" or "per-vu-iterations" => ["vus", "iterations", "maxDuration"],
            "constant-vus" => ["vus", "duration"],
            "ramping-vus" => ["startVUs", "stages", "gracefulRampDown"],
            "constant-arrival-rate" => ["rate", "timeUnit", "duration", "preAllocatedVUs", "maxVUs"],
            "ramping-arrival-rate" => ["startRate", "timeUnit", "stages", "preAllocatedVUs", "maxVUs"],
            "externally-controlled" => ["vus", "duration", "maxVUs"],
            _ => [],
        };
        foreach (var name in (string[])["startTime", "gracefulStop", "env", "exec", "tags", .. own]) scenario.TryAdd(name, null);
    }

    private static void Normalize(JsonNode? node)
    {
        if (node is JsonArray list) foreach (var item in list) Normalize(item);
        if (node is not JsonObject members) return;
        foreach (var (name, value) in members.Where(m => m.Key is not ("tags" or "env" or "thresholds")).ToArray())
            if (Durations.Contains(name) && DurationOf(value) is { } duration) members[name] = Written(duration);
            else Normalize(value);
    }

    private static TimeSpan? DurationOf(JsonNode? node) => node switch
    {
        JsonValue value when value.TryGetValue<string>(out var text) => DurationText.TryParseK6(text, out var duration) ? duration : null,
        JsonValue value when value.TryGetValue<double>(out var milliseconds) && Math.Abs(milliseconds) < 1e12 => TimeSpan.FromMilliseconds(milliseconds),
        _ => null,
    };

    /// <summary>As k6 writes durations: <c>1m30s</c>, <c>24h0m30s</c>, <c>1.5s</c>, <c>250ms</c>.</summary>
    internal static string Written(TimeSpan duration)
    {
        if (duration < TimeSpan.FromMinutes(1)) return DurationText.Format(duration);
        var seconds = (duration.Ticks % TimeSpan.TicksPerMinute / (decimal)TimeSpan.TicksPerSecond).ToString("0.#######", CultureInfo.InvariantCulture);
        return duration < TimeSpan.FromHours(1) ? $"{duration.Minutes}m{seconds}s"
            : string.Create(CultureInfo.InvariantCulture, $"{(long)duration.TotalHours}h{duration.Minutes}m{seconds}s");
    }
}
