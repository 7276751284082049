namespace Dyno.Load;

/// <summary>
/// Runs one phase. Hands every worker its share with one common start, reads the recorders once a second, moves the cut earlier after a
/// stop, and gives up on a worker that does not return.
/// </summary>
internal sealed class PhaseRun
{
    /// <summary>Time between the hand-over and the common start, so that every thread is awake at the start.</summary>
    private const long LeadNanos = 5_000_000;

    /// <summary>A worker that has not returned this long after its cut counts as hung.</summary>
    private const long HungNanos = 10_000_000_000;

    private const long TickNanos = 1_000_000_000;
    private readonly RunnerOptions _options;
    private readonly EngineClock _clock;
    private readonly ImmutableArray<Lane> _lanes;
    private readonly PhaseMonitor _monitor;
    private readonly DateTimeOffset _startedAt;
    private readonly long _startNanos;
    private readonly bool _watchServer;
    private readonly ServerWatch _server;
    private readonly ThresholdEvaluator? _thresholds;
    private readonly FiguresSoFar _figures = new();
    private readonly long _createdNanos;
    private readonly LiveHealth? _health;
    private readonly LevelDetector? _level;
    private readonly RunSignals _laneSignals;
    private long _levelNanos = long.MaxValue;
    private long _stoppedNanos = long.MaxValue;
    private long _judgedNanos;
    private bool _thresholdCrossed;
    private FinishedPhase? _finished;

    public PhaseRun(RunPhase kind, TestPlan plan, RunnerOptions options, WorkerFleet fleet, ServerWatch server)
    {
        _options = options;
        _server = server;
        _clock = fleet.Clock;
        _createdNanos = _clock.NowNanos;
        _startedAt = _clock.UtcNow;
        _startNanos = _createdNanos + LeadNanos;
        _judgedNanos = _startNanos;
        _watchServer = kind == RunPhase.Measure;
        _level = kind == RunPhase.WarmUp && plan.WarmUpLevel is { } rule ? new LevelDetector(rule) : null;
        // A warm-up that has reached level stops only this phase and not the run, so its workers listen to signals of their own.
        _laneSignals = _level is null ? options.Signals : new RunSignals();
        _lanes = [.. fleet.Scenarios.SelectMany((s, i) => Lane.Create(s, plan, i, kind, _laneSignals, _startNanos))];
        // The sum is null unless iterations end every scenario, because null plus a number is null.
        var iterations = kind == RunPhase.Measure ? plan.Scenarios.Aggregate((long?)0, (sum, s) => sum + s.Executor.IterationsIn(plan.SegmentOf(s))) : null;
        _monitor = new PhaseMonitor(kind, _lanes, _startNanos, iterations, options.Listeners) { Beside = WithStanding };
        if (kind == RunPhase.Measure && options.Listeners.Any(listener => listener.AsksForHealth)) _health = new LiveHealth(plan, options, server);
        if (kind != RunPhase.Measure || plan.Thresholds.IsDefaultOrEmpty) return;
        _thresholds = new ThresholdEvaluator(plan.Thresholds, new PhaseMetrics(_lanes, Seconds, options.Metrics, _figures));
    }

    public async Task<FinishedPhase> RunAsync()
    {
        using var stop = _level is null ? default : _options.Signals.Stopping.Register(_laneSignals.Stop);
        using var abort = _level is null ? default : _options.Signals.Aborting.Register(_laneSignals.Abort);
        using var delay = new WakeableDelay(_clock.Provider);
        using var wakeToStop = _options.Signals.Stopping.Register(delay.Wake);
        var workers = Task.WhenAll(_lanes.Select(l => l.RunAsync()));
        var wakeAtEnd = workers.ContinueWith(_ => delay.Wake(), TaskScheduler.Default);
        for (var tick = _startNanos + TickNanos; !workers.IsCompleted;)
        {
            await delay.WaitAsync(UntilNanos(Math.Min(tick, HungAtNanos)));
            FollowSignals();
            var now = _clock.NowNanos;
            if (now >= HungAtNanos) { GiveUp(); break; }
            if (now < tick || workers.IsCompleted) continue;
            var seconds = (int)((now - tick) / TickNanos) + 1;
            Tick(now, seconds);
            tick += seconds * TickNanos;
        }

        FollowSignals();
        if (workers.IsCompleted) await wakeAtEnd;
        return Finish();
    }

    /// <summary>The phase as if it had been stopped before its first start.</summary>
    public FinishedPhase Skip()
    {
        _stoppedNanos = _startNanos;
        return Finished(_startNanos);
    }

    private long HungAtNanos
    {
        get
        {
            var cut = 0L;
            foreach (var lane in _lanes) cut = Math.Max(cut, lane.Phase.CutNanos);
            return cut + HungNanos;
        }
    }

