namespace Dyno.Fleet;

/// <summary>How a load is divided among agents.</summary>
internal static class FleetSegments
{
    // A prime number, so that no fraction can be reduced: shares fit together only when all have the same denominator.
    private const int Parts = 997;

    /// <summary>One segment for each agent, in the order of the agents. Together the segments are the whole load.</summary>
    /// <exception cref="UserFault">The shares are to be weighted, and an agent was never calibrated.</exception>
    public static ImmutableArray<string> Of(IReadOnlyList<AgentCard> agents, bool isWeighted)
    {
        if (!isWeighted) return [.. agents.Select((_, index) => ExecutionSegment.Equal(index, agents.Count).Text)];
        if (agents.FirstOrDefault(agent => agent.Ceiling is not > 0) is { } unknown)
            throw new UserFault($"agent {unknown.Name} is not calibrated, and --weighted needs the ceiling of every agent",
                "run `dyno doctor --calibrate` on its machine and restart the agent, or leave out --weighted");
        return Weighted([.. agents.Select(agent => agent.Ceiling!.Value)]);
    }

    private static ImmutableArray<string> Weighted(ImmutableArray<double> weights)
    {
        var (sum, total, from) = (0.0, weights.Sum(), 0);
        var segments = ImmutableArray.CreateBuilder<string>(weights.Length);
        for (var i = 0; i < weights.Length; i++)
        {
            sum += weights[i];
            var rest = weights.Length - 1 - i; // the agents after this one, each of which needs at least one part
            var to = Math.Clamp((int)Math.Round(Parts * sum / total), from + 1, Parts - rest);
            segments.Add(FormattableString.Invariant($"{from}/{Parts}:{to}/{Parts}"));
            from = to;
        }
        return segments.MoveToImmutable();
    }
}
