namespace Dyno.Observation;

/// <summary>
/// Observes a server's process, and the processes that it has started, through /proc (man 5 proc). CPU time is known in steps of 10 ms.
/// Without /proc nothing is observed. Used by one thread at a time.
/// </summary>
public sealed class ProcProcessProbe : IServerProbe
{
    private readonly HostFiles _files;
    private readonly TimeProvider _time;
    private readonly int _processId;
    private readonly ImmutableArray<ServerPoint>.Builder _series = ImmutableArray.CreateBuilder<ServerPoint>();

    private long _startedAt;
    private ProcessReading? _first;
    private ProcessReading _last;
    private TimeSpan _lastAt;
    private long _peakBytes;
    private int _maxThreads;
    private int _maxProcesses;
    private int? _cpus;
    private ContextSwitches? _switches;
    private CpuThrottling? _throttling;
    private (long? Read, long? Written) _bytes;
    private long? _highWaterBytes;

    public ProcProcessProbe(int processId, TimeProvider? time = null) : this(processId, time ?? TimeProvider.System, HostFiles.Machine)
    {
    }

    internal ProcProcessProbe(int processId, TimeProvider time, HostFiles files)
    {
        _processId = processId;
        _time = time;
        _files = files;
    }

    public void Begin()
    {
        _series.Clear();
        (_peakBytes, _maxThreads, _maxProcesses, _lastAt) = (0, 0, 0, TimeSpan.Zero);
        _switches = ContextSwitches.Of(_files, _processId);
        _throttling = CpuThrottling.Read(_files, _processId);
        _bytes = ReadBytes();
        _highWaterBytes = ReadHighWater();
        _startedAt = _time.GetTimestamp();
        _first = ProcessReading.Of(_files, _processId);
        if (_first is { } first) Take(first);
    }

    public void Sample(TimeSpan sinceBegin)
    {
        if (_first is null || ProcessReading.Of(_files, _processId) is not { } now) return;
        var seconds = (sinceBegin - _lastAt).TotalSeconds;
        if (seconds <= 0) return;
        _series.Add(new ServerPoint
        {
            Seconds = sinceBegin.TotalSeconds,
            CpuCores = CpuSeconds(_last, now) / seconds,
            WorkingSetBytes = now.ResidentBytes,
            Threads = now.Threads,
        });
        _lastAt = sinceBegin;
        Take(now);
    }

    public ServerMoment? Latest => _series.Count == 0 ? null : new ServerMoment
    {
        CpuCores = _series[^1].CpuCores,
        AvailableCpus = _cpus ??= AvailableCpus(_files.Read($"proc/{_processId}/status")),
        WorkingSetBytes = _series[^1].WorkingSetBytes,
        Threads = _series[^1].Threads,
    };

    public ValueTask<ServerObservation?> EndAsync(long requests) => new(End(requests));

    /// <summary>Ends the measurement.</summary>
    /// <param name="requests">Requests completed in the measurement.</param>
    /// <returns>The observation; null when the process could not be read.</returns>
    public ServerObservation? End(long requests)
    {
        var elapsed = _time.GetElapsedTime(_startedAt);
        if (_first is not { } first) return null;
        var alive = ProcessReading.Of(_files, _processId);
        if (alive is { } now) Take(now);
        // A process that has ended is counted up to the last time it was read.
        var span = alive is null ? _lastAt : elapsed;
        var cpu = CpuSeconds(first, _last);
        var status = _files.Read($"proc/{_processId}/status");
        var switches = _switches is { } before ? ContextSwitches.Of(_files, _processId)?.Since(before) : null;
        var throttled = _throttling is { } then ? CpuThrottling.Read(_files, _processId).Since(then) : null;
        var bytes = ReadBytes();
        return new ServerObservation
        {
            ProcessId = _processId,
            CpuSeconds = cpu,
            CpuMicrosPerRequest = requests > 0 ? cpu * 1e6 / requests : 0,
            CpuCores = span > TimeSpan.Zero ? cpu / span.TotalSeconds : 0,
            AvailableCpus = AvailableCpus(status),
            MeanWorkingSetBytes = MeanBytes(first),
            PeakWorkingSetBytes = PeakBytes(status),
            WorkingSetBeforeBytes = first.ResidentBytes,
            MaxThreads = _maxThreads,
            MaxProcesses = _maxProcesses,
            VoluntaryContextSwitches = switches?.Voluntary,
            InvoluntaryContextSwitches = switches?.Involuntary,
            CpuWaitSeconds = switches?.WaitedNanos / 1e9,
            CpuPeriods = throttled?.Periods,
            ThrottledPeriods = throttled?.Throttled,
            ThrottledSeconds = throttled?.Seconds,
            ReadBytes = bytes.Read - _bytes.Read,
            WrittenBytes = bytes.Written - _bytes.Written,
            Series = _series.ToImmutable(),
        };
    }

    private static int AvailableCpus(string? status) =>
        CpuSet.TryParse(KeyedText.Find(status, "Cpus_allowed_list"), out var cpus) ? cpus.Count : Environment.ProcessorCount;

    private void Take(ProcessReading reading)
    {
        _last = reading;
        _peakBytes = Math.Max(_peakBytes, reading.ResidentBytes);
        _maxThreads = Math.Max(_maxThreads, reading.Threads);
        _maxProcesses = Math.Max(_maxProcesses, reading.Processes);
    }

    private long MeanBytes(ProcessReading first) =>
        _series.Count == 0 ? (first.ResidentBytes + _last.ResidentBytes) / 2 : (long)_series.Average(point => point.WorkingSetBytes);

    // The kernel's high-water mark includes peaks between two samples, but counts from the start of the process. It is used only when it
    // has risen during the measurement, and when there is only one process.
    private long PeakBytes(string? status)
    {
        var highWater = KeyedText.FindKilobytes(status, "VmHWM");
        return _maxProcesses == 1 && highWater > _highWaterBytes ? Math.Max(_peakBytes, highWater.Value) : _peakBytes;
    }

    private long? ReadHighWater() => KeyedText.FindKilobytes(_files.Read($"proc/{_processId}/status"), "VmHWM");

    private (long? Read, long? Written) ReadBytes()
    {
        var io = _files.Read($"proc/{_processId}/io");
        return (KeyedText.FindNumber(io, "rchar"), KeyedText.FindNumber(io, "wchar"));
    }

    // When a child ends without being read, its CPU time is lost: the sum may then fall.
    private static double CpuSeconds(ProcessReading from, ProcessReading to) =>
        Math.Max(0, to.CpuTicks - from.CpuTicks) / ProcessStat.TicksPerSecond;
}
