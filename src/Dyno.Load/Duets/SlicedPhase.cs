namespace Dyno.Load;

/// <summary>
/// The warm-up or the measurement of one variant, slice by slice. All slices use the same recorders, so counts and histograms add up
/// without further work. The counts of one slice are the difference between two looks.
/// </summary>
/// <param name="before">The variant's phase before this one; null for the first.</param>
internal sealed class SlicedPhase(RunPhase kind, DuetSide side, WorkerFleet fleet, RunSignals signals, SlicedPhase? before = null)
{
    private const long LeadNanos = 2_000_000;        // every thread is awake by then
    private const long StopPatienceNanos = 1_000_000_000;
    private static readonly TimeSpan Hung = TimeSpan.FromSeconds(10);

    private readonly EngineClock _clock = fleet.Clock;
    private readonly DateTimeOffset _startedAt = fleet.Clock.UtcNow;
    private readonly long _startNanos = fleet.Clock.NowNanos;
    private ImmutableArray<ImmutableArray<Lane>> _scenarios = [];
    private PhaseCounts _before = new();
    private OwnTimeSum _passed;
    private long _loadedNanos;
    private long _offeredNanos;
    private double _countedSeconds;
    private double _countedRequests;

    /// <summary>Number of slices so far.</summary>
    public int Slices { get; private set; }

    /// <summary>Total length of the slices so far, each to its last answer, in seconds.</summary>
    public double LoadedSeconds => _loadedNanos / 1e9;

    /// <summary>
    /// The time in which a load without pauses would have had the requests so far, in seconds: the users' own time (<see cref="OwnTime"/>)
    /// in a closed model, the slices to their last answers in an open one.
    /// </summary>
    public double Seconds => _countedRequests > 0 ? _countedSeconds * Counts.Requests / _countedRequests : LoadedSeconds;

    /// <summary>Sum of the times in which starts were due, without the tails of the slices, in seconds.</summary>
    public double OfferedSeconds => _offeredNanos / 1e9;

    /// <summary>The lanes of the last slice; their recorders hold everything recorded so far.</summary>
    public ImmutableArray<Lane> Lanes => [.. _scenarios.SelectMany(lanes => lanes)];

    private long StalledNanos => Lanes.Select(l => l.Activity.StalledNanos).DefaultIfEmpty().Max();

    /// <summary>Counts over all slices so far.</summary>
    public PhaseCounts Counts => _before;

    /// <summary>Runs one slice to the answer of its last request.</summary>
    /// <param name="length">Time during which new iterations start.</param>
    /// <param name="runIn">Time at the begin of the slice whose answers do not count for the rate.</param>
    public async Task<SliceCounts> RunAsync(TimeSpan length, long seed, TimeSpan runIn = default)
    {
        var (before, passed, stalled) = (_before, _passed, StalledNanos);
        var start = _clock.NowNanos + LeadNanos;
        await RunAsync(new SlicePlan(start, length, runIn, seed, kind == RunPhase.WarmUp, OnlyReopens: false));
        var lanes = Lanes;
        foreach (var lane in lanes) lane.DropRest(lane.PlannedEndNanos);
        var ended = Math.Max(start + length.ToNanos(), lanes.Max(l => l.Recorder.LastEndNanos));
        Slices++;
        _loadedNanos += ended - start;
        _offeredNanos += length.ToNanos();
        (_before, _passed) = (PhaseCounts.Of(lanes), OwnTimeSum.Of(lanes.Select(l => l.Recorder.Own)));
        var requests = _before.Requests - before.Requests;
        var (seconds, counted) = _passed.Since(passed, requests) ?? ((ended - start) / 1e9, requests);
        (_countedSeconds, _countedRequests) = (_countedSeconds + seconds, _countedRequests + counted);
        return new SliceCounts(start, (ended - start) / 1e9, seconds, counted, requests, _before.FailedRequests - before.FailedRequests,
            (StalledNanos - stalled) / 1e9);
    }

