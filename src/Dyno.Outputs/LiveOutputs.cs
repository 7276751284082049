namespace Dyno.Outputs;

/// <summary>
/// Sends every snapshot of a run to the outputs that the user asked for, while the run lasts. No output can delay the run, however slow
/// or broken it is: each output has a bounded queue and its own task, and lost points are counted.
/// </summary>
public sealed class LiveOutputs : IRunListener, IAsyncDisposable
{
    /// <summary>The total time that an output may take at the end of the run.</summary>
    private static readonly TimeSpan FlushLimit = TimeSpan.FromSeconds(3);

    private readonly string _run;
    private readonly TimeProvider _time;
    private readonly ImmutableArray<OutputQueue> _queues;

    private LiveOutputs(string run, TimeProvider time, ImmutableArray<OutputQueue> queues) => (_run, _time, _queues) = (run, time, queues);

    /// <summary>Opens the outputs.</summary>
    /// <param name="run">The name of the run in the outputs; secrets in it are masked.</param>
    /// <exception cref="UserFault">An output cannot be opened: a file that cannot be written, a port that is taken.</exception>
    public static async Task<LiveOutputs> OpenAsync(
        IEnumerable<OutputRequest> requests, string run, TimeProvider? time = null, CancellationToken cancellation = default)
    {
        time ??= TimeProvider.System;
        var outputs = new LiveOutputs(Redaction.Text(run), time, [.. requests.Select(request => new OutputQueue(request.ToString(), request.Create(), time))]);
        try
        {
            foreach (var queue in outputs._queues) await queue.OpenAsync(cancellation);
            return outputs;
        }
        catch
        {
            await outputs.DisposeAsync();
            throw;
        }
    }

    public bool AsksForHealth => _queues.Any(queue => queue.AsksForHealth);

    public void OnSnapshot(RunSnapshot snapshot)
    {
        if (_queues.IsEmpty) return;
        var point = new OutputPoint(_time.GetUtcNow(), _run, snapshot);
        foreach (var queue in _queues) queue.Offer(point);
    }

    /// <summary>Hands over the waiting points, for at most three seconds, whatever the outputs do.</summary>
    /// <returns>One ending for each output, in the order in which they were asked for.</returns>
    public async Task<ImmutableArray<OutputEnding>> EndAsync() =>
        [.. await Task.WhenAll(_queues.Select(queue => queue.EndAsync(FlushLimit)))];

    public async ValueTask DisposeAsync()
    {
        foreach (var queue in _queues) await queue.DisposeAsync();
    }
}
