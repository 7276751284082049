namespace Dyno.Load.Tests;

/// <summary>Code as a workload, on the engine's own worker for code.</summary>
internal sealed class AsyncWorkload(Func<IterationContext, ValueTask> iteration) : IWorkload
{
    public string Driver => "code";

    public ImmutableArray<StepRecord> Steps => [];

    public ImmutableArray<string> Checks => [];

    public ImmutableArray<string> NegotiatedProtocols => [];

    public Task PrepareAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public IWorker CreateWorker(WorkerContext context) => new AsyncWorker(context, _ => new User(iteration));

    private sealed class User(Func<IterationContext, ValueTask> iteration) : IVirtualUser
    {
        public ValueTask RunIterationAsync(IterationContext context, CancellationToken cancellationToken) => iteration(context);
    }
}

internal static class Sorted
{
    public static ImmutableSortedDictionary<string, string> ToSorted(this Dictionary<string, string> map) => map.ToImmutableSortedDictionary();
}