    /// <summary>Reopens connections that the server has closed.</summary>
    /// <returns>Number of reopened connections.</returns>
    public async Task<long> ReopenAsync()
    {
        if (_scenarios.IsEmpty) return 0; // nothing was ever opened
        var before = Lanes.Sum(l => l.Recorder.Reconnects);
        await RunAsync(new SlicePlan(_clock.NowNanos, TimeSpan.Zero, TimeSpan.Zero, 0, kind == RunPhase.WarmUp, OnlyReopens: true));
        return Lanes.Sum(l => l.Recorder.Reconnects) - before;
    }

    /// <summary>The phase as it is now.</summary>
    /// <param name="reachedLevel">Whether a warm-up has reached level; null for a measurement.</param>
    /// <param name="stalledShare">Share of the time of the counted slices in which the generator stalled, 0 to 1.</param>
    public FinishedPhase Finish(bool? reachedLevel, double stalledShare = 0)
    {
        var now = _clock.NowNanos;
        return new FinishedPhase
        {
            Lanes = Lanes,
            StartNanos = _startNanos,
            EndNanos = now,
            StoppedNanos = signals.IsStopping ? now : long.MaxValue,
            LevelNanos = long.MaxValue,
            ReachedLevel = reachedLevel,
            Sliced = new SlicedTime(Seconds, _loadedNanos, _offeredNanos, stalledShare),
            StartedAt = _startedAt,
            EndedAt = _clock.UtcNow,
            ClockSkew = (_clock.UtcNow - _startedAt - TimeSpan.FromTicks((now - _startNanos) / 100)).Duration(),
            Series = new SeriesBuilder(),
            Thresholds = null,
            ThresholdCrossed = false,
        };
    }

    private async Task RunAsync(SlicePlan slice)
    {
        _scenarios = [.. fleet.Scenarios.Select((s, i) =>
            Lane.OfSlice(s, side.Plan, i, slice with { Spread = SpreadOf(i, slice.Length) }, signals, _scenarios.IsEmpty ? [] : _scenarios[i]))];
        using var stop = signals.Stopping.Register(CutSoon);
        try
        {
            var longest = side.Plan.Scenarios.Max(s => s.GracefulStop);
            await Task.WhenAll(Lanes.Select(l => l.RunAsync())).WaitAsync(slice.Length + longest + Hung, _clock.Provider);
        }
        catch (TimeoutException)
        {
            signals.Fail("a worker did not stop after it was cut off");
            signals.Abort();
        }
    }

    // One mean iteration of a scenario's users, at most a fifth of a slice.
    private TimeSpan SpreadOf(int scenario, TimeSpan length)
    {
        if (_scenarios.IsEmpty) return before?.SpreadOf(scenario, length) ?? TimeSpan.Zero;
        var own = OwnTimeSum.Of(_scenarios[scenario].Select(lane => lane.Recorder.Own));
        if (own.Counted == 0) return TimeSpan.Zero;
        return TimeSpan.FromTicks(Math.Min(own.CountedNanos / own.Counted / 100, length.Ticks / 5));
    }

    private void CutSoon()
    {
        foreach (var lane in Lanes) lane.Phase.CutBy(_clock.NowNanos + StopPatienceNanos);
    }
}

/// <summary>The counts of one slice.</summary>
/// <param name="StartNanos">Start of the slice, on the engine's clock.</param>
/// <param name="LoadedSeconds">Length of the slice with its tail, in seconds.</param>
/// <param name="Seconds">The time in which the counted requests were answered, in seconds: the mean over the users of a closed model.</param>
/// <param name="Counted">Requests in that time; a fraction where a user's first iteration, which does not count, had an average number of them.</param>
/// <param name="Requests">Completed requests, good and failed.</param>
/// <param name="Failed">Failed requests.</param>
/// <param name="StalledSeconds">Seconds in which a worker did not run although it had asked to.</param>
internal readonly record struct SliceCounts(
    long StartNanos, double LoadedSeconds, double Seconds, double Counted, long Requests, long Failed, double StalledSeconds);
