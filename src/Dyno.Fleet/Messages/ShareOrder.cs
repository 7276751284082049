using System.Collections.Immutable;
using Dyno.Fleet.Files;

namespace Dyno.Fleet.Messages;

/// <summary>What a coordinator asks of one agent: its share of a run, or to start a program under test.</summary>
internal sealed record ShareOrder
{
    public required string Run { get; init; }

    /// <summary>The coordinator's machine and process: for sentences, and programs of one coordinator may run beside each other.</summary>
    public required string Coordinator { get; init; }

    /// <summary>The agent's session that it was written for.</summary>
    public required string Session { get; init; }

    /// <summary>The words after <c>dyno run</c>, the segment among them.</summary>
    public required ImmutableArray<string> Words { get; init; }

    /// <summary>Environment variables of the share.</summary>
    public ImmutableSortedDictionary<string, string> Variables { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    public required ImmutableArray<ShippedFile> Files { get; init; }

    /// <summary>Where among the files the words mean what they say: the coordinator's own folder there; empty for the top.</summary>
    public string WorkingFolder { get; init; } = "";

    /// <summary>Where the program under test listens, its instances one after the other; empty when the load says it itself.</summary>
    public ImmutableArray<string> Targets { get; init; } = [];

    /// <summary>Processes on the agent's machine that are of the same fleet, agents and coordinator: what they use belongs to no stranger.</summary>
    public ImmutableArray<int> Company { get; init; } = [];

    /// <summary>The program under test that is to be started, as a line for its process; null: a share of a load.</summary>
    public string? Subject { get; init; }

    /// <summary>How long the share goes on without a word from the coordinator, in seconds.</summary>
    public required double LeaseSeconds { get; init; }
}

/// <summary>Whether the agent takes the order.</summary>
/// <param name="Refused">Why not; null when it does.</param>
/// <param name="IsBusy">Whether it may take it later.</param>
internal sealed record OrderAnswer(string? Refused, bool IsBusy = false);

/// <summary>A request for every agent's card.</summary>
internal sealed record RollCall(string Coordinator);

/// <summary>A request for the clocks.</summary>
internal sealed record ClockQuestion(int Number);

/// <summary>An agent's clocks at one moment.</summary>
/// <param name="Number">That of the question.</param>
/// <param name="MonotonicNanos">Its monotonic clock.</param>
/// <param name="UtcTicks">Its wall clock, in ticks of 100 ns.</param>
internal sealed record ClockAnswer(int Number, long MonotonicNanos, long UtcTicks);
