using static Dyno.Cli.Symbols;

namespace Dyno.Cli;

/// <summary><c>dyno agent</c>: makes this machine an agent of a fleet.</summary>
internal sealed class AgentCommand : DocumentedCommand
{
    // Kubernetes sets this variable in each pod of an Indexed Job.
    private const string IndexVariable = "JOB_COMPLETION_INDEX";
    private readonly Terminal _terminal;
    private readonly Option<string?> _join = Text("--join", "URL", "The NATS server of the fleet: nats://host:4222");
    private readonly Option<string?> _name = Text("--name", "NAME", "The agent's name in the fleet (default: this machine's name)");
    private readonly Option<bool> _mayStart = Flag("--may-start", "Allow runs to start programs under test on this machine (--subject-on NAME)");
    private readonly Option<string?> _address = Text("--address", "IP", "Address at which other machines reach these programs (default: the address from which this machine reaches the fleet)");
    private readonly Option<bool> _once = Flag("--once", "Leave the fleet after one run");
    private readonly Option<string?> _patience = Text("--patience", "TIME", "How long to wait for the NATS server (default: no wait)");
    private readonly Option<string?> _key = Text("--fleet-key", "FILE", "The fleet's key (default: DYNO_FLEET_KEY, or ~/.dyno/fleet.key)");
    private readonly Option<string?> _credentials = Text("--fleet-creds", "FILE", "NATS credentials file (.creds)");

    public AgentCommand(Terminal terminal) : base("agent", "Join a fleet, and run shares of loads for anyone with the fleet's key, until Ctrl-C.")
    {
        _terminal = terminal;
        AddGroupedOptions();
        SetAction((parsed, _) => RunAsync(parsed));
    }

    public override IReadOnlyList<OptionGroup> Groups => [new("Agent", _join, _name, _mayStart, _address, _once, _patience, _key, _credentials)];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("On each machine that generates load", "dyno agent --join nats://10.0.0.5:4222"),
        new("On the server's machine: dyno run … --subject-on NAME starts the server there", "dyno agent --join nats://10.0.0.5:4222 --may-start"),
        new("Then on any of these machines", "dyno run load.http --fleet nats://10.0.0.5:4222 --agents 3"),
    ];

    private async Task<int> RunAsync(ParseResult parsed)
    {
        using var progress = new ProgressLines(_terminal, isQuiet: false);
        using var interruption = new Interruption(_terminal, _ => progress.Say("leaving the fleet"));
        var url = parsed.GetValue(_join) ?? throw new UserFault("an agent needs a fleet to join", "write --join nats://host:4222");
        var index = int.TryParse(Environment.GetEnvironmentVariable(IndexVariable), CultureInfo.InvariantCulture, out var own) ? own : (int?)null;
        var address = new FleetAddress(url, parsed.GetValue(_credentials));
        await new Agent(new AgentOptions
        {
            Address = address,
            Key = FleetKey.Load(parsed.GetValue(_key)),
            Name = AgentCard.NameOf(parsed.GetValue(_name) ?? (index is null ? Environment.MachineName : $"agent-{index}")),
            Index = index,
            LeavesAfterRun = parsed.GetValue(_once),
            Patience = PatienceOf(parsed.GetValue(_patience)),
            Program = ThisProgram.Words,
            Ceiling = CalibrationStore.OfUser().CeilingOf(Math.Clamp(Environment.ProcessorCount / 2, 1, 8)),
            SubjectAddress = parsed.GetValue(_mayStart) ? AddressOf(parsed.GetValue(_address), address) : null,
            Say = progress.Say,
        }).RunAsync(interruption.Signals.Stopping);
        return ExitCode.Success;
    }

    private static TimeSpan PatienceOf(string? text) => text is null ? TimeSpan.Zero
        : DurationText.TryParseTyped(text, out var time) ? time : throw new UserFault($"'{text}' is not a time", "write --patience 5m");

    private static string AddressOf(string? given, FleetAddress fleet)
    {
        if (given is null) return fleet.OwnAddress().ToString();
        return IPAddress.TryParse(given, out var address) && address.AddressFamily == AddressFamily.InterNetwork ? address.ToString()
            : throw new UserFault($"'{given}' is not an address of this machine", "write --address 10.0.0.7");
    }
}
