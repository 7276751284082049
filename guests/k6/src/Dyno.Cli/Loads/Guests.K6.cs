namespace Dyno.Cli;

internal static partial class Guests
{
    static partial void AddKinds(ImmutableArray<LoadKind>.Builder kinds) => kinds.Add(new ScriptKind());

    static partial void AddCommands(ImmutableArray<(string Name, Func<Command> Make)>.Builder commands, Terminal terminal) =>
        commands.Add(("archive", () => new ArchiveCommand(terminal)));
}
