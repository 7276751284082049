using System.Collections.Immutable;
using Dyno.Load.Running;
using Dyno.Results.Problems;
using Dyno.Results.Runs;

namespace Dyno.Load.Plans;

/// <summary>A load where one run is wanted: a trial of an experiment.</summary>
public static class SingleRun
{
    /// <summary>Runs it.</summary>
    /// <exception cref="UserFault">It cannot run, or made several runs.</exception>
    public static async Task<RunResult> RunOnceAsync(this IOpenLoad load, RunnerOptions options)
    {
        ArgumentNullException.ThrowIfNull(load);
        return Of(await load.RunAsync(options));
    }

    /// <summary>The one run.</summary>
    /// <exception cref="UserFault">There are several.</exception>
    public static RunResult Of(ImmutableArray<RunResult> runs) => runs is [var only] ? only
        : throw new UserFault($"the load makes {runs.Length} runs; a trial is one", "make a program for each of them");
}
