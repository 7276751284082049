namespace Dyno.Cli;

/// <summary>Selects the words of a command line that describe the load. Agents receive these words.</summary>
internal static class FleetWords
{
    // Only the coordinator uses these options: they concern the results, the interfaces and the division of the load.
    private static readonly string[] OfCoordinator =
        ["--out", "--layout", "--full", "--subject-args", "--linger", "--address", "--paused", "--console-output", "--log-output", "--execution-segment", "--execution-segment-sequence"];

    // Each machine has its own files for these options.
    private static readonly string[] OfMachine = ["--key", "--cert"];

    // The values of these options are folders. In other options, /orders is a path on a server, even when this machine has such a folder.
    private static readonly string[] OfFolders = ["--import-path"];

    public static ImmutableArray<string> Of(ParseResult parsed, SharedOptions shared)
    {
        HashSet<string> left = [.. OfCoordinator, .. shared.Fleet.Options.Concat(shared.OfCoordinator).Select(option => option.Name)];
        return
        [
            .. parsed.CommandResult.Children.OfType<OptionResult>().Where(given => !given.Implicit && !left.Contains(given.Option.Name))
                .SelectMany(given => given.Tokens.Count == 0 ? [given.Option.Name] : given.Tokens.Select(token => Word(given.Option.Name, token.Value))),
        ];
    }

    /// <summary>
    /// The value of an option, with the full path of a file made relative to the current folder. The agent has the same folder, so the
    /// relative path is valid there, too.
    /// </summary>
    public static string Local(string option, string value) =>
        !OfMachine.Contains(option) && Path.IsPathFullyQualified(value)
            && (File.Exists(value) || (OfFolders.Contains(option) && Directory.Exists(value)))
            ? Path.GetRelativePath(Environment.CurrentDirectory, value) : value;

    private static string Word(string option, string value) => $"{option}={Local(option, value)}";
}
