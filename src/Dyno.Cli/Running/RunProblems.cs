namespace Dyno.Cli;

/// <summary>All problems of what the user asked of <c>dyno run</c>. Nothing is sent, built or started to find them.</summary>
internal static class RunProblems
{
    /// <summary>All problems; empty when there are none.</summary>
    public static ImmutableArray<Problem> Of(RunOptions options) => [.. options.Load.Problems(options.Subject is not null), .. BesideTheLoad(options)];

    /// <summary>The problems of the program under test, the results and the outputs.</summary>
    public static ImmutableArray<Problem> BesideTheLoad(RunOptions options)
    {
        var problems = new List<Problem>();
        if (options.Subject is { } subject) SubjectPlanReader.Read(subject, problems);
        if (options.Elsewhere is { } elsewhere) problems.AddRange(elsewhere.Problems(options.Subject is not null));
        if (options is { Elsewhere: not null, Growth: not null })
            problems.Add(new Problem("--server-metrics", null, null, "growth is watched in a process on this machine, and not by metrics", "run dyno soak on the server's machine, or write dyno run"));
        if (options is { SubjectFleet: { IsLoadHere: true } fleet }) problems.AddRange(fleet.Problems());
        if (options is { Profiles: true, SubjectFleet: not null })
            problems.Add(new Problem("--profile", null, null, "the program runs on another machine, whose CPU cannot be sampled from here", "leave out --profile, or run the program on this machine"));
        if (options is { FailsOnGrowth: true, Growth: null })
            problems.Add(new Problem("--fail-on", null, null, "only dyno soak watches what grows", "write dyno soak instead of dyno run, or leave out --fail-on growth"));
        return [.. problems, .. options.Load.ProblemsOfPlaces(), .. ResultFiles.ProblemsOf(options), .. RunOutputs.ProblemsOf(options.Outputs)];
    }
}
