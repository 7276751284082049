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

    /// <summary>A call that answers with a value, such as an invocation of a SignalR hub: good when it returns, failed when it throws.</summary>
    /// <param name="name">The row it is counted in.</param>
    /// <param name="context">The iteration.</param>
    /// <param name="call">The call; its token is cancelled when the iteration is cut.</param>
    /// <returns>What it returned, as the payload.</returns>
    public static Task<Response<T>> Call<T>(string name, IScenarioContext context, Func<CancellationToken, Task<T>> call)
    {
        ArgumentNullException.ThrowIfNull(call);
        return Run(name, context, async () => Response.Ok<T>(payload: await call(context.ScenarioCancellationToken).ConfigureAwait(false)));
    }

    /// <summary>A call that answers without a value.</summary>
    /// <inheritdoc cref="Call{T}(string, IScenarioContext, Func{CancellationToken, Task{T}})"/>
    public static Task<Response<object>> Call(string name, IScenarioContext context, Func<CancellationToken, Task> call)
    {
        ArgumentNullException.ThrowIfNull(call);
        return Run(name, context, async () =>
        {
            await call(context.ScenarioCancellationToken).ConfigureAwait(false);
            return Response.Ok();
        });
    }

    /// <summary>
    /// A stream, read to its end: the step is the whole of it. The row <c>NAME (first item)</c> has the time to its first item,
    /// <c>NAME (next item)</c> the times between two.
    /// </summary>
    /// <param name="name">The row it is counted in.</param>
    /// <param name="context">The iteration.</param>
    /// <param name="open">Opens the stream; its token is cancelled when the iteration is cut.</param>
    /// <returns>The number of items, as the payload.</returns>
    public static Task<Response<long>> Stream<T>(string name, IScenarioContext context, Func<CancellationToken, IAsyncEnumerable<T>> open)
    {
        ArgumentNullException.ThrowIfNull(open);
        return Run(name, context, () => ItemTimes.ReadAsync(open, StepParts.Of(context, name), context.ScenarioCancellationToken));
    }

    /// <summary>
    /// One message to many receivers: the step is over when the last of them has it. The row <c>NAME (received)</c> has the time
    /// of each receiver, from the start of the step; one that does not have it in time counts as a time-out.
    /// </summary>
    /// <param name="name">The row it is counted in.</param>
    /// <param name="context">The iteration.</param>
    /// <param name="broadcast">Who receives; the handlers call <see cref="Scenarios.Broadcast.Received"/>.</param>
    /// <param name="send">Sends the message, with the id that it is given in it.</param>
    /// <param name="timeout">How long the last receiver may take, from the start of the step. Default 10 seconds.</param>
    /// <returns>How many have received it, as the payload.</returns>
    public static Task<Response<int>> Broadcast(string name, IScenarioContext context, Broadcast broadcast, Func<string, Task> send, TimeSpan? timeout = null)
    {
        ArgumentNullException.ThrowIfNull(broadcast);
        ArgumentNullException.ThrowIfNull(send);
        var longest = timeout ?? TimeSpan.FromSeconds(10);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(longest, TimeSpan.Zero, nameof(timeout));
        return Run(name, context, () => broadcast.SendAsync(send, longest, StepParts.Of(context, name), context.ScenarioCancellationToken));
    }
}
