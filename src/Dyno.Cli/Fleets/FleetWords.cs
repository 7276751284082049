using System.Collections.Immutable;
using System.CommandLine;
using System.CommandLine.Parsing;
using Dyno.Cli.Parsing;

namespace Dyno.Cli.Fleets;

/// <summary>The words of a command line that say what the load is: what agents are told.</summary>
internal static class FleetWords
{
    // What becomes of the result, and who speaks to whom, is the coordinator's.
    private static readonly string[] OfCoordinator =
        ["--out", "--layout", "--full", "--subject-args", "--linger", "--address", "--paused", "--console-output", "--log-output", "--execution-segment", "--execution-segment-sequence"];

    // Each machine has its own.
    private static readonly string[] OfMachine = ["--key", "--cert"];

    // Their values are folders; elsewhere /orders is a path of a server, whatever this machine has.
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
    /// A value of an option. Files are named from the folder that the words are said in: that folder is the agent's, too.
    /// </summary>
    public static string Local(string option, string value) =>
        !OfMachine.Contains(option) && Path.IsPathFullyQualified(value)
            && (File.Exists(value) || (OfFolders.Contains(option) && Directory.Exists(value)))
            ? Path.GetRelativePath(Environment.CurrentDirectory, value) : value;

    private static string Word(string option, string value) => $"{option}={Local(option, value)}";
}
