namespace Dyno.Reporting;

/// <summary>The machines of a fleet, one line each.</summary>
internal static class FleetInWords
{
    public static IEnumerable<string> Of(FleetRecord fleet) => fleet.Agents.Select(Of);

    /// <summary>All machines on one line.</summary>
    public static string Short(FleetRecord fleet) => $"{FigureText.Count(fleet.Agents.Length, "agent")}: "
        + string.Join(", ", fleet.Agents.Select(agent => agent.Lost is null ? $"{agent.Name} {FigureText.Rate(agent.RequestsPerSecond)}" : $"{agent.Name} lost"));

    private static string Of(FleetAgentRecord agent)
    {
        var words = $"{agent.Name}: share {agent.Segment}";
        if (agent.Requests > 0) words += $", {FigureText.Rate(agent.RequestsPerSecond)}";
        if (agent.Health is { } health) words += $", {health.ToString().ToLowerInvariant()}";
        if (agent.StartedAfterMillis is { } late)
            words += $", began {FigureText.Time(late * 1e6)} after the agreed start time (± {FigureText.Time(agent.ClockUncertaintyMillis * 1e6)})";
        if (agent.MessagesMissed > 0) words += $", {agent.MessagesMissed} of {agent.Messages + agent.MessagesMissed} messages missing";
        return agent.Lost is { } why ? $"{words}; lost: {why}" : words;
    }
}
