namespace Dyno.Observation;

/// <summary>Observes a server and the services beside it: their processes from outside, and the runtime of the server from inside.</summary>
/// <param name="attached">The session with the server's runtime, or why there is none.</param>
public sealed class ServerProbe(int processId, RuntimeAttachment attached, ImmutableArray<WatchedService> services, TimeProvider time) : IServerProbe
{
    private const double SecondsOfFirstCounters = 3;
    private const string NoCounter = "no counter arrived from it: its event sources are switched off (EventSourceSupport; PublishAot and file-based programs switch them off)";
    private readonly ProcProcessProbe _process = new(processId, time);
    private readonly ImmutableArray<(WatchedService Service, ProcProcessProbe Probe)> _services =
        [.. services.Select(s => (s, new ProcProcessProbe(s.ProcessId, time)))];
    private readonly EngineClock _clock = new(time);
    private ExactCpuTime? _cpuTime;
    private IdleTime? _idleTime;
    private int _cpus;
    private long _beganAt;

    /// <summary>The server as it was found at its port; null when it was started.</summary>
    public FoundServer? Found { get; init; }

    /// <summary>What the services used, once the measurement is over.</summary>
    public ImmutableArray<ServiceObservation> Services { get; private set; } = [];

    /// <summary>Resident memory of the server at this moment, in bytes; null when it has ended or cannot be seen.</summary>
    public long? WorkingSetNow() => ProcessReading.Of(HostFiles.Machine, processId)?.ResidentBytes;

    private RuntimeTimeline? Inside => attached.Session?.Timeline;

    public long? MethodsCompiled => Inside?.MethodsCompiled;

    public ServerMoment? Latest
    {
        get
        {
            var (process, inside) = (_process.Latest, Inside?.Latest);
            return process is null || inside is null ? process : process with
            {
                HeapBytes = inside.HeapBytes,
                GcPauseMillis = inside.GcPauseSeconds * 1_000,
                ThreadPoolThreads = inside.ThreadPoolThreads,
                ThreadPoolQueue = inside.ThreadPoolQueue,
                Counters = Counters(inside, Inside!.LatestCounters),
            };
        }
    }

    private static ImmutableSortedDictionary<string, double> Counters(RuntimePoint inside, ImmutableSortedDictionary<string, double> counters)
    {
        (string Name, double? Value)[] more =
        [
            ("server.exceptions", inside.Exceptions), ("server.lockContentions", inside.LockContentions),
            ("server.connections", inside.Connections), ("server.requestsInFlight", inside.CurrentRequests),
        ];
        return more.Where(figure => figure.Value is not null).Aggregate(counters, (all, figure) => all.SetItem(figure.Name, figure.Value!.Value));
    }

    public void Begin()
    {
        _process.Begin();
        foreach (var (_, probe) in _services) probe.Begin();
        _beganAt = time.GetTimestamp();
        Inside?.Begin(time.GetUtcNow().UtcDateTime);
    }

    public void Sample(TimeSpan sinceBegin)
    {
        _process.Sample(sinceBegin);
        foreach (var (_, probe) in _services) probe.Sample(sinceBegin);
    }

    public ValueTask<CpuReading?> ReadCpuAsync(CancellationToken cancellation)
    {
        if (_cpuTime is null)
        {
            _cpuTime = new ExactCpuTime(processId);
            var own = ProcessReading.CpusOf(HostFiles.Machine, processId);
            _cpus = own?.Count ?? 0;
            // Processes that a database starts for its clients are not read for each slice: where they share the server's CPUs, they cannot
            // be distinguished from other processes.
            _idleTime = own is null || _services.Any(s => Shares(s.Service, own)) ? null : new IdleTime(own);
        }
        return new(new CpuReading(_clock.NowNanos, _cpuTime.Nanos(), _idleTime?.Nanos(), _cpus));
    }

    public ValueTask<ServerObservation?> EndAsync(long requests) => new(End(requests));

    private static bool Shares(WatchedService service, CpuSet cpus) =>
        !CpuSet.TryParse(service.CpuSet, out var own) || own.Cpus.Intersect(cpus.Cpus).Any();

    /// <summary>Ends the measurement.</summary>
    /// <param name="requests">Requests completed in the measurement.</param>
    /// <returns>The observation; null when the process could not be read.</returns>
    public ServerObservation? End(long requests)
    {
        var seconds = time.GetElapsedTime(_beganAt).TotalSeconds;
        Services =
        [
            .. _services.Select(s => new ServiceObservation
            {
                Name = s.Service.Name,
                Kind = s.Service.Kind,
                CpuSet = s.Service.CpuSet,
                Process = s.Probe.End(requests),
            }),
        ];
        var seen = _process.End(requests);
        var inside = Inside?.End(time.GetUtcNow().UtcDateTime, seconds > 0 ? requests / seconds : 0);
        return seen is null ? null : seen with
        {
            Runtime = inside,
            RuntimeMissing = attached.Missing ?? (Inside is not null && inside is null && seconds > SecondsOfFirstCounters ? NoCounter : null),
            ProcessName = Found?.Name,
            ForwardedBy = Found?.ForwardedBy,
            IsDebugBuild = Found is { IsDebugBuild: true },
        };
    }
}

/// <summary>A service to watch.</summary>
/// <param name="CpuSet">CPUs to which the service was pinned; null when it is not pinned.</param>
public sealed record WatchedService(string Name, string Kind, int ProcessId, string? CpuSet);
