using System.Diagnostics;

namespace Dyno.Observation;

/// <summary>
/// The objects of a .NET process by type after a full collection, from the events by which the runtime describes its heap: the way of
/// dotnet-gcdump, without the graph of references, so that the memory needed here does not depend on the heap.
/// </summary>
internal sealed class HeapWalk
{
    // The graph of a large heap goes through this buffer of the process; what does not fit is lost.
    private const int BufferMegabytes = 256;
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private readonly Dictionary<ulong, (string Name, ulong Element, TypeFlags Flags)> _names = [];
    private readonly Dictionary<ulong, (long Objects, long Bytes)> _objects = [];
    private bool _isIncomplete;

    private HeapWalk()
    {
    }

    /// <summary>Takes a snapshot. The process stands still while its heap is walked.</summary>
    /// <returns>Null when the process has no diagnostics or does not answer.</returns>
    public static async Task<HeapTypes?> TakeAsync(int processId, CancellationToken cancellation)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limit.CancelAfter(Patience);
        var began = Stopwatch.GetTimestamp();
        try
        {
            var client = new DiagnosticsClient(processId);
            await ForgetTypesAsync(client, limit.Token);
            using var session = await client.StartEventPipeSessionAsync(
                [new EventPipeProvider(ClrTraceEventParser.ProviderName, EventLevel.Verbose, (long)ClrTraceEventParser.Keywords.GCHeapSnapshot)],
                requestRundown: false, BufferMegabytes, limit.Token);
            var heap = new HeapWalk();
            var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            var reading = Task.Factory.StartNew(() => heap.Read(session.EventStream, ended),
                CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
            await Task.WhenAny(ended.Task, reading, Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, limit.Token));
            await session.StopAsync(limit.Token);
            await reading.WaitAsync(limit.Token);
            return heap._objects.Count == 0 ? null : new HeapTypes(heap.Named(), Stopwatch.GetElapsedTime(began).TotalSeconds, heap._isIncomplete);
        }
        catch (Exception e) when (DiagnosticsFailure.IsOne(e))
        {
            return null;
        }
    }

    // The runtime names each type once, until its sample profiler is switched on: then it begins anew.
    private static async Task ForgetTypesAsync(DiagnosticsClient client, CancellationToken cancellation)
    {
        using var session = await client.StartEventPipeSessionAsync(
            [new EventPipeProvider("Microsoft-DotNETCore-SampleProfiler", EventLevel.Informational)], requestRundown: false, 16, cancellation);
        var reading = session.EventStream.CopyToAsync(Stream.Null, cancellation);
        await session.StopAsync(cancellation);
        await reading;
    }

    private void Read(Stream stream, TaskCompletionSource ended)
    {
        try
        {
            var forced = -1;
            using var source = new EventPipeEventSource(stream);
            source.Clr.TypeBulkType += Types;
            source.Clr.GCBulkNode += Nodes;
            source.Clr.GCStart += e => forced = forced < 0 && e is { Depth: 2, Reason: GCReason.Induced or GCReason.InducedNotForced } ? e.Count : forced;
            source.Clr.GCStop += e => { if (e.Count == forced) ended.TrySetResult(); };
            source.Process();
            _isIncomplete = source.EventsLost > 0;
        }
        catch (Exception e) when (DiagnosticsFailure.IsOne(e) || DiagnosticsFailure.IsDamage(e))
        {
            _isIncomplete = true;
        }
    }

    private void Types(GCBulkTypeTraceData e)
    {
        for (var i = 0; i < e.Count; i++)
        {
            var type = e.Values(i);
            _names[type.TypeID] = (type.TypeName, type.TypeParameterCount > 0 ? type.TypeParameterID(0) : 0, type.Flags);
        }
    }

    private void Nodes(GCBulkNodeTraceData e)
    {
        for (var i = 0; i < e.Count; i++)
        {
            var node = e.Values(i);
            ref var sum = ref System.Runtime.InteropServices.CollectionsMarshal.GetValueRefOrAddDefault(_objects, node.TypeID, out _);
            sum = (sum.Objects + 1, sum.Bytes + (long)node.Size);
        }
    }

    private Dictionary<string, (long Objects, long Bytes)> Named()
    {
        var named = new Dictionary<string, (long Objects, long Bytes)>(StringComparer.Ordinal);
        foreach (var (id, (objects, bytes)) in _objects)
        {
            var name = NameOf(id, depth: 0);
            var sum = named.GetValueOrDefault(name);
            named[name] = (sum.Objects + objects, sum.Bytes + bytes);
        }
        return named;
    }

    private string NameOf(ulong id, int depth)
    {
        if (!_names.TryGetValue(id, out var type)) return "(unknown)";
        var isArray = (type.Flags & TypeFlags.Array) != 0;
        if (type.Name.Length > 0) return isArray && !type.Name.EndsWith(']') ? type.Name + "[]" : type.Name;
        return isArray && type.Element != 0 && depth < 8 ? NameOf(type.Element, depth + 1) + "[]" : "(unknown)";
    }
}
