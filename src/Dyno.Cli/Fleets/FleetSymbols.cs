using static Dyno.Cli.Symbols;

namespace Dyno.Cli;

/// <summary>The options of <c>dyno run</c> that spread a load over machines.</summary>
internal sealed class FleetSymbols
{
    private readonly Option<string?> _fleet = Text("--fleet", "URL", "Run on the agents (dyno agent) of the fleet at this NATS server: nats://host:4222");
    private readonly Option<int?> _agents = Number("--agents", "N", "Number of agents (default: all that are free)");
    private readonly Option<string?> _subjectOn = Text("--subject-on", "NAME", "Start the program of --subject on this agent's machine (dyno agent --may-start); with --agents 0 the load comes from this machine");
    private readonly Option<string?> _onLost = Choice("--on-lost", "When an agent is lost: stop the run, or continue with less load (default: stop)", "stop", "continue");
    private readonly Option<string?> _patience = Text("--patience", "TIME", "How long to wait for the agents (default: 10s)");
    private readonly Option<bool> _weighted = Flag("--weighted", "Weight shares by the agents' calibrated ceilings (default: equal shares)");
    private readonly Option<string?> _lease = Text("--lease", "TIME", "How long an agent continues without a message from this machine (default: 10s)");
    private readonly Option<string[]> _ship = Many("--ship", "PATH", "A file or folder that the load needs and Dyno does not detect; may be repeated");
    private readonly Option<string?> _key = Text("--fleet-key", "FILE", "The fleet's key (default: DYNO_FLEET_KEY, or ~/.dyno/fleet.key)");
    private readonly Option<string?> _credentials = Text("--fleet-creds", "FILE", "NATS credentials file (.creds)");

    public ImmutableArray<Option> Options => [_fleet, _agents, _subjectOn, _patience, _onLost, _weighted, _lease, _ship, _key, _credentials];

    /// <summary>The fleet that the command line asks for; null without a fleet.</summary>
    public FleetRequest? Read(ParseResult parsed) => parsed.ValidValue(_fleet) is not { } url ? null : new FleetRequest
    {
        Address = new FleetAddress(url, parsed.ValidValue(_credentials)),
        KeyFile = parsed.ValidValue(_key),
        Agents = parsed.ValidValue(_agents),
        SubjectOn = parsed.ValidValue(_subjectOn),
        Servers = parsed.ValidValue(_subjectOn) is { } server ? [server] : [],
        ContinuesWhenLost = parsed.ValidValue(_onLost) == "continue",
        IsWeighted = parsed.ValidValue(_weighted),
        Patience = parsed.ValidValue(_patience),
        Lease = parsed.ValidValue(_lease),
        Ships = [.. parsed.ValidValue(_ship) ?? []],
    };

    /// <summary>Messages about options that need a fleet when there is none, and about <c>--subject-on</c> without a program.</summary>
    public IEnumerable<string> WithoutFleet(CommandResult command, Option subject)
    {
        if (command.GetResult(_subjectOn) is not null && command.GetResult(subject) is null) yield return "--subject-on needs a program to start: add --subject PATH";
        if (command.GetResult(_fleet) is not null) yield break;
        foreach (var option in Options.Skip(1))
            if (command.GetResult(option) is { Implicit: false }) yield return $"{option.Name} needs a fleet: add --fleet nats://host:4222";
    }
}

/// <summary>What a command line asks of a fleet.</summary>
internal sealed record FleetRequest
{
    private static readonly TimeSpan LeastLease = TimeSpan.FromSeconds(2);

    /// <summary>Address where the fleet meets.</summary>
    public required FleetAddress Address { get; init; }

    /// <summary>File of the fleet's key; null: the usual places of keys.</summary>
    public string? KeyFile { get; init; }

    /// <summary>Number of agents; null: all that are free.</summary>
    public int? Agents { get; init; }

    /// <summary>The agent whose machine starts the program under test; null: this machine starts it.</summary>
    public string? SubjectOn { get; init; }

    /// <summary>Agents that send no load, because programs under test run on their machines.</summary>
    public ImmutableArray<string> Servers { get; init; } = [];

    /// <summary>Whether this machine sends the load, and only the program under test is on another machine.</summary>
    public bool IsLoadHere => Agents == 0 && SubjectOn is not null;

    /// <summary>Whether the run continues with the other agents when an agent is lost.</summary>
    public bool ContinuesWhenLost { get; init; }

    /// <summary>Whether shares are weighted by the agents' calibrated ceilings.</summary>
    public bool IsWeighted { get; init; }

    /// <summary>The lease as the user wrote it; null: the default.</summary>
    public string? Lease { get; init; }

    /// <summary>How long to wait for the agents, as the user wrote it; null: the default.</summary>
    public string? Patience { get; init; }

    /// <summary>Files and folders to ship in addition to those that Dyno finds.</summary>
    public ImmutableArray<string> Ships { get; init; } = [];

    /// <summary>The words of the command line for the agents, without the target.</summary>
    public ImmutableArray<string> Words { get; init; } = [];

    /// <summary>The lease: how long an agent continues without a message from this machine.</summary>
    public TimeSpan LeaseTime => Lease is not null && DurationText.TryParseTyped(Lease, out var time) ? time : TimeSpan.FromSeconds(10);

    /// <summary>How long to wait for the agents.</summary>
    public TimeSpan PatienceTime => Patience is not null && DurationText.TryParseTyped(Patience, out var time) ? time : TimeSpan.FromSeconds(10);

    /// <summary>Loads the fleet's key.</summary>
    /// <exception cref="UserFault">There is no key.</exception>
    public FleetKey LoadKey() => FleetKey.Load(KeyFile);

    public IEnumerable<Problem> Problems()
    {
        if (Agents is < 1 or > 1000 && !IsLoadHere)
            yield return new Problem("--agents", null, null, $"{Agents} is not a number of agents", "write 1 to 1000, or 0 with --subject-on to load from this machine");
        if (Lease is not null && (!DurationText.TryParseTyped(Lease, out var time) || time < LeastLease))
            yield return new Problem("--lease", null, null, $"'{Lease}' is not a time of at least {LeastLease.TotalSeconds:0} s", "write 10s");
        if (Patience is not null && !(DurationText.TryParseTyped(Patience, out var patience) && patience > TimeSpan.Zero))
            yield return new Problem("--patience", null, null, $"'{Patience}' is not a time above zero", "write 5m");
        foreach (var path in Ships.Where(path => !Path.Exists(path)))
            yield return new Problem("--ship", null, null, $"{path} does not exist", "name a file or a folder");
    }
}
