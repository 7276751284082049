namespace Dyno.Observation;

/// <summary>
/// A look into a .NET process by a session of a second or two: its counters, and the size of its heap after a full collection that the
/// session asks for. Nothing stays behind between two looks, so that a process may begin anew, and its diagnostics may vanish.
/// </summary>
public sealed record RuntimeSample
{
    private const long CollectKeyword = 0x800000; // GCHeapCollect: a session that begins with it makes the runtime collect everything
    private const int FullGeneration = 2;
    private const int BufferMegabytes = 16;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan Burst = TimeSpan.FromMilliseconds(300); // all counters of a second arrive within it
    private static readonly string[] Pools = ["Npgsql", "Microsoft.Data.SqlClient.EventSource", "MySqlConnector"];
    private static readonly string[] PoolCounters = ["idle-connections", "busy-connections", "number-of-pooled-connections"];

    /// <summary>The heap after the collection, in bytes; null when none was asked for.</summary>
    public double? HeapBytes { get; init; }

    /// <summary>How long the collection took, in seconds.</summary>
    public double? CollectionSeconds { get; init; }

    /// <summary>The heap at some moment, garbage included, in bytes.</summary>
    public double? HeapNowBytes { get; init; }

    /// <summary>Memory that the collector has committed, in bytes.</summary>
    public double? CommittedBytes { get; init; }

    /// <summary>Active timers.</summary>
    public double? Timers { get; init; }

    /// <summary>Connections to databases in pools that report them.</summary>
    public double? PooledConnections { get; init; }

    /// <summary>Takes a look.</summary>
    /// <param name="collects">Whether it asks for a full collection.</param>
    /// <param name="counts">Whether it asks for the counters, which takes a second.</param>
    /// <returns>Null when the process has no diagnostics or does not answer.</returns>
    public static async Task<RuntimeSample?> TakeAsync(int processId, bool collects, bool counts, CancellationToken cancellation)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limit.CancelAfter(Patience);
        try
        {
            using var session = await new DiagnosticsClient(processId)
                .StartEventPipeSessionAsync(Providers(collects, counts), requestRundown: false, BufferMegabytes, limit.Token);
            var found = new Found(collects, counts);
            var reading = Task.Factory.StartNew(() => found.Read(session.EventStream),
                CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
            await Task.WhenAny(found.Complete, reading, Task.Delay(Patience, TimeProvider.System, limit.Token));
            if (counts && found.Complete.IsCompleted) await Task.Delay(Burst, TimeProvider.System, limit.Token);
            await session.StopAsync(limit.Token);
            await Task.WhenAny(reading, Task.Delay(Patience, TimeProvider.System, limit.Token));
            return found.Look;
        }
        catch (Exception e) when (DiagnosticsFailure.IsOne(e))
        {
            return null;
        }
    }

    private static List<EventPipeProvider> Providers(bool collects, bool counts)
    {
        List<EventPipeProvider> providers = counts ? [Counters(RuntimeProviders.System), .. Pools.Select(Counters)] : [];
        const long Keywords = (long)ClrTraceEventParser.Keywords.GC | CollectKeyword;
        if (collects) providers.Add(new EventPipeProvider(ClrTraceEventParser.ProviderName, EventLevel.Informational, Keywords));
        return providers;
    }

    private static EventPipeProvider Counters(string name) =>
        new(name, EventLevel.Critical, 0, new Dictionary<string, string> { ["EventCounterIntervalSec"] = "1" });

    /// <summary>What has arrived so far. One thread reads the events.</summary>
    private sealed class Found(bool collects, bool counts)
    {
        private static readonly Gens[] Generations = [Gens.Gen0, Gens.Gen1, Gens.Gen2, Gens.GenLargeObj];
        private readonly TaskCompletionSource _complete = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly Dictionary<string, double> _counters = new(StringComparer.Ordinal);
        private (int Count, double Millis)? _begun;
        private double? _heap, _seconds;
        private double _free;

        public Task Complete => _complete.Task;

        public RuntimeSample Look
        {
            get
            {
                lock (_counters)
                    return new RuntimeSample
                    {
                        HeapBytes = _heap,
                        CollectionSeconds = _seconds,
                        HeapNowBytes = Counter("System.Runtime/gc-heap-size") * 1e6,
                        CommittedBytes = Counter("System.Runtime/gc-committed") * 1e6,
                        Timers = Counter("System.Runtime/active-timer-count"),
                        PooledConnections = _counters.Where(c => PoolCounters.Any(name => c.Key.EndsWith("/" + name, StringComparison.Ordinal)))
                            .Select(c => (double?)c.Value).Aggregate((double?)null, (sum, one) => (sum ?? 0) + one),
                    };
            }
        }

        public void Read(Stream stream)
        {
            try
            {
                using var source = new EventPipeEventSource(stream);
                source.Clr.GCStart += Began;
                source.Clr.GCPerHeapHistory += Fragmented;
                source.Clr.GCHeapStats += Sized;
                source.Clr.GCStop += Ended;
                source.Dynamic.All += Counted;
                source.Process();
            }
            catch (Exception e) when (DiagnosticsFailure.IsOne(e) || DiagnosticsFailure.IsDamage(e))
            {
                // What has arrived counts.
            }
        }

        private double? Counter(string name) => _counters.TryGetValue(name, out var value) ? value : null;

        private void Began(GCStartTraceData e)
        {
            if (e.Depth == FullGeneration && e.Reason is GCReason.Induced or GCReason.InducedNotForced) _begun ??= (e.Count, e.TimeStampRelativeMSec);
        }

        // The holes between objects that stay are no growth: of a list of arrays of 10 kB they are a fifth of the heap and more.
        private void Fragmented(GCPerHeapHistoryTraceData e)
        {
            if (_begun is null || _heap is not null) return;
            foreach (var generation in Generations) _free += e.GenData(generation).Fragmentation;
        }

        // The statistics of the forced collection come just before or after its end, and before the start of the next one.
        private void Sized(GCHeapStatsTraceData e)
        {
            if (_begun is null || _heap is not null) return;
            lock (_counters) _heap = e.TotalHeapSize - _free;
            Tell();
        }

        private void Ended(GCEndTraceData e)
        {
            if (_begun is not var (count, begun) || e.Count != count) return;
            lock (_counters) _seconds ??= (e.TimeStampRelativeMSec - begun) / 1e3;
            Tell();
        }

        private void Counted(TraceEvent e)
        {
            if (e.EventName != "EventCounters") return;
            if (e.PayloadValue(0) is not IDictionary<string, object> outer || outer["Payload"] is not IDictionary<string, object> counter) return;
            var value = counter.TryGetValue("Mean", out var mean) ? mean : counter["Increment"];
            lock (_counters) _counters[$"{e.ProviderName}/{counter["Name"]}"] = Convert.ToDouble(value, CultureInfo.InvariantCulture);
            Tell();
        }

        private void Tell()
        {
            if ((!collects || (_heap is not null && _seconds is not null)) && (!counts || _counters.ContainsKey("System.Runtime/active-timer-count"))) _complete.TrySetResult();
        }
    }
}
