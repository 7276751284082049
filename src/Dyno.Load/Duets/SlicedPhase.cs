using System.Collections.Immutable;
using Dyno.Load.Engine;
using Dyno.Load.Running;

namespace Dyno.Load.Duets;

/// <summary>
/// The warm-up or the measurement of one variant, slice by slice. All slices use the same recorders, so counts and histograms add up
/// without further work. The counts of one slice are the difference between two looks.
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

    /// <summary>Number of slices so far.</summary>
    public int Slices { get; private set; }

    /// <summary>Total length of the slices so far, in seconds.</summary>
    public double OwnSeconds => _ownNanos / 1e9;

    /// <summary>Sum of the times in which starts were due, without the tails of the slices, in seconds.</summary>
    public double OfferedSeconds => _offeredNanos / 1e9;

    /// <summary>The lanes of the last slice; their recorders hold everything recorded so far.</summary>
    public ImmutableArray<Lane> Lanes => [.. _scenarios.SelectMany(lanes => lanes)];

    private long StalledNanos => Lanes.Select(l => l.Activity.StalledNanos).DefaultIfEmpty().Max();

    /// <summary>Counts over all slices so far.</summary>
    public PhaseCounts Counts => _before;

    /// <summary>Runs one slice to the answer of its last request.</summary>
    /// <param name="length">Time during which new iterations start.</param>
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

    /// <summary>Reopens connections that the server has closed.</summary>
    /// <returns>Number of reopened connections.</returns>
    public async Task<long> ReopenAsync()
    {
        if (_scenarios.IsEmpty) return 0; // nothing was ever opened
        var before = Lanes.Sum(l => l.Recorder.Reconnects);
        await RunAsync(new SlicePlan(_clock.NowNanos, TimeSpan.Zero, 0, kind == RunPhase.WarmUp, OnlyReopens: true));
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
            signals.Fail("a worker did not stop after it was cut off");
            signals.Abort();
        }
    }

    private void CutSoon()
    {
        foreach (var lane in Lanes) lane.Phase.CutBy(_clock.NowNanos + StopPatienceNanos);
    }
}

/// <summary>The counts of one slice.</summary>
/// <param name="StartNanos">Start of the slice, on the engine's clock.</param>
/// <param name="Seconds">Length of the slice with its tail, in seconds.</param>
/// <param name="Requests">Completed requests, good and failed.</param>
/// <param name="Failed">Failed requests.</param>
/// <param name="StalledSeconds">Seconds in which a worker did not run although it had asked to.</param>
internal readonly record struct SliceCounts(long StartNanos, double Seconds, long Requests, long Failed, double StalledSeconds);
