namespace Dyno.Load;

/// <summary>A finished phase, or a running phase as far as it has come: what its workers recorded, and when.</summary>
internal sealed class FinishedPhase
{
    private PhaseCounts? _counts;

    public required ImmutableArray<Lane> Lanes { get; init; }

    /// <summary>Start of the phase, common to all workers, on the engine's clock.</summary>
    public required long StartNanos { get; init; }

    /// <summary>When the last worker returned, on the engine's clock; the moment of the look while the phase still runs.</summary>
    public required long EndNanos { get; init; }

    /// <summary>When the runner saw a stop; <see cref="long.MaxValue"/> when there was none.</summary>
    public required long StoppedNanos { get; init; }

    /// <summary>
    /// The moment of the look while the phase still runs: nothing after it was measured, whatever was planned.
    /// <see cref="long.MaxValue"/> once the phase has ended.
    /// </summary>
    public long LookedNanos { get; init; } = long.MaxValue;

    /// <summary>When a warm-up was found to be level; <see cref="long.MaxValue"/> otherwise.</summary>
    public required long LevelNanos { get; init; }

    /// <summary>Whether a warm-up that ends at level reached it; null for every other phase.</summary>
    public required bool? ReachedLevel { get; init; }

    public required DateTimeOffset StartedAt { get; init; }

    public required DateTimeOffset EndedAt { get; init; }

    /// <summary>How far the wall clock and the monotonic clock drifted apart during the phase, as an absolute value.</summary>
    public required TimeSpan ClockSkew { get; init; }

    public required SeriesBuilder Series { get; init; }

    /// <summary>Judges the thresholds on this phase; null when there are no thresholds.</summary>
    public required ThresholdEvaluator? Thresholds { get; init; }

    /// <summary>Whether a threshold with abortOnFail stopped the phase.</summary>
    public required bool ThresholdCrossed { get; init; }

    /// <summary>Times of a phase that was measured in slices; null when the phase ran in one piece.</summary>
    public SlicedTime? Sliced { get; init; }

    /// <summary>Whether a stop signal ended the phase.</summary>
    public bool EndedEarly => StoppedNanos != long.MaxValue;

    public PhaseCounts Counts => _counts ??= PhaseCounts.Of(Lanes);

    /// <summary>
    /// The divisor of every rate: the time from the common start to the last completion; where a fixed number of users loop for a fixed
    /// time, the mean of each user's own time to its own last completion, for the users do not wait for the slowest. When an executor runs
    /// by time and its planned end (or the stop) is later, the time extends to that end: nothing completed in the rest, but the rest was
    /// measured. The workers of an open scenario return after its last start, but its whole planned time counts. Otherwise three starts in
    /// three seconds would count as 1.5 starts per second.
    /// </summary>
    public double DurationSeconds
    {
        get
        {
            if (Sliced is { } sliced) return sliced.Seconds;
            var last = Lanes.All(l => l.Recorder.Own is not null && l.StartNanos == StartNanos)
                && OwnTimeSum.Of(Lanes.Select(l => l.Recorder.Own)) is { Iterations: > 0 } own
                ? StartNanos + own.AllNanos / own.VirtualUsers
                : Lanes.Select(l => l.Recorder.LastEndNanos).DefaultIfEmpty().Max();
            var timed = Lanes.Where(l => !l.Plan.Executor.EndsByIterations).ToList();
            var open = timed.Where(l => l.Phase.Scheduler.IsOpen).Select(l => l.PlannedEndNanos).DefaultIfEmpty().Max();
            var closed = timed.Select(l => l.PlannedEndNanos).DefaultIfEmpty().Max();
            var planned = Math.Max(open, Math.Min(closed, EndNanos));
            var end = Math.Max(last, Math.Min(planned, StartsEndNanos));
            return Math.Max(0, (end > StartNanos ? end : EndNanos) - StartNanos) / 1e9;
        }
    }

    /// <summary>Time in which starts of open scenarios were due, in seconds; 0 when no scenario is open.</summary>
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

    /// <summary>The end of the starts unless the plan ends them earlier: a stop, level, or the look at a running phase.</summary>
    public long StartsEndNanos => Math.Min(Math.Min(StoppedNanos, LevelNanos), LookedNanos);

    /// <summary>
    /// Time from the start of the lane's scenario until its worker returned, in nanoseconds; 0 or less when the scenario never began. In a
    /// sliced phase: the sum of the slices.
    /// </summary>
    public long WindowNanosOf(Lane lane) => Sliced?.LoadedNanos ?? lane.EndedNanos(EndNanos) - lane.StartNanos;

    /// <summary>The share of the lane's window in which the worker neither waited nor spun on purpose, 0 to 1.</summary>
    public double BusyShareOf(Lane lane)
    {
        var window = WindowNanosOf(lane);
        return window <= 0 ? 0 : Math.Clamp(1 - (double)lane.Activity.WaitedNanos / window, 0, 1);
    }
}

/// <summary>The time of a phase that was measured in slices.</summary>
/// <param name="Seconds">The time in which a load without pauses would have had the same requests: the divisor of every rate.</param>
/// <param name="LoadedNanos">Sum of the slices' lengths in nanoseconds. A slice includes its tail, the wait for the last answers.</param>
/// <param name="OfferedNanos">Sum of the slices' planned lengths in nanoseconds, which is the time in which starts of an open model were due.</param>
/// <param name="StalledShare">Share of the time of the counted slices in which the generator stalled, 0 to 1.</param>
internal sealed record SlicedTime(double Seconds, long LoadedNanos, long OfferedNanos, double StalledShare);
