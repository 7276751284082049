using System.CommandLine;
using Dyno.Cli.Exit;
using Dyno.Cli.Help;

namespace Dyno.Cli.Parsing;

/// <summary>The root: what Dyno is for, and where to go from there.</summary>
internal sealed class DynoCommand() : RootCommand(
    "Dyno puts a .NET web API on the dynamometer: it loads it, and says how fast it is, or why the numbers cannot be trusted."),
    IDocumentedCommand
{
    /// <inheritdoc/>
    public IReadOnlyList<OptionGroup> Groups => [new("Options", [.. Options])];

    /// <inheritdoc/>
    public IReadOnlyList<Example> Examples { get; } =
    [
        new("Load a server that runs already", "dyno run http://localhost:5000/hello -c 64 -d 10s"),
        new("Build, start, load and stop a project", "dyno run /hello --subject src/Hello"),
        new("See the latest result again", "dyno report last"),
        new("All options of a command", "dyno run --help"),
    ];

    /// <inheritdoc/>
    public string Epilogue => ExitCodeTable.Text;
}
