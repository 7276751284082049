namespace Dyno.Cli;

/// <summary>A command that checks its command line beyond the checks of the parser.</summary>
internal interface IReadingCommand
{
    /// <summary>
    /// Messages about options that contradict each other. This is no validator of the parser, because the parser drops the errors of single
    /// options as soon as the command itself has an error.
    /// </summary>
    IEnumerable<string> Contradictions(CommandResult command);

    /// <summary>The problems beside those that the parser found. Nothing is sent, built or started to find them.</summary>
    /// <param name="parsed">The parsed command line, which may have errors.</param>
    IEnumerable<Problem> OtherProblems(ParseResult parsed);
}
