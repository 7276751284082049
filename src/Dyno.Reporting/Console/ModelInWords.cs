namespace Dyno.Reporting;

/// <summary>The load model of each scenario, as a sentence.</summary>
internal static class ModelInWords
{
    public static IEnumerable<string> Of(RunResult result)
    {
        var plan = result.Plan;
        var warmUp = plan.WarmUpSeconds > 0 ? $", after {(plan.WarmUpEndsAtLevel ? "at most " : "")}{FigureText.Length(plan.WarmUpSeconds)} of warm-up" : ", without a warm-up";
        return plan.Scenarios.Select(scenario =>
            $"{(plan.Scenarios.Length > 1 ? scenario.Name + ": " : "")}{Sentence(scenario)}{Share(scenario)}{Start(scenario)}{warmUp}");
    }

    private static string Share(ScenarioRecord scenario) =>
        scenario.Parameters.TryGetValue(ScenarioRecord.ShareParameter, out var share) ? $", share {share}" : "";

    private static string Sentence(ScenarioRecord scenario) => scenario.Executor switch
    {
        "constant-arrival-rate" => $"open: {Rate(scenario)} offered{Spread(scenario)} for {Of(scenario, "duration")}, {Users(scenario, "maxVUs", "at most ")}",
        "ramping-arrival-rate" => $"open: a rate that follows {Of(scenario, "stages")}{From(scenario)}{Spread(scenario)}, {Users(scenario, "maxVUs", "at most ")}",
        "constant-vus" => $"closed: {Users(scenario, "vus")} in a loop for {Of(scenario, "duration")}",
        "ramping-vus" => $"closed: a number of {Noun(scenario)}s that follows {Of(scenario, "stages")}",
        "max-throughput" => $"closed: {Users(scenario, "vus", "", "connections")} in a loop for {Of(scenario, "duration")}",
        "shared-iterations" => $"closed: {Iterations(scenario)} shared by {Users(scenario, "vus")}",
        "per-vu-iterations" => $"closed: {Iterations(scenario)} for each of {Users(scenario, "vus")}",
        "random-arrival-rate" => $"open: a changing random rate between {Of(scenario, "minRate")} and {Rate(scenario, "maxRate")} for {Of(scenario, "duration")}, {Users(scenario, "maxVUs", "at most ")}",
        "fixed-arrivals" => $"open: {Of(scenario, "iterations")} starts at {Rate(scenario)}, {Users(scenario, "maxVUs", "at most ")}",
        "sequence" => $"{Word(scenario.Model)}: one part after the other: {Of(scenario, "parts")}",
        "externally-controlled" => $"closed: {Users(scenario, "vus")} at first, {Of(scenario, "maxVUs")} at most, set through the REST interface",
        // The executor of a result that a later version of Dyno wrote.
        _ => $"{Word(scenario.Model)}: {scenario.Executor}, {string.Join(", ", scenario.Parameters.Select(pair => $"{pair.Key} {pair.Value}"))}",
    };

    private static string Iterations(ScenarioRecord scenario) =>
        long.TryParse(Of(scenario, "iterations"), out var count) ? FigureText.Count(count, "iteration") : $"{Of(scenario, "iterations")} iterations";

    private static string Rate(ScenarioRecord scenario, string key = "rate")
    {
        var unit = Of(scenario, "timeUnit");
        var rate = double.TryParse(Of(scenario, key), out var number) ? FigureText.Digits(number) : Of(scenario, key);
        return unit is "1 s" or "?" ? $"{rate}/s" : $"{rate} per {unit}";
    }

    private static string From(ScenarioRecord scenario) =>
        scenario.Parameters.GetValueOrDefault("startRate", "0") == "0" ? "" : $" from {Rate(scenario, "startRate")}";

    private static string Spread(ScenarioRecord scenario) =>
        scenario.Parameters.TryGetValue("arrivals", out var arrivals) && arrivals == "poisson" ? " in Poisson arrivals" : "";

    private static string Users(ScenarioRecord scenario, string key, string before = "", string? otherKey = null)
    {
        var text = otherKey is not null && scenario.Parameters.TryGetValue(otherKey, out var other) ? other : Of(scenario, key);
        if (!long.TryParse(text, out var count)) return $"{before}{text} {Noun(scenario)}s";
        return before + FigureText.Count(count, Noun(scenario)) + (scenario.StreamsPerConnection is { } streams ? $" (up to {streams} on a connection)" : "");
    }

    /// <summary>
    /// The noun for a sender of requests. For drivers of known requests a user is a connection, or a stream on one; a script's user may open
    /// several connections, or none.
    /// </summary>
    public static string Noun(PlanRecord plan) => plan.Scenarios.IsDefaultOrEmpty ? "connection" : Noun(plan.Scenarios[0]);

    private static string Noun(ScenarioRecord scenario) => scenario.Driver is "script" or "csharp" ? "virtual user"
        : scenario.StreamsPerConnection is not null ? "stream" : "connection";

    private static string Start(ScenarioRecord scenario) =>
        scenario.StartSeconds > 0 ? $", starting after {FigureText.Length(scenario.StartSeconds)}" : "";

    private static string Of(ScenarioRecord scenario, string key) => scenario.Parameters.TryGetValue(key, out var value) ? Spaced(value) : "?";

    // Writes the plan's "10s" as "10 s".
    private static string Spaced(string value) =>
        value.EndsWith('s') && double.TryParse(value[..^1], NumberStyles.Float, CultureInfo.InvariantCulture, out var seconds)
            ? FigureText.Length(seconds)
            : value;

    private static string Word(LoadModel model) => model switch
    {
        LoadModel.Open => "open",
        LoadModel.Closed => "closed",
        _ => "mixed",
    };
}
