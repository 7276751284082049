namespace Dyno.Cli;

/// <summary>
/// The hidden command <c>dyno man FOLDER</c>: writes the manual pages of all commands, for those who make packages. They are made from the
/// help, so that a new option is in them without a change here.
/// </summary>
internal sealed class ManCommand : Command
{
    // Kinds of load whose options are their own: a target of each.
    private static readonly (string Page, string Target)[] Kinds = [("dyno-run-script", "script.js"), ("dyno-run-program", "load.cs")];

    public ManCommand(Terminal terminal) : base("man", "Write the manual pages of all commands into a folder.")
    {
        Hidden = true;
        var folder = new Argument<string>("FOLDER") { Description = "The folder, which is made where it is missing" };
        Add(folder);
        SetAction(parsed =>
        {
            var into = parsed.GetRequiredValue(folder);
            if (File.Exists(into)) throw new UserFault([new Problem("FOLDER", null, null, $"{into} is a file", "name a folder: dyno man share/man/man1")]);
            Directory.CreateDirectory(into);
            var pages = PagesOf(terminal);
            foreach (var (name, text) in pages) File.WriteAllText(Path.Combine(into, name + ".1"), text, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false));
            terminal.Out.WriteLine($"wrote {pages.Count} pages into {into}; read one: man {Path.Combine(into, "dyno.1")}");
            return ExitCode.Success;
        });
    }

    /// <summary>Each page's name and text.</summary>
    internal static IReadOnlyList<(string Name, string Text)> PagesOf(Terminal terminal) =>
    [
        .. CommandsOf(CommandLine.Create(terminal, []).Root).Select(command => (ManPage.NameOf(command), ManPage.Of(command, VersionLine.Number))),
        .. Kinds.Select(kind => (kind.Page, ManPage.Of(RunOf(terminal, kind.Target), VersionLine.Number, kind.Page))),
    ];

    private static Command RunOf(Terminal terminal, string target) =>
        CommandLine.Create(terminal, ["run", target]).Root.Subcommands.Single(command => command.Name == "run");

    private static IEnumerable<Command> CommandsOf(Command command) =>
        command.Subcommands.Where(sub => !sub.Hidden).SelectMany(CommandsOf).Prepend(command);
}
