namespace Dyno.Scenarios;

/// <summary>The host of a session: the listeners that hear of its progress, and the signals that stop it.</summary>
internal sealed record SessionHost
{
    public ImmutableArray<IRunListener> Listeners { get; init; } = [];

    public RunSignals Signals { get; init; } = new();

    /// <summary>The channel that begins and ends the run, where the run is a share of a fleet's load; null otherwise.</summary>
    public ShareChannel? Share { get; init; }

    /// <summary>The processes of the fleet on this machine.</summary>
    public ImmutableArray<int> Company { get; init; } = [];

    /// <summary>Takes the lines that the load's code writes; null to discard them.</summary>
    public Action<string>? Log { get; init; }
}
