namespace Dyno.Cli;

/// <summary><c>dyno fleet</c>: several machines as one load generator.</summary>
internal sealed class FleetCommand : DocumentedCommand
{
    public FleetCommand(Terminal terminal)
        : base("fleet", "Load one server from several machines: try a fleet here, create its key, collect a result.")
    {
        Add(new FleetTryCommand(terminal));
        Add(new FleetKeyCommand(terminal));
        Add(new FleetCollectCommand(terminal));
    }

    public override IReadOnlyList<OptionGroup> Groups => [];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("A fleet of two agents on this machine, for a first look", "dyno fleet try"),
        new("On real machines: one key for all, an agent on each, and a run on any",
            "dyno fleet key\n  dyno agent --join nats://host:4222\n  dyno run load.http --fleet nats://host:4222 --agents 3"),
        new("The result of a run whose coordinator died", "dyno fleet collect 20261125-101500-ab12 --fleet nats://host:4222"),
    ];

    public override string Epilogue => ExitCodeTable.Text;
}
