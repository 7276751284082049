using System.CommandLine;
using System.CommandLine.Parsing;
using Dyno.Results.Problems;

namespace Dyno.Cli.Parsing;

/// <summary>A command whose words are read further than by the parser.</summary>
internal interface IReadingCommand
{
    /// <summary>
    /// What its options contradict. No validator of the parser: that leaves out what is wrong with single options as soon as the
    /// command itself has an error.
    /// </summary>
    IEnumerable<string> Contradictions(CommandResult command);

    /// <summary>What is wrong beside that which the parser has found; nothing is sent, built or started for it.</summary>
    /// <param name="parsed">A command line that the parser refused.</param>
    IEnumerable<Problem> ProblemsBeside(ParseResult parsed);
}
