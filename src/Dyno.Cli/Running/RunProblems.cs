using System.Collections.Immutable;
using Dyno.Cli.Outputs;
using Dyno.Results.Problems;

namespace Dyno.Cli.Running;

/// <summary>Everything that is wrong with what the user asked of <c>dyno run</c>; nothing is sent, built or started to find it out.</summary>
internal static class RunProblems
{
    /// <summary>All of it; empty when nothing is wrong.</summary>
    public static ImmutableArray<Problem> Of(RunOptions options) => [.. options.Load.Problems(options.Subject is not null), .. BesideTheLoad(options)];

    /// <summary>What is wrong with the program under test, the results and the outputs.</summary>
    public static ImmutableArray<Problem> BesideTheLoad(RunOptions options)
    {
        var problems = new List<Problem>();
        if (options.Subject is { } subject) SubjectPlanReader.Read(subject, problems);
        if (options is { SubjectFleet: { IsLoadHere: true } fleet }) problems.AddRange(fleet.Problems());
        return [.. problems, .. options.Load.ProblemsOfPlaces(), .. ResultFiles.ProblemsOf(options), .. RunOutputs.ProblemsOf(options.Outputs)];
    }
}
