using System.Collections.Immutable;
using Dyno.Metrics.Thresholds;

namespace Dyno.Load.Running;

/// <summary>A phase that is over: what its workers recorded, and when.</summary>
internal sealed class FinishedPhase
{
    private PhaseCounts? _counts;

    public required ImmutableArray<Lane> Lanes { get; init; }

    /// <summary>Common start, on the engine's clock.</summary>
    public required long StartNanos { get; init; }

    /// <summary>When the last worker had come back.</summary>
    public required long EndNanos { get; init; }

    /// <summary>When the runner saw a stop; <see cref="long.MaxValue"/> when there was none.</summary>
    public required long StoppedNanos { get; init; }

    /// <summary>When a warm-up was found to be level; <see cref="long.MaxValue"/> otherwise.</summary>
    public required long LevelNanos { get; init; }

    /// <summary>Whether a warm-up that ends at level reached it; null for every other phase.</summary>
    public required bool? ReachedLevel { get; init; }

    public required DateTimeOffset StartedAt { get; init; }

    public required DateTimeOffset EndedAt { get; init; }

    /// <summary>How far wall clock and monotonic clock parted, without sign.</summary>
    public required TimeSpan ClockSkew { get; init; }

    public required SeriesBuilder Series { get; init; }

    /// <summary>Judges the thresholds on this phase; null when there is none.</summary>
    public required ThresholdEvaluator? Thresholds { get; init; }

    /// <summary>Whether a threshold with abortOnFail stopped the phase.</summary>
    public required bool ThresholdCrossed { get; init; }

    /// <summary>The phase's own time where it was measured in slices; null: it ran in one piece.</summary>
    public SlicedTime? Sliced { get; init; }

    /// <summary>Whether a signal ended it.</summary>
    public bool EndedEarly => StoppedNanos != long.MaxValue;

    public PhaseCounts Counts => _counts ??= PhaseCounts.Of(Lanes);

    /// <summary>
    /// The divisor of every rate: the time from the common start to the last completion. Where an executor runs by time
    /// and its planned end (or the stop) is later, the time runs to that end: nothing completed in the rest, but the
    /// rest was measured. The workers of an open scenario come back after its last start; its time is the planned one
    /// all the same, or three starts in three seconds would be 1.5 a second.
    /// </summary>
    public double DurationSeconds
    {
        get
        {
            if (Sliced is { } sliced) return sliced.OwnNanos / 1e9;
            var last = Lanes.Select(l => l.Recorder.LastEndNanos).DefaultIfEmpty().Max();
            var timed = Lanes.Where(l => !l.Plan.Executor.EndsByIterations).ToList();
            var open = timed.Where(l => l.Phase.Scheduler.IsOpen).Select(l => l.PlannedEndNanos).DefaultIfEmpty().Max();
            var closed = timed.Select(l => l.PlannedEndNanos).DefaultIfEmpty().Max();
            var planned = Math.Max(open, Math.Min(closed, EndNanos));
            var end = Math.Max(last, Math.Min(planned, StartsEndNanos));
            return Math.Max(0, (end > StartNanos ? end : EndNanos) - StartNanos) / 1e9;
        }
    }

    /// <summary>Planned time in which an open scenario's starts were due, in seconds.</summary>
    public double OfferedSeconds
    {
        get
        {
            var open = Lanes.Where(l => l.Phase.Scheduler.IsOpen).ToList();
            if (open.Count == 0) return 0;
            if (Sliced is { } sliced) return sliced.OfferedNanos / 1e9;
            var end = Math.Min(open.Max(l => l.PlannedEndNanos), StartsEndNanos);
            return Math.Max(0, end - open.Min(l => l.StartNanos)) / 1e9;
        }
    }

    private long StartsEndNanos => Math.Min(StoppedNanos, LevelNanos);

    /// <summary>
    /// From the start of its scenario until the worker came back, in nanoseconds; not above 0 when it never began.
    /// </summary>
    public long WindowNanosOf(Lane lane) => Sliced?.OwnNanos ?? lane.EndedNanos(EndNanos) - lane.StartNanos;

    /// <summary>The share of its window in which the worker neither waited nor spun on purpose, 0 to 1.</summary>
    public double BusyShareOf(Lane lane)
    {
        var window = WindowNanosOf(lane);
        return window <= 0 ? 0 : Math.Clamp(1 - (double)lane.Activity.WaitedNanos / window, 0, 1);
    }
}

/// <summary>The time of a phase that was measured in slices.</summary>
/// <param name="OwnNanos">Sum of the slices, their tails included.</param>
/// <param name="OfferedNanos">Sum of their planned lengths: in these, starts of an open model were due.</param>
/// <param name="StalledShare">Share of the slices that count in which the generator stalled.</param>
internal sealed record SlicedTime(long OwnNanos, long OfferedNanos, double StalledShare);
