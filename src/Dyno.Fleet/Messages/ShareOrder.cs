namespace Dyno.Fleet;

/// <summary>An order from a coordinator to one agent: to run its share of a load, or to start a program under test.</summary>
internal sealed record ShareOrder
{
    public required string Run { get; init; }

    /// <summary>The coordinator's machine and process, for messages. Programs of one coordinator may run beside each other.</summary>
    public required string Coordinator { get; init; }

    /// <summary>The agent's session for which the order was written.</summary>
    public required string Session { get; init; }

    /// <summary>The words after <c>dyno run</c>, the segment among them.</summary>
    public required ImmutableArray<string> Words { get; init; }

    /// <summary>Environment variables of the share.</summary>
    public ImmutableSortedDictionary<string, string> Variables { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    public required ImmutableArray<ShippedFile> Files { get; init; }

    /// <summary>The folder of the files in which the words are run: the place of the coordinator's own folder; empty for the top.</summary>
    public string WorkingFolder { get; init; } = "";

    /// <summary>Where each instance of the program under test listens; empty when the load itself names its targets.</summary>
    public ImmutableArray<string> Targets { get; init; } = [];

    /// <summary>
    /// Ids of the fleet's processes on the agent's machine, agents and coordinator. Their use of the machine does not count as that of
    /// other programs.
    /// </summary>
    public ImmutableArray<int> Company { get; init; } = [];

    /// <summary>The program under test to start, as a line for its process; null when the order is a share of a load.</summary>
    public string? Subject { get; init; }

    /// <summary>How long the share continues without a message from the coordinator, in seconds.</summary>
    public required double LeaseSeconds { get; init; }
}

/// <summary>Whether the agent takes the order.</summary>
/// <param name="Refused">Why the agent refuses; null when it takes the order.</param>
/// <param name="IsBusy">Whether the agent may take the order later.</param>
internal sealed record OrderAnswer(string? Refused, bool IsBusy = false);

/// <summary>A request for every agent's card.</summary>
internal sealed record RollCall(string Coordinator);

/// <summary>A request for an agent's clocks.</summary>
internal sealed record ClockQuestion(int Number);

/// <summary>An agent's clocks at one moment.</summary>
/// <param name="Number">Number of the question.</param>
/// <param name="UtcTicks">The agent's wall clock, in ticks of 100 ns.</param>
internal sealed record ClockAnswer(int Number, long MonotonicNanos, long UtcTicks);
