using System.Collections.Immutable;
using System.CommandLine;
using Dyno.Cli.Outputs;
using Dyno.Cli.Running;
using Dyno.K6.Options;
using Dyno.Observation.Machines;
using Dyno.Results.Problems;

namespace Dyno.Cli.Scripts;

/// <summary>
/// Everything that is wrong with what the user asked of a script beside what the script says; nothing is sent, built, started or run to
/// find it out.
/// </summary>
internal static class ScriptProblems
{
    /// <summary>Does nothing when results, outputs and the log can go where the user wants them.</summary>
    /// <exception cref="UserFault">They cannot: all that is wrong, with the options and the program under test, too.</exception>
    public static void ThrowUnlessWritable(ScriptOptions options)
    {
        if (OfPlaces(options).Length > 0) throw new UserFault(Of(options));
    }

    /// <summary>All of it; empty when nothing is wrong.</summary>
    public static ImmutableArray<Problem> Of(ScriptOptions options)
    {
        var problems = new List<Problem>();
        if (options.Subject is { } subject) SubjectPlanReader.Read(subject, problems);
        var ofOptions = OptionFlags.ProblemsOf(options.Script, ProcessVariables.Read(), options.Flags);
        return [.. OfScript(options.Script), .. problems, .. ofOptions, .. OfPlaces(options)];
    }

    /// <summary>What is wrong beside that which the parser has found.</summary>
    /// <param name="parsed">A command line that the parser refused.</param>
    /// <param name="symbols">Its symbols.</param>
    /// <param name="programArguments">The words after <c>--</c>.</param>
    public static IEnumerable<Problem> Beside(ParseResult parsed, ScriptSymbols symbols, IReadOnlyList<string> programArguments)
    {
        var problems = new List<Problem>();
        var options = ScriptOptionsReader.Read(parsed, symbols, problems, programArguments);
        return [.. problems, .. Of(options)];
    }

    // A script that is missing, or an unknown option in its place, was told by the parser.
    private static IEnumerable<Problem> OfScript(string script)
    {
        if (script.Length > 0 && script[0] != '-' && !File.Exists(script))
            yield return new Problem(script, null, null, "there is no such script", "name a .js, .ts or .tar file, or - for standard input");
    }

    private static ImmutableArray<Problem> OfPlaces(ScriptOptions options) =>
    [
        .. ResultFiles.ProblemsOf(options.ResultFile, options.SummaryFile, options.Reports),
        .. RunOutputs.ProblemsOf(options.LiveOutputs),
        .. ScriptLogs.ProblemsOf(options),
    ];
}
