namespace Dyno.Fleet;

/// <summary>The health of a fleet is that of its worst agent. Every finding names its agents.</summary>
internal static class FleetHealth
{
    public static HealthRecord Of(IReadOnlyCollection<(string Agent, HealthRecord Health)> agents) => new()
    {
        State = agents.Max(agent => agent.Health.State),
        Findings =
        [
            .. agents.SelectMany(agent => agent.Health.Findings.Select(finding => (agent.Agent, Finding: finding)))
                .GroupBy(found => (found.Finding.Rule, found.Finding.State))
                .Select(group => group.First().Finding with
                {
                    Message = $"{Whose([.. group.Select(found => found.Agent)], agents.Count)}: {group.First().Finding.Message}",
                })
                .OrderByDescending(finding => finding.State),
        ],
    };

    private static string Whose(List<string> names, int all) =>
        names.Count == all && all > 1 ? $"all agents, on {names[0]}" : $"{(names.Count == 1 ? "agent" : "agents")} {string.Join(", ", names)}";
}
