namespace Dyno.Cli;

/// <summary><c>dyno fleet key</c>: makes the key of a fleet.</summary>
internal sealed class FleetKeyCommand : DocumentedCommand
{
    private readonly Option<string?> _file = Symbols.Text("--fleet-key", "FILE", "File for the key (default: ~/.dyno/fleet.key, where agents look for it)");

    public FleetKeyCommand(Terminal terminal) : base("key", "Create the key of a fleet. Anyone with the key can run scripts on every agent.")
    {
        AddGroupedOptions();
        SetAction(parsed =>
        {
            var file = parsed.GetValue(_file) ?? FleetKey.UsualFile;
            FleetKey.Create().Save(file);
            terminal.Error.WriteLine($"{file}; copy it to ~/.dyno/fleet.key on every machine of the fleet, and keep the key secret");
            return ExitCode.Success;
        });
    }

    public override IReadOnlyList<OptionGroup> Groups => [new("Key", _file)];

    public override IReadOnlyList<Example> Examples { get; } = [new("Create the key once, and copy it", "dyno fleet key\n  scp ~/.dyno/fleet.key other-machine:.dyno/")];
}
