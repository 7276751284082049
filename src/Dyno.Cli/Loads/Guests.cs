namespace Dyno.Cli;

/// <summary>
/// What the guests add to this program, in one place. Each guest implements its part in a file of its folder under <c>guests/</c>; where
/// the folder is gone, the part adds nothing.
/// </summary>
internal static partial class Guests
{
    public static ImmutableArray<LoadKind> Kinds()
    {
        var kinds = ImmutableArray.CreateBuilder<LoadKind>();
        AddKinds(kinds);
        return kinds.ToImmutable();
    }

    /// <summary>The commands of the guests, by their names.</summary>
    /// <param name="terminal">The terminal to which the commands write.</param>
    public static ImmutableArray<(string Name, Func<Command> Make)> Commands(Terminal terminal)
    {
        var commands = ImmutableArray.CreateBuilder<(string Name, Func<Command> Make)>();
        AddCommands(commands, terminal);
        return commands.ToImmutable();
    }

    /// <summary>Lets the readers of inputs read the files of other tools.</summary>
    public static void RegisterImporters() => AddImporters();

    static partial void AddKinds(ImmutableArray<LoadKind>.Builder kinds);

    static partial void AddCommands(ImmutableArray<(string Name, Func<Command> Make)>.Builder commands, Terminal terminal);

    static partial void AddImporters();
}
