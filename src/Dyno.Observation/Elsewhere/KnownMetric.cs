using System.Collections.Frozen;

namespace Dyno.Observation;

/// <summary>
/// A metric that Dyno understands. The names are those of the meters of .NET 8 to 11 and ASP.NET Core
/// (learn.microsoft.com/dotnet/core/diagnostics/built-in-metrics), OpenTelemetry's instrumentation of runtime and process, prometheus-net,
/// and dotnet-monitor, in the spelling of <see cref="Spelled"/>. The first name of a figure that a server sends gives the figure.
/// </summary>
/// <param name="Rank">Its place among the metrics that give the same figure; 0 is the best.</param>
/// <param name="Generation">Only the series of this generation; empty: all series, added up.</param>
/// <param name="IsPerInterval">Whether each value counts one interval of its sender (dotnet-monitor) instead of all time.</param>
internal readonly record struct KnownMetric(ServerFigure Figure, int Rank, string Generation = "", bool IsPerInterval = false)
{
    private const string Monitored = "systemruntime_";
    private static readonly ImmutableArray<string> CollectionMeters = ["dotnet_gc_collections", "process_runtime_dotnet_gc_collections_count"];
    private static readonly ImmutableArray<ServerFigure> Generations = [ServerFigure.Gen0, ServerFigure.Gen1, ServerFigure.Gen2];
    private static readonly ImmutableArray<(string Ending, double Scale)> Units =
        [("_nanoseconds", 1e-9), ("_milliseconds", 1e-3), ("_seconds", 1), ("_bytes", 1), ("_ratio", 1)];

    private static readonly FrozenDictionary<string, ImmutableArray<KnownMetric>> Table = All().ToLookup(row => row.Name, row => row.Metric)
        .ToFrozenDictionary(rows => rows.Key, rows => rows.ToImmutableArray(), StringComparer.Ordinal);

    /// <summary>The figures of a metric, by a name in the spelling of <see cref="Spelled"/>; none for an unknown one.</summary>
    public static ImmutableArray<KnownMetric> Of(string spelled) => Table.GetValueOrDefault(spelled, []);

    /// <summary>
    /// One spelling for a name on a page (<c>process_runtime_dotnet_gc_duration_nanoseconds_total</c>) and in a message of OTLP
    /// (<c>process.runtime.dotnet.gc.duration</c>): lower case, underscores, without unit and <c>total</c>.
    /// </summary>
    /// <param name="unit">The unit that came beside it; empty for none.</param>
    /// <returns>The name, and the factor that makes seconds of times.</returns>
    public static (string Name, double Scale) Spelled(string name, string unit)
    {
        var spelled = string.Create(name.Length, name, static (room, text) =>
        {
            for (var i = 0; i < room.Length; i++) room[i] = char.IsAsciiLetterOrDigit(text[i]) ? char.ToLowerInvariant(text[i]) : '_';
        });
        if (spelled.EndsWith("_total", StringComparison.Ordinal)) spelled = spelled[..^"_total".Length];
        var scale = unit switch { "ns" => 1e-9, "us" => 1e-6, "ms" => 1e-3, _ => 1 };
        foreach (var (ending, factor) in Units)
            if (spelled.EndsWith(ending, StringComparison.Ordinal)) return (spelled[..^ending.Length], factor);
        return (spelled, scale);
    }

    /// <summary>The generation in one spelling: <c>gen0</c> for <c>0</c>.</summary>
    public static string GenerationOf(string sent) => sent is "0" or "1" or "2" ? "gen" + sent : sent;

    private static IEnumerable<(string Name, KnownMetric Metric)> All() =>
    [
        .. Rows(ServerFigure.CpuSeconds, "dotnet_process_cpu_time", "process_cpu_time", "process_cpu"),
        .. Rows(ServerFigure.Cpus, "dotnet_process_cpu_count", "process_cpu_count"),
        .. Rows(ServerFigure.WorkingSet, "dotnet_process_memory_working_set", "process_memory_usage", "process_working_set", "process_resident_memory",
            Monitored + "working_set"),
        .. Rows(ServerFigure.Threads, "process_thread_count", "process_threads", "process_num_threads"),
        .. Rows(ServerFigure.Heap, "dotnet_gc_last_collection_heap_size", "process_runtime_dotnet_gc_heap_size", "dotnet_total_memory", Monitored + "gc_heap_size"),
        .. Rows(ServerFigure.LargeObjectHeap, "dotnet_gc_last_collection_heap_size", "process_runtime_dotnet_gc_heap_size").Select(row => (row.Name, row.Metric with { Generation = "loh" })),
        (Monitored + "loh_size", new(ServerFigure.LargeObjectHeap, 9)),
        .. Rows(ServerFigure.Committed, "dotnet_gc_last_collection_memory_committed_size", "process_runtime_dotnet_gc_committed_memory_size", Monitored + "gc_committed"),
        .. Rows(ServerFigure.Allocated, "dotnet_gc_heap_total_allocated", "process_runtime_dotnet_gc_allocations_size"),
        (Monitored + "alloc_rate", new(ServerFigure.Allocated, 9, IsPerInterval: true)),
        .. Collections(),
        .. Rows(ServerFigure.GcPause, "dotnet_gc_pause_time", "process_runtime_dotnet_gc_duration"),
        .. Rows(ServerFigure.PoolThreads, "dotnet_thread_pool_thread_count", "process_runtime_dotnet_thread_pool_threads_count", Monitored + "threadpool_thread_count"),
        .. Rows(ServerFigure.PoolQueue, "dotnet_thread_pool_queue_length", "process_runtime_dotnet_thread_pool_queue_length", Monitored + "threadpool_queue_length"),
        .. Rows(ServerFigure.PoolCompleted, "dotnet_thread_pool_work_item_count", "process_runtime_dotnet_thread_pool_completed_items_count"),
        (Monitored + "threadpool_completed_items_count", new(ServerFigure.PoolCompleted, 9, IsPerInterval: true)),
        .. Rows(ServerFigure.LockContentions, "dotnet_monitor_lock_contentions", "process_runtime_dotnet_monitor_lock_contention_count"),
        (Monitored + "monitor_lock_contention_count", new(ServerFigure.LockContentions, 9, IsPerInterval: true)),
        .. Rows(ServerFigure.Exceptions, "dotnet_exceptions", "process_runtime_dotnet_exceptions_count"),
        (Monitored + "exception_count", new(ServerFigure.Exceptions, 9, IsPerInterval: true)),
        .. Rows(ServerFigure.MethodsCompiled, "dotnet_jit_compiled_methods", "process_runtime_dotnet_jit_methods_compiled_count", Monitored + "methods_jitted_count"),
        .. Rows(ServerFigure.Timers, "dotnet_timer_count", "process_runtime_dotnet_timer_count", Monitored + "active_timer_count"),
        .. Rows(ServerFigure.Connections, "kestrel_active_connections", "microsoftaspnetcoreserverkestrel_current_connections"),
        .. Rows(ServerFigure.ConnectionQueue, "kestrel_queued_connections", "microsoftaspnetcoreserverkestrel_connection_queue_length"),
        .. Rows(ServerFigure.RequestQueue, "kestrel_queued_requests", "microsoftaspnetcoreserverkestrel_request_queue_length"),
        .. Rows(ServerFigure.RequestsInFlight, "http_server_active_requests", "microsoftaspnetcorehosting_current_requests"),
        .. Rows(ServerFigure.Requests, "http_server_request_duration_seconds_count", "http_requests_received", "microsoftaspnetcorehosting_total_requests"),
    ];

    // The meters count a collection once, at the oldest generation that it collected; the others count it in each younger one, too.
    private static IEnumerable<(string Name, KnownMetric Metric)> Collections()
    {
        foreach (var (rank, name) in CollectionMeters.Index())
        {
            yield return (name, new(ServerFigure.OnlyGen0, rank, "gen0"));
            yield return (name, new(ServerFigure.OnlyGen1, rank, "gen1"));
            yield return (name, new(ServerFigure.Gen2, rank, "gen2"));
        }
        foreach (var (generation, figure) in Generations.Index())
        {
            yield return ("dotnet_collection_count", new(figure, 8, $"gen{generation}"));
            yield return ($"{Monitored}gen_{generation}_gc_count", new(figure, 9, IsPerInterval: true));
        }
    }

    private static IEnumerable<(string Name, KnownMetric Metric)> Rows(ServerFigure figure, params string[] names) =>
        names.Select((name, rank) => (name, new KnownMetric(figure, rank)));
}
