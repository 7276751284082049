namespace Dyno.Scenarios;

/// <summary>Parts of an iteration with figures of their own.</summary>
public static class Step
{
    /// <summary>Runs a step and records its time and its result.</summary>
    /// <param name="name">
    /// The row in which the step is counted. Use one name for one kind of request: a name with an id in it would make a row for each
    /// id. Beyond 200 rows, all further names share one row.
    /// </param>
    /// <param name="context">The iteration.</param>
    /// <param name="run">The step. An exception makes the step a failed one with the code −101; a time-out or cancellation gives the code −100.</param>
    /// <returns>The response. A failed response ends the iteration here, unless <c>WithRestartIterationOnFail(false)</c> is set.</returns>
    public static Task<Response<T>> Run<T>(string name, IScenarioContext context, Func<Task<Response<T>>> run)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(context);
        ArgumentNullException.ThrowIfNull(run);
        return context is ScenarioContext live ? live.RunStepAsync(name, run) : run();
    }

    /// <summary>
    /// Runs a call that answers with a value, such as an invocation of a SignalR hub. The step is good when the call returns, and
    /// failed when it throws.
    /// </summary>
    /// <param name="name">The row in which the call is counted.</param>
    /// <param name="context">The iteration.</param>
    /// <param name="call">The call; its token is cancelled when the iteration is cut.</param>
    /// <returns>The value that the call returned, as the payload.</returns>
    public static Task<Response<T>> Call<T>(string name, IScenarioContext context, Func<CancellationToken, Task<T>> call)
    {
        ArgumentNullException.ThrowIfNull(call);
        return Run(name, context, async () => Response.Ok<T>(payload: await call(context.ScenarioCancellationToken).ConfigureAwait(false)));
    }

    /// <summary>Runs a call that answers without a value.</summary>
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
    /// Reads a stream to its end as one step. The row <c>NAME (first item)</c> has the time to the first item,
    /// <c>NAME (next item)</c> the times between two items.
    /// </summary>
    /// <param name="name">The row in which the stream is counted.</param>
    /// <param name="context">The iteration.</param>
    /// <param name="open">Opens the stream; its token is cancelled when the iteration is cut.</param>
    /// <returns>The number of items, as the payload.</returns>
    public static Task<Response<long>> Stream<T>(string name, IScenarioContext context, Func<CancellationToken, IAsyncEnumerable<T>> open)
    {
        ArgumentNullException.ThrowIfNull(open);
        return Run(name, context, () => ItemTimes.ReadAsync(open, StepParts.Of(context, name), context.ScenarioCancellationToken));
    }

    /// <summary>
    /// Sends one message to many receivers. The step ends when the last receiver has the message. The row <c>NAME (received)</c> has
    /// the time of each receiver, from the start of the step. A receiver that does not have the message in time counts as a time-out.
    /// </summary>
    /// <param name="name">The row in which the broadcast is counted.</param>
    /// <param name="context">The iteration.</param>
    /// <param name="broadcast">The receivers, whose handlers call <see cref="Scenarios.Broadcast.Received"/>.</param>
    /// <param name="send">Sends a message that carries the given id.</param>
    /// <param name="timeout">How long the last receiver may take, from the start of the step. Default 10 seconds.</param>
    /// <returns>Number of receivers that have the message, as the payload.</returns>
    public static Task<Response<int>> Broadcast(string name, IScenarioContext context, Broadcast broadcast, Func<string, Task> send, TimeSpan? timeout = null)
    {
        ArgumentNullException.ThrowIfNull(broadcast);
        ArgumentNullException.ThrowIfNull(send);
        var longest = timeout ?? TimeSpan.FromSeconds(10);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(longest, TimeSpan.Zero, nameof(timeout));
        return Run(name, context, () => broadcast.SendAsync(send, longest, StepParts.Of(context, name), context.ScenarioCancellationToken));
    }
}
