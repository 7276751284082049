namespace Dyno.K6;

/// <summary>
/// What <c>--scenario</c> and <c>--once</c> ask of the scenarios of a script, by the documentation of k6 2.3: a chosen scenario stays as it
/// is; once is one iteration of one user with the function, variables and tags of the scenario.
/// </summary>
/// <param name="Names">The scenarios to run; empty: all.</param>
/// <param name="Once">Whether each runs once.</param>
internal sealed record ScenarioChoice(ImmutableArray<string> Names, bool Once)
{
    private const string Scenario = "scenario";
    private static readonly ImmutableArray<string> ShortCuts = ["vus", "duration", "iterations", "stages"];
    private static readonly ImmutableArray<string> Segments = ["executionSegment", "executionSegmentSequence"];
    private static readonly ImmutableArray<string> KeptOnce = ["exec", "env", "tags", "options"];

    // Through text, as all numbers of options, so that they are read alike.
    private static JsonNode One => JsonNode.Parse("1")!;

    private bool IsAsked => Once || Names.Length > 0;

    private string Flag => Once ? "--once" : "--scenario";

    /// <summary>Refuses flags that say how much load there is.</summary>
    /// <param name="flags">Option and flag of each.</param>
    public void CheckFlags(IEnumerable<(string Option, string Flag)> flags, OptionProblems problems)
    {
        if (!IsAsked) return;
        foreach (var (option, flag) in flags)
            if (ShortCuts.Contains(option) || (Once && Segments.Contains(option)))
                problems.Add(flag, $"cannot be combined with {Flag}", Once ? "leave it out: --once is one iteration of one user" : "set the load in the scenario, or leave out --scenario");
    }

    /// <summary>The options of a place without those that say how much load there is, which count no more.</summary>
    /// <param name="warnings">Takes a sentence for each that was left out.</param>
    public JsonObject? Without(JsonObject? options, string place, ICollection<string> warnings)
    {
        var overruled = (Once ? [.. ShortCuts, .. Segments] : Names.Length > 0 ? ShortCuts : []).Where(name => options?[name] is not null).ToList();
        if (overruled.Count == 0) return options;
        var left = (JsonObject)options!.DeepClone();
        foreach (var name in overruled) left.Remove(name);
        warnings.Add($"{Flag} overrules {string.Join(", ", overruled)} from {place}");
        return left;
    }

    /// <summary>Applies the choice to the options in force.</summary>
    /// <param name="merged">The options; changed.</param>
    /// <param name="problems">Takes names of scenarios that the script does not have.</param>
    /// <param name="warnings">Takes thresholds that are left out.</param>
    public void ApplyTo(JsonObject merged, OptionProblems problems, ICollection<string> warnings)
    {
        if (!IsAsked) return;
        if (Names.Length > 0) Choose(merged, problems, warnings);
        if (!Once) return;
        if (merged["scenarios"] is not JsonObject { Count: > 0 } scenarios)
        {
            merged.Remove("scenarios");
            (merged["vus"], merged["iterations"]) = (One, One);
            return;
        }
        if (scenarios.Count > 1 && Names.IsEmpty)
        {
            problems.Add("--once", $"the script has {scenarios.Count} scenarios", $"choose by --scenario NAME: {string.Join(", ", scenarios.Select(scenario => scenario.Key))}");
            return;
        }
        foreach (var (name, scenario) in scenarios.ToList()) scenarios[name] = OnceOf(scenario as JsonObject ?? []);
    }

    private void Choose(JsonObject merged, OptionProblems problems, ICollection<string> warnings)
    {
        var scenarios = merged["scenarios"] as JsonObject ?? [];
        var known = scenarios.Select(scenario => scenario.Key).ToList();
        foreach (var name in Names.Where(name => !known.Contains(name)))
            problems.Add("--scenario", $"there is no scenario '{name}'", known.Count == 0 ? "leave out --scenario: the script's options have no scenarios"
                : NearestWord.Find(name, known) is { } near ? $"write {near}" : $"there are {string.Join(", ", known)}");
        var excluded = known.Where(name => !Names.Contains(name)).ToList();
        foreach (var name in excluded) scenarios.Remove(name);
        if (merged["thresholds"] is not JsonObject thresholds) return;
        foreach (var metric in thresholds.Select(threshold => threshold.Key).Where(metric => IsOf(metric, excluded)).ToList())
        {
            thresholds.Remove(metric);
            warnings.Add($"the threshold on {metric} is left out: --scenario excludes its scenario");
        }
    }

    private static bool IsOf(string metric, List<string> scenarios) =>
        MetricSelector.TryParse(metric, out var selector, out _) && selector.Tags.TryGetValue(Scenario, out var name) && scenarios.Contains(name);

    private static JsonObject OnceOf(JsonObject scenario)
    {
        var once = new JsonObject { ["executor"] = "shared-iterations", ["vus"] = One, ["iterations"] = One };
        foreach (var (key, value) in scenario.ToList())
            if (KeptOnce.Contains(key, StringComparer.OrdinalIgnoreCase)) once[key] = value?.DeepClone();
        return once;
    }
}