    /// <summary>Rounds up to whole milliseconds. Timers drop fractions of a millisecond, so a wait for the remaining fraction would be a busy loop.</summary>
    private TimeSpan UntilNanos(long nanos) =>
        TimeSpan.FromMilliseconds(Math.Max(1, (nanos - _clock.NowNanos + 999_999) / 1_000_000));

    private void FollowSignals()
    {
        if (_stoppedNanos != long.MaxValue || !_options.Signals.IsStopping) return;
        _stoppedNanos = _clock.NowNanos;
        foreach (var lane in _lanes) lane.Phase.CutBy(_stoppedNanos + lane.Plan.GracefulStop.ToNanos());
    }

    private void Tick(long now, int seconds)
    {
        if (_watchServer) SampleServer(now);
        if (_stoppedNanos == long.MaxValue) _thresholds?.Look(TimeSpan.FromTicks((now - _startNanos) / 100));
        _monitor.Look(now, _stoppedNanos, seconds);
        if (_level is not null) EndWhenLevel(_level, now);
        if (!_watchServer || _stoppedNanos != long.MaxValue) return;
        if (now - _judgedNanos < ThresholdEvaluator.Interval.ToNanos() - TickNanos / 2) return;
        _judgedNanos = now;
        var isCrossed = !_options.IsShare && _thresholds?.ShouldAbort(TimeSpan.FromTicks((now - _startNanos) / 100)) == true;
        if (_options.ShouldAbort is { } judge) isCrossed |= judge(SoFar(now));
        if (!isCrossed) return;
        _thresholdCrossed = true;
        _options.Signals.Stop();
        FollowSignals();
    }

    private void SampleServer(long now)
    {
        _server.Sample(TimeSpan.FromTicks((now - _startNanos) / 100));
        if (_thresholds is not null && _server.Latest is { } latest) _figures.Add(latest.Figures);
    }

    private RunSnapshot WithStanding(RunSnapshot snapshot) => !_watchServer ? snapshot : snapshot with
    {
        Server = _server.Latest,
        Thresholds = ThresholdRecords.Standing(_thresholds),
        Health = _health?.Look(snapshot, SoFar),
    };

    private FinishedPhase SoFar()
    {
        var now = _clock.NowNanos;
        return Phase(now, _monitor.Series, now);
    }

    private PhaseResult SoFar(long now)
    {
        var phase = Phase(now, new SeriesBuilder(), now);
        return new PhaseResultBuilder(phase, _options.Metrics).Build();
    }

    private void EndWhenLevel(LevelDetector level, long now)
    {
        if (level.IsLevel || _stoppedNanos != long.MaxValue) return;
        if (!level.Look(TimeSpan.FromTicks((now - _startNanos) / 100), PhaseCounts.Of(_lanes).Requests, _server.MethodsCompiled)) return;
        _levelNanos = now;
        _laneSignals.Stop();
        foreach (var lane in _lanes) lane.Phase.CutBy(now + lane.Plan.GracefulStop.ToNanos());
    }

    private void GiveUp()
    {
        var hung = _lanes.Where(l => !l.HasEnded).Select(l => $"{l.WorkerIndex} of scenario '{l.Plan.Name}'");
        _options.Signals.Fail($"worker {string.Join(" and worker ", hung)} did not stop after it was cut off");
        _options.Signals.Abort();
    }

    private FinishedPhase Finish()
    {
        var now = _clock.NowNanos;
        foreach (var lane in _lanes) lane.DropRest(Math.Min(Math.Min(now, _stoppedNanos), _levelNanos));
        _thresholds?.EndWindows(TimeSpan.FromTicks((now - _startNanos) / 100));
        _monitor.Look(now, _stoppedNanos, 0);
        return Finished(now);
    }

    private FinishedPhase Finished(long endNanos) => _finished = Phase(endNanos, _monitor.Series, long.MaxValue);

    private FinishedPhase Phase(long endNanos, SeriesBuilder series, long lookedNanos) => new()
    {
        Lanes = _lanes,
        StartNanos = _startNanos,
        EndNanos = endNanos,
        StoppedNanos = _stoppedNanos,
        LookedNanos = lookedNanos,
        LevelNanos = _levelNanos,
        ReachedLevel = _level?.IsLevel,
        StartedAt = _startedAt,
        EndedAt = _clock.UtcNow,
        ClockSkew = ClockSkew(),
        Series = series,
        Thresholds = _thresholds,
        ThresholdCrossed = _thresholdCrossed,
    };

    private TimeSpan ClockSkew() =>
        (_clock.UtcNow - _startedAt - TimeSpan.FromTicks((_clock.NowNanos - _createdNanos) / 100)).Duration();

    private double Seconds() => _finished?.DurationSeconds ?? (_clock.NowNanos - _startNanos) / 1e9;
}
