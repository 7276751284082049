using Dyno.Scenarios.Running;

namespace Dyno.Scenarios;

/// <summary>Parts of an iteration with figures of their own.</summary>
public static class Step
{
    /// <summary>Runs a step and records how long it took and what became of it.</summary>
    /// <param name="name">
    /// The row it is counted in. One name for one kind of request: a name with an id in it would make a row of its own
    /// per id; beyond 200 rows the rest shares one.
    /// </param>
    /// <param name="context">The iteration.</param>
    /// <param name="run">
    /// The step. An exception makes it a failed one with the code −101, a time-out or cancellation one with −100.
    /// </param>
    /// <returns>
    /// The response. A failed one ends the iteration here, unless <c>WithRestartIterationOnFail(false)</c> was said.
    /// </returns>
    public static Task<Response<T>> Run<T>(string name, IScenarioContext context, Func<Task<Response<T>>> run)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(context);
        ArgumentNullException.ThrowIfNull(run);
        return context is ScenarioContext live ? live.RunStepAsync(name, run) : run();
    }
}
