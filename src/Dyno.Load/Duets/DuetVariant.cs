namespace Dyno.Load;

/// <summary>One variant in a round of duet trials: its worker threads and the observations of its slices.</summary>
internal sealed class DuetVariant
{
    private const int FewestForP99 = 1000;

    private readonly DuetSide _side;
    private readonly DuetPlan _plan;
    private readonly WorkerFleet _fleet;
    private readonly ResultBuilder _result;
    private readonly ServerWatch _server;
    private readonly SliceLevel? _level;
    private readonly ImmutableArray<SliceResult>.Builder _slices = ImmutableArray.CreateBuilder<SliceResult>();
    private SlicedPhase _phase;
    private TimeSpan _generatorCpu;
    private int _collections;
    private long _idleCpuNanos;
    private double _idleSeconds;
    private long _reopened;

    public DuetVariant(DuetSide side, DuetPlan plan, WorkerFleet fleet)
    {
        (_side, _plan, _fleet) = (side, plan, fleet);
        _result = new ResultBuilder(side.Plan, side.Options, fleet);
        _server = new ServerWatch(side.Options.Server);
        _level = side.Plan.WarmUpLevel is { } rule ? new SliceLevel(rule) : null;
        _phase = new SlicedPhase(RunPhase.WarmUp, side, fleet, plan.Signals);
    }

    /// <summary>The variant's longest warm-up; zero for none.</summary>
    public TimeSpan LongestWarmUp => _side.Plan.WarmUp;

    /// <summary>Whether the variant's warm-up is over: the variant is level, or has been loaded for its longest warm-up.</summary>
    public bool IsWarm => _level?.IsLevel == true || _phase.LoadedSeconds >= LongestWarmUp.TotalSeconds;

    /// <summary>The measured slices so far.</summary>
    public IEnumerable<SliceResult> Slices => _slices;

    public SlicedPhase Phase => _phase;

    /// <summary>The CPU time that the variant's processes have used so far; null when it is not known.</summary>
    public async Task<CpuReading?> ReadCpuAsync() => await _server.ReadCpuAsync(_plan.Signals.Stopping);

    public void Began() => _result.Began();

    /// <summary>Runs a slice of the warm-up.</summary>
    public async Task WarmUpAsync(TimeSpan length, long seed)
    {
        await _phase.ReopenAsync();
        var before = await ReadCpuAsync();
        var slice = await _phase.RunAsync(length, seed);
        var used = (await ReadCpuAsync())?.UsedNanos - before?.UsedNanos;
        var figure = slice.Requests == 0 ? 0 : used is > 0 ? used.Value / (double)slice.Requests : slice.Counted / slice.Seconds;
        _level?.Add(TimeSpan.FromSeconds(_phase.LoadedSeconds), slice.LoadedSeconds, figure, _server.MethodsCompiled);
    }

    /// <summary>Ends the warm-up, if there was one, and begins the measurement.</summary>
    public async Task BeginAsync()
    {
        if (!_phase.Lanes.IsEmpty)
        {
            _reopened += await _phase.ReopenAsync();
            _result.WarmedUp(_phase.Finish(_level?.IsLevel));
        }
        _phase = new SlicedPhase(RunPhase.Measure, _side, _fleet, _plan.Signals, _phase);
        _server.Begin();
    }

    public async Task<SliceCounts> MeasureAsync(TimeSpan length, long seed)
    {
        _reopened += await _phase.ReopenAsync();
        var (cpu, collections) = (Environment.CpuUsage.TotalTime, GC.CollectionCount(0));
        var slice = await _phase.RunAsync(length, seed);
        _generatorCpu += Environment.CpuUsage.TotalTime - cpu;
        _collections += GC.CollectionCount(0) - collections;
        return slice;
    }

    /// <summary>Loads the variant without pauses. The slices are over, and their results built.</summary>
    /// <param name="length">Time during which new iterations start.</param>
    /// <param name="inTheMiddle">Called after half of the time and awaited; null for nothing.</param>
    public async Task<ContinuousLoad> LoadContinuouslyAsync(TimeSpan length, long seed, Func<Task>? inTheMiddle)
    {
        await _phase.ReopenAsync();
        var phase = new SlicedPhase(RunPhase.Measure, _side, _fleet, _plan.Signals, _phase);
        var before = await ReadCpuAsync();
        var middle = inTheMiddle is null ? Task.CompletedTask : InTheMiddleAsync();
        var counts = await phase.RunAsync(length, seed, runIn: length / 3);
        var used = (await ReadCpuAsync())?.UsedNanos - before?.UsedNanos;
        await middle;
        var responses = new Histogram();
        foreach (var step in phase.Lanes.SelectMany(lane => lane.Recorder.Steps.ToArray())) responses.Merge(step.Response);
        return new ContinuousLoad
        {
            Length = Math.Round(counts.Seconds, 6),
            Counted = Math.Round(counts.Counted, 3),
            Requests = counts.Requests,
            Failed = counts.Failed,
            CpuMicros = used is { } nanos ? Math.Round(nanos / 1e3) : null,
            P50Milliseconds = responses.Count > 0 ? responses.ValueAtQuantile(0.5) / 1e6 : null,
            P99Milliseconds = responses.Count >= FewestForP99 ? responses.ValueAtQuantile(0.99) / 1e6 : null,
        };

        async Task InTheMiddleAsync()
        {
            await Task.Delay(length / 2, _plan.Time);
            await inTheMiddle();
        }
    }

