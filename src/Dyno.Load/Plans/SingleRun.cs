namespace Dyno.Load;

/// <summary>Runs a load that must make exactly one run, as in a trial of an experiment.</summary>
public static class SingleRun
{
    /// <summary>Runs the load.</summary>
    /// <exception cref="UserFault">The load cannot run, or it did not make exactly one run.</exception>
    public static async Task<RunResult> RunOnceAsync(this IOpenLoad load, RunnerOptions options) => Of(await load.RunAsync(options));

    /// <summary>Returns the only run.</summary>
    /// <exception cref="UserFault">There is not exactly one run.</exception>
    public static RunResult Of(ImmutableArray<RunResult> runs) => runs is [var only] ? only
        : throw new UserFault($"the load makes {runs.Length} runs, but a trial is one run", "write a separate program for each run");
}
