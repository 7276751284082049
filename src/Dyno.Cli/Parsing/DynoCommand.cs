namespace Dyno.Cli;

/// <summary>The root: what Dyno is for, and where to go from there.</summary>
internal sealed class DynoCommand() : RootCommand(
    "Dyno is a dynamometer for .NET web APIs: it loads an API, and reports how fast the API is, or why the numbers cannot be trusted."),
    IDocumentedCommand
{
    public IReadOnlyList<OptionGroup> Groups => [new("Options", [.. Options])];

    public IReadOnlyList<CommandGroup> CommandGroups { get; } =
    [
        new("Measure", "run", "soak", "compare", "why", "bisect", "tune", "study", "init", "ci"),
        new("Read results", "report", "trend", "history", "show", "tag", "prune", "ui"),
        new("Prepare a load", "inspect", "convert", "archive"),
        new("Machines", "doctor", "agent", "fleet"),
        new("Coding agents and the shell", "mcp", "completion"),
    ];

    public IReadOnlyList<Example> Examples { get; } =
    [
        new("Load a server that already runs", "dyno run http://localhost:5000/hello -c 64 -d 10s"),
        new("Build, start, load and stop a project", "dyno run /hello --subject src/Hello"),
        new("Is a branch faster than main?", "dyno compare --git main..my-branch --project src/Hello --load /hello"),
        new("Does anything grow in two hours?", "dyno soak /hello --subject src/Hello -d 2h --rate 200/s"),
        new("How much load does it take?", "dyno tune /hello --subject src/Hello --goal 'p99 < 20ms'"),
        new("See the latest result again", "dyno report last"),
        new("All options of a command", "dyno run --help"),
    ];

    public string Epilogue => ExitCodeTable.Text;
}
