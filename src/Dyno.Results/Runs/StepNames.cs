using System.Text.RegularExpressions;

namespace Dyno.Results;

/// <summary>The names of a scenario's requests as they are compared between runs.</summary>
public static partial class StepNames
{
    /// <summary>
    /// The names of the steps. Requests have the names and the order of the plan. The steps of a k6 script are found while it runs,
    /// and their names contain URLs. These names are sorted and have no scheme, host and port, because one script against two servers
    /// sends one load.
    /// </summary>
    /// <param name="scenario">One of its scenarios.</param>
    public static ImmutableArray<string> Of(PlanRecord plan, ScenarioRecord scenario)
    {
        var names = scenario.Steps.Select(step => step.Name);
        return plan.InputKind == "k6" ? [.. names.Select(WithoutServer).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)] : [.. names];
    }

    private static string WithoutServer(string name) => Server().Replace(name, match => match.Groups["path"].Value is { Length: > 0 } path ? path : "/");

    [GeneratedRegex(@"\b(https?|wss?)://[^/\s?#]*(?<path>/?)", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant)]
    private static partial Regex Server();
}
