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

    public static ImmutableArray<string> Of(ParseResult parsed, SharedOptions shared)
    {
        HashSet<string> left = [.. OfCoordinator, .. shared.Fleet.Options.Concat(shared.OfCoordinator).Select(option => option.Name)];
        return
        [
            .. parsed.CommandResult.Children.OfType<OptionResult>().Where(given => !given.Implicit && !left.Contains(given.Option.Name))
                .SelectMany(given => given.Tokens.Count == 0 ? [given.Option.Name] : given.Tokens.Select(token => Word(given.Option.Name, token.Value))),
        ];
    }

    private static string Word(string option, string value) => $"{option}={(OfMachine.Contains(option) ? value : Local(value))}";

    // Files are named from the folder that the words are said in: that folder is the agent's, too.
    private static string Local(string value) =>
        Path.IsPathFullyQualified(value) && File.Exists(value) ? Path.GetRelativePath(Environment.CurrentDirectory, value) : value;
}
