namespace Dyno.Observation;

/// <summary>A process of this machine that is watched for growth.</summary>
/// <param name="findAgain">Finds the process that took its place when it has ended; null: there is none.</param>
public sealed class ProcessGrowthSource(int processId, Func<CancellationToken, Task<int?>>? findAgain = null) : IGrowthSource
{
    private int _processId = processId;
    private int? _dotnet;

    public (long Bytes, string Of)? MemoryLimit { get; } = ProcessHolding.MemoryLimit(processId);

    public long? FileLimit { get; } = ProcessHolding.FileLimit(processId);

    public int? RuntimeProcess => _dotnet ??= DotnetProcess.Find(_processId);

    public async ValueTask<ProcessHolding?> ReadAsync(CancellationToken cancellation)
    {
        if (ProcessHolding.Of(_processId) is { } holding) return holding;
        if (findAgain is null || await findAgain(cancellation) is not { } found) return null;
        (_processId, _dotnet) = (found, null);
        return ProcessHolding.Of(found);
    }

    public async Task<RuntimeSample?> LookAsync(bool collects, bool counts, CancellationToken cancellation) =>
        Known(RuntimeProcess is { } id ? await RuntimeSample.TakeAsync(id, collects, counts, cancellation) : null);

    public async Task<HeapTypes?> SnapshotAsync(CancellationToken cancellation) =>
        Known(RuntimeProcess is { } id ? await HeapWalk.TakeAsync(id, cancellation) : null);

    // Another process may answer the next time.
    private T? Known<T>(T? answer) where T : class
    {
        if (answer is null) _dotnet = null;
        return answer;
    }
}
