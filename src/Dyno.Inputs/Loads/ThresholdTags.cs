namespace Dyno.Inputs;

/// <summary>
/// Checks the values of tags in thresholds that are known before the run: a threshold on the requests "helo" would select nothing, and so
/// pass.
/// </summary>
internal static class ThresholdTags
{
    /// <summary>Adds a problem for each value that nothing in the plan has.</summary>
    public static void Check(TestPlan plan, ProblemList problems)
    {
        foreach (var threshold in plan.Thresholds)
            foreach (var (tag, value) in threshold.Selector.Tags)
                if (KnownValues(plan, threshold.Selector.Tags.GetValueOrDefault("scenario"), tag, value) is { } known
                    && !known.Exists(name => name == value || (tag == "name" && HttpWorkload.MayBePart(name, value))))
                    problems.Add("--threshold", $"no {WhatHas(tag)} \"{InText.Quote(value)}\": {threshold.Selector}", Hint(tag, value, known));
    }

    private static List<string>? KnownValues(TestPlan plan, string? scenario, string tag, string value) => tag switch
    {
        "scenario" => [.. plan.Scenarios.Select(s => s.Name)],
        "name" => [.. plan.Scenarios.Where(s => scenario is null || s.Name == scenario).SelectMany(s => s.Workload.Steps).Select(s => s.Name)],
        "expected_response" => ["true", "false"],
        "status" when !IsStatus(value) => ["0", "200", "404", "503"],
        _ => null,
    };

    private static bool IsStatus(string value) => value == "0" || (value.Length == 3 && value.All(char.IsAsciiDigit) && value[0] != '0');

    private static string WhatHas(string tag) => tag switch
    {
        "name" => "request has the name",
        "scenario" => "scenario has the name",
        "status" => "answer has the status",
        _ => $"value of {tag} is",
    };

    private static string Hint(string tag, string value, List<string> known)
    {
        var near = NearestWord.Find(value, known);
        const int shown = 8;
        var list = string.Join(", ", known.Take(shown)) + (known.Count > shown ? ", …" : "");
        return $"{(near is null ? "" : $"did you mean {tag}:{near}? ")}write one of these: {list}";
    }
}
