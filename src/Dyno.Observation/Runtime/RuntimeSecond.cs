namespace Dyno.Observation;

/// <summary>What arrived in one second of a session.</summary>
internal sealed class RuntimeSecond
{
    private const double Megabyte = 1e6; // bytes; the runtime counts in megabytes

    private readonly Dictionary<string, double> _values = new(StringComparer.Ordinal);
    private (long Count, string Quantiles) _durations;

    /// <summary>Seconds in which all threads stood still for the collector.</summary>
    public double PausedSeconds { get; set; }

    /// <summary>Number of changes of the thread pool.</summary>
    public int Adjustments { get; set; }

    /// <summary>Requests since the server's start, and the time of this count; null when no count arrived.</summary>
    public (double Requests, DateTime At)? Total { get; private set; }

    public void Take(string provider, string name, double value, DateTime at)
    {
        _values[provider + "/" + name] = value;
        if (provider == RuntimeProviders.Hosting && name == "total-requests") Total = (value, at);
    }

    /// <summary>
    /// Takes the durations of one route. Quantiles of several routes are never combined: the route with the most requests represents the
    /// second.
    /// </summary>
    public void TakeDurations(long count, string quantiles)
    {
        if (count > _durations.Count) _durations = (count, quantiles);
    }

    /// <summary>The second as a point of a result document.</summary>
    public RuntimePoint Point(double seconds) => new()
    {
        Seconds = seconds,
        CpuPercent = Runtime("cpu-usage"),
        WorkingSetBytes = Runtime("working-set") * Megabyte,
        HeapBytes = Runtime("gc-heap-size") * Megabyte,
        CommittedBytes = Runtime("gc-committed") * Megabyte,
        AllocatedBytes = Runtime("alloc-rate"),
        Gen0 = Runtime("gen-0-gc-count"),
        Gen1 = Runtime("gen-1-gc-count"),
        Gen2 = Runtime("gen-2-gc-count"),
        TimeInGcPercent = Runtime("time-in-gc"),
        GcPauseSeconds = PausedSeconds,
        ThreadPoolThreads = Runtime("threadpool-thread-count"),
        ThreadPoolQueue = Runtime("threadpool-queue-length"),
        CompletedWorkItems = Runtime("threadpool-completed-items-count"),
        ThreadPoolAdjustments = Adjustments,
        LockContentions = Runtime("monitor-lock-contention-count"),
        Exceptions = Runtime("exception-count"),
        MethodsJitted = Runtime("methods-jitted-count"),
        Connections = Value(RuntimeProviders.Kestrel, "current-connections"),
        ConnectionQueue = Value(RuntimeProviders.Kestrel, "connection-queue-length"),
        RequestQueue = Value(RuntimeProviders.Kestrel, "request-queue-length"),
        RequestsPerSecond = Value(RuntimeProviders.Hosting, "requests-per-second"),
        CurrentRequests = Value(RuntimeProviders.Hosting, "current-requests"),
        DurationP50Nanos = Duration("0.5"),
        DurationP95Nanos = Duration("0.95"),
        DurationP99Nanos = Duration("0.99"),
    };

    /// <summary>The figures that a counter of the runtime gives, by name.</summary>
    public ImmutableSortedDictionary<string, double> Counters() => FigureTable.All.Values
        .Where(figure => figure.Counter is not null && _values.ContainsKey(figure.Counter))
        .ToImmutableSortedDictionary(figure => figure.Name, figure => _values[figure.Counter!], StringComparer.Ordinal);

    private double? Runtime(string name) => Value(RuntimeProviders.System, name);

    private double? Value(string provider, string name) => _values.TryGetValue(provider + "/" + name, out var value) ? value : null;

    private double? Duration(string quantile)
    {
        foreach (var part in (_durations.Quantiles ?? "").Split(';', StringSplitOptions.RemoveEmptyEntries))
            if (part.Split('=') is [var name, var seconds] && name == quantile
                && double.TryParse(seconds, NumberStyles.Float, CultureInfo.InvariantCulture, out var value)) return value * 1e9;
        return null;
    }
}
