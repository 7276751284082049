using System.Collections.Immutable;
using Dyno.Load.Engine;
using Dyno.Load.Running;

namespace Dyno.Load.Duets;

/// <summary>
/// The warm-up or the measurement of one variant, slice by slice. The recorders are the same in all of them, so counts are sums and
/// histograms are merged without further work; a slice is the difference between two looks.
/// </summary>
internal sealed class SlicedPhase(RunPhase kind, DuetSide side, WorkerFleet fleet, RunSignals signals)
{
    private const long LeadNanos = 2_000_000;        // every thread is awake by then
    private const long StopPatienceNanos = 1_000_000_000;
    private static readonly TimeSpan Hung = TimeSpan.FromSeconds(10);

    private readonly EngineClock _clock = fleet.Clock;
    private readonly DateTimeOffset _startedAt = fleet.Clock.UtcNow;
    private readonly long _startNanos = fleet.Clock.NowNanos;
    private ImmutableArray<ImmutableArray<Lane>> _scenarios = [];
    private PhaseCounts _before = new();
    private long _ownNanos;
    private long _offeredNanos;

    /// <summary>How many slices it has had.</summary>
    public int Slices { get; private set; }

    /// <summary>Sum of its slices, in seconds.</summary>
    public double OwnSeconds => _ownNanos / 1e9;

    /// <summary>Sum of the times in which starts were due, without the tails of the slices, in seconds.</summary>
    public double OfferedSeconds => _offeredNanos / 1e9;

    /// <summary>What was recorded so far.</summary>
    public ImmutableArray<Lane> Lanes => [.. _scenarios.SelectMany(lanes => lanes)];

    private long StalledNanos => Lanes.Select(l => l.Activity.StalledNanos).DefaultIfEmpty().Max();

    /// <summary>Sums so far.</summary>
    public PhaseCounts Counts => _before;

    /// <summary>Runs one slice to the answer of its last request.</summary>
    /// <param name="length">How long new iterations start.</param>
    /// <param name="seed">The same for all variants of a block.</param>
    public async Task<SliceCounts> RunAsync(TimeSpan length, long seed)
    {
        var (before, stalled) = (_before, StalledNanos);
        var start = _clock.NowNanos + LeadNanos;
        await RunAsync(new SlicePlan(start, length, seed, kind == RunPhase.WarmUp, OnlyReopens: false));
        var lanes = Lanes;
        foreach (var lane in lanes) lane.DropRest(lane.PlannedEndNanos);
        var ended = Math.Max(start + length.ToNanos(), lanes.Max(l => l.Recorder.LastEndNanos));
        Slices++;
        _ownNanos += ended - start;
        _offeredNanos += length.ToNanos();
        _before = PhaseCounts.Of(lanes);
        return new SliceCounts(start, (ended - start) / 1e9, _before.Requests - before.Requests, _before.FailedRequests - before.FailedRequests,
            (StalledNanos - stalled) / 1e9);
    }

    /// <summary>Opens connections again that the server has closed.</summary>
    /// <returns>How many.</returns>
    public async Task<long> ReopenAsync()
    {
        if (_scenarios.IsEmpty) return 0; // nothing was ever opened
        var before = Lanes.Sum(l => l.Recorder.Reconnects);
        await RunAsync(new SlicePlan(_clock.NowNanos, TimeSpan.Zero, 0, kind == RunPhase.WarmUp, OnlyReopens: true));
        return Lanes.Sum(l => l.Recorder.Reconnects) - before;
    }

    /// <summary>The phase as it is now.</summary>
    /// <param name="reachedLevel">Of a warm-up; null for a measurement.</param>
    /// <param name="stalledShare">Share of the slices that count in which the generator stalled.</param>
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
            Sliced = new SlicedTime(_ownNanos, _offeredNanos, stalledShare),
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
            Lane.OfSlice(s, side.Plan, i, slice, signals, _scenarios.IsEmpty ? [] : _scenarios[i]))];
        using var stop = signals.Stopping.Register(CutSoon);
        try
        {
            var longest = side.Plan.Scenarios.Max(s => s.GracefulStop);
            await Task.WhenAll(Lanes.Select(l => l.RunAsync())).WaitAsync(slice.Length + longest + Hung, _clock.Provider);
        }
        catch (TimeoutException)
        {
            signals.Fail("a worker did not come back after its cut");
            signals.Abort();
        }
    }

    private void CutSoon()
    {
        foreach (var lane in Lanes) lane.Phase.CutBy(_clock.NowNanos + StopPatienceNanos);
    }
}

/// <summary>What one slice did.</summary>
/// <param name="StartNanos">Its start, on the engine's clock.</param>
/// <param name="Seconds">Its length, the tail included.</param>
/// <param name="Requests">Completed, good and failed.</param>
/// <param name="Failed">Of these, failed.</param>
/// <param name="StalledSeconds">In which a worker did not run although it had asked to.</param>
internal readonly record struct SliceCounts(long StartNanos, double Seconds, long Requests, long Failed, double StalledSeconds);
