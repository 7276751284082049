namespace Dyno.Fleet;

/// <summary>Finds the agents that are present and fit for a run.</summary>
internal sealed class FleetRoll(FleetOptions options, FleetBus bus, TimeProvider time, string coordinator)
{
    private static readonly TimeSpan Round = TimeSpan.FromMilliseconds(700);

    /// <summary>All agents that answered the last call, fit for the run or not.</summary>
    public ImmutableArray<AgentCard> Everyone { get; private set; } = [];

    private readonly Dictionary<string, AgentCard> _heard = new(StringComparer.Ordinal); // by name, in any call

    /// <summary>Calls the roll until enough agents have answered.</summary>
    /// <returns>The chosen agents by index and name, as many as were asked for.</returns>
    /// <exception cref="UserFault">There are too few fit agents. Two agents of one name are both unfit.</exception>
    public async Task<List<AgentCard>> CallAsync(CancellationToken stopping)
    {
        var began = time.GetTimestamp();
        while (true)
        {
            var cards = new List<AgentCard>();
            await foreach (var card in bus.AskAsync<RollCall, AgentCard>(FleetSubjects.Roll, new RollCall(coordinator), Round, stopping)) cards.Add(card);
            stopping.ThrowIfCancellationRequested();
            Everyone = [.. cards];
            foreach (var card in cards) _heard[card.Name] = card;
            cards.RemoveAll(card => options.Without.Contains(card.Name));
            var fit = cards.FindAll(card => ProblemOf(card, cards) is null);
            if (fit.Count >= (options.Agents ?? 1)) return Chosen(fit, cards);
            if (time.GetElapsedTime(began) > options.Patience) throw TooFew(fit.Count, cards);
        }
    }

    // The agents with the highest ceilings are chosen, where ceilings are known. The result is in the order of index and name.
    private List<AgentCard> Chosen(List<AgentCard> fit, List<AgentCard> all)
    {
        foreach (var other in all.Except(fit)) options.Warn($"agent {other.Name} is left out: {ProblemOf(other, all)}");
        return [.. fit.OrderByDescending(card => card.Ceiling ?? 0).ThenBy(card => card.Index ?? int.MaxValue).ThenBy(card => card.Name, StringComparer.Ordinal)
            .Take(options.Agents ?? fit.Count).OrderBy(card => card.Index ?? int.MaxValue).ThenBy(card => card.Name, StringComparer.Ordinal)];
    }

    private static string? ProblemOf(AgentCard card, List<AgentCard> all)
    {
        var own = AgentCard.VersionOf(ToolRecords.Current);
        if (all.Exists(other => other.Name == card.Name && other.Session != card.Session)) return "another agent has the same name: start one of the two with --name";
        if (card.Version != own) return $"it runs dyno {card.Version}, this machine runs {own}: install the same build on both";
        return card.Busy is { } run ? $"it is busy with run {run}" : null;
    }


    private UserFault TooFew(int fit, List<AgentCard> cards)
    {
        var wanted = options.Agents is { } count ? $"{count} {(count == 1 ? "agent was" : "agents were")} requested, but {(fit == 0 ? "none is" : $"only {fit} {(fit == 1 ? "is" : "are")}")} free"
            : "no agent is free";
        var reasons = cards.Select(card => (card.Name, Why: ProblemOf(card, cards) ?? "it is free"))
            .Concat(_heard.Keys.Except(Everyone.Select(card => card.Name)).Select(name => (Name: name, Why: "it answered before, but not the last call")))
            .OrderBy(card => card.Name, StringComparer.Ordinal).Select(card => $"\n  agent {card.Name}: {card.Why}").Distinct();
        var refused = bus.Refused == 0 ? "" : $"; {FigureText.Count(bus.Refused, "answer")} {(bus.Refused == 1 ? "was" : "were")} sealed with another key, and every machine needs the same one";
        return new UserFault($"{wanted} at {options.Address.Public}{refused}{string.Concat(reasons)}",
            $"start agents with: dyno agent --join {options.Address.Public}");
    }
}