    /// <summary>Adds the result of one of the variant's own slices.</summary>
    public void Add(SliceResult slice) => _slices.Add(slice);

    /// <summary>Adds the CPU time that the variant used while another variant was loaded.</summary>
    public void Idled(long cpuNanos, double seconds)
    {
        _idleCpuNanos += cpuNanos;
        _idleSeconds += seconds;
    }

    /// <summary>Lets the server's probe take a sample.</summary>
    public void Sample(TimeSpan sinceBegin) => _server.Sample(sinceBegin);

    /// <summary>Builds the result of the variant's trial.</summary>
    public async Task<RunResult> FinishAsync(SliceLength length, int variants, ImmutableHashSet<int> disturbed)
    {
        if (_plan.Signals.IsStopping && _slices.Count == 0)
        {
            _result.NotMeasured();
            return _result.Build();
        }
        ImmutableArray<SliceResult> slices = [.. _slices.Select(s => s with { IsSetAside = disturbed.Contains(s.Block) })];
        var counted = slices.Where(s => !s.IsSetAside).ToList();
        var phase = _phase.Finish(null, counted.Sum(s => s.StalledSeconds) / Math.Max(1e-9, counted.Sum(s => s.Length)));
        _result.Measured(phase, Generator(phase), OwnTime(await _server.EndAsync(phase.Counts.Requests), phase));
        return _result.Build() with
        {
            Duet = new DuetRecord
            {
                SliceSeconds = length.Current.TotalSeconds,
                Variants = variants,
                IdleCpuShare = _idleSeconds > 0 ? _idleCpuNanos / 1e9 / _idleSeconds : null,
                ReopenedBetweenSlices = _reopened,
                Grown = length.Grown,
                Slices = slices,
            },
        };
    }

    // The probe observed the whole round. Of its CPU time and pauses, only the variant's own share counts.
    private ServerObservation? OwnTime(ServerObservation? seen, FinishedPhase phase)
    {
        var known = _slices.Where(s => s.CpuMicros is not null).ToList();
        var (cpuSeconds, requests) = (known.Sum(s => s.CpuMicros!.Value) / 1e6, known.Sum(s => s.Requests));
        var ownSeconds = phase.Counts.Requests > 0 ? phase.DurationSeconds * requests / phase.Counts.Requests : 0;
        if (seen is null || ownSeconds <= 0) return seen;
        var wall = (phase.EndNanos - phase.StartNanos) / 1e9;
        return seen with
        {
            CpuSeconds = cpuSeconds * phase.DurationSeconds / ownSeconds, // slices without a reading are taken to use as much
            CpuMicrosPerRequest = requests > 0 ? cpuSeconds * 1e6 / requests : 0,
            CpuCores = cpuSeconds / ownSeconds,
            Runtime = seen.Runtime is { } runtime && phase.DurationSeconds > 0 ? Loaded(runtime, wall / phase.DurationSeconds) : seen.Runtime,
        };
    }

    // Converts what the runtime counted per second of the round to figures per second of load.
    private static RuntimeObservation Loaded(RuntimeObservation seen, double times) => seen with
    {
        GcPauseShare = seen.GcPauseShare is { } share ? Math.Min(1, share * times) : null,
        AllocationRate = seen.AllocationRate * times,
        ServerRequestsPerSecond = seen.ServerRequestsPerSecond * times,
    };

    private GeneratorRecord Generator(FinishedPhase phase)
    {
        using var process = Process.GetCurrentProcess();
        var requests = phase.Counts.Requests;
        return new GeneratorRecord
        {
            CpuSeconds = _generatorCpu.TotalSeconds,
            CpuMicrosPerRequest = requests == 0 ? 0 : _generatorCpu.TotalSeconds * 1e6 / requests,
            PeakWorkingSetBytes = process.PeakWorkingSet64,
            WorkerBusy = [.. phase.Lanes.Select(phase.BusyShareOf)],
            Stalls = phase.Lanes.Sum(l => l.Activity.Stalls),
            StalledSeconds = phase.Lanes.Sum(l => l.Activity.StalledNanos) / 1e9,
            GarbageCollections = _collections,
            CpuSet = _side.Options.GeneratorCpuSet,
            ScriptEngine = _side.Options.ScriptEngine,
        };
    }
}
