using System.Collections.Immutable;
using Dyno.Load.Running;
using Dyno.Results.Problems;
using Dyno.Results.Runs;

namespace Dyno.Load.Plans;

/// <summary>A load that can be run. Used by one flow of control, and run once.</summary>
public interface IOpenLoad : IAsyncDisposable
{
    /// <summary>
    /// What it will do, for everyone who paces it by himself, too (slices, a search over rates); null for a program, which says it only
    /// when it runs.
    /// </summary>
    TestPlan? Plan { get; }

    /// <summary>What is odd about it but prevents nothing, in the order of its file.</summary>
    ImmutableArray<string> Warnings { get; }

    /// <summary>Runs it to its end.</summary>
    /// <param name="options">Signals, clock, listeners and probes.</param>
    /// <returns>Its run; several only of a program that makes several; none of a program that made none.</returns>
    /// <exception cref="UserFault">It cannot run; nothing was sent.</exception>
    Task<ImmutableArray<RunResult>> RunAsync(RunnerOptions options);

    /// <summary>The run is over: what the load itself adds to its result and leaves behind.</summary>
    /// <param name="result">What was measured, as it will be reported.</param>
    Task<FinishedLoad> FinishAsync(RunResult result);

    /// <summary>What it would do, as JSON. Nothing is sent.</summary>
    /// <exception cref="UserFault">It cannot be told.</exception>
    Task<string> InspectAsync();
}
