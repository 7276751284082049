namespace Dyno.Load;

/// <summary>A load that can be run. It is used by one flow of control and run once.</summary>
public interface IOpenLoad : IAsyncDisposable
{
    /// <summary>
    /// The plan of the load, also for callers that pace the load themselves (slices, a search over rates). Null for a program, whose plan
    /// is known only when it runs.
    /// </summary>
    TestPlan? Plan { get; }

    /// <summary>Warnings about the load that do not prevent a run, in the order of its file.</summary>
    ImmutableArray<string> Warnings { get; }

    /// <summary>Runs the load to its end.</summary>
    /// <returns>The result of the run. Only a program may make several runs, or none.</returns>
    /// <exception cref="UserFault">The load cannot run; nothing was sent.</exception>
    Task<ImmutableArray<RunResult>> RunAsync(RunnerOptions options);

    /// <summary>Called when the run is over. Returns what the load itself adds to its result and everything else that it produces.</summary>
    /// <param name="result">The result as it will be reported.</param>
    Task<FinishedLoad> FinishAsync(RunResult result);

    /// <summary>Describes as JSON what the load would do. Nothing is sent.</summary>
    /// <exception cref="UserFault">The load cannot be described.</exception>
    Task<string> InspectAsync();
}
