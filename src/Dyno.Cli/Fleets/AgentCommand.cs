using System.CommandLine;
using Dyno.Cli.Doctor;
using Dyno.Cli.Exit;
using Dyno.Cli.Help;
using Dyno.Cli.Parsing;
using Dyno.Cli.Progress;
using Dyno.Fleet.Agents;
using Dyno.Fleet.Messages;
using Dyno.Fleet.Trust;
using Dyno.Fleet.Wire;
using Dyno.Results.Problems;
using static Dyno.Cli.Parsing.Symbols;

namespace Dyno.Cli.Fleets;

/// <summary><c>dyno agent</c>: this machine as one of a fleet.</summary>
internal sealed class AgentCommand : DocumentedCommand
{
    private readonly Terminal _terminal;
    private readonly Option<string?> _join = Text("--join", "URL", "The NATS server where the fleet meets: nats://host:4222");
    private readonly Option<string?> _name = Text("--name", "NAME", "Its name in the fleet (default: this machine's)");
    private readonly Option<string?> _key = Text("--fleet-key", "FILE", "The fleet's key (default: DYNO_FLEET_KEY, or ~/.dyno/fleet.key)");
    private readonly Option<string?> _credentials = Text("--fleet-creds", "FILE", "Credentials of NATS (.creds)");

    public AgentCommand(Terminal terminal) : base("agent", "Join a fleet: run shares of loads for whoever has its key, until Ctrl-C.")
    {
        _terminal = terminal;
        AddGroupedOptions();
        SetAction((parsed, _) => RunAsync(parsed));
    }

    public override IReadOnlyList<OptionGroup> Groups => [new("Agent", _join, _name, _key, _credentials)];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("On each machine that is to load", "dyno agent --join nats://10.0.0.5:4222"),
        new("Then on any of them", "dyno run load.http --fleet nats://10.0.0.5:4222 --agents 3"),
    ];

    private async Task<int> RunAsync(ParseResult parsed)
    {
        using var progress = new ProgressLines(_terminal, isQuiet: false);
        using var interruption = new Interruption(_ => progress.Say("leaving the fleet"));
        var url = parsed.GetValue(_join) ?? throw new UserFault("an agent needs a fleet to join", "write --join nats://host:4222");
        await new Agent(new AgentOptions
        {
            Address = new FleetAddress(url, parsed.GetValue(_credentials)),
            Key = FleetKey.Load(parsed.GetValue(_key)),
            Name = AgentCard.NameOf(parsed.GetValue(_name) ?? Environment.MachineName),
            Program = ThisProgram.Words,
            Ceiling = CalibrationStore.OfUser().CeilingOf(Math.Clamp(Environment.ProcessorCount / 2, 1, 8)),
            Say = progress.Say,
        }).RunAsync(interruption.Signals.Stopping);
        return ExitCode.Success;
    }
}
