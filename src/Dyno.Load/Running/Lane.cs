namespace Dyno.Load;

/// <summary>One worker of one scenario in one phase: what it is to do and what it recorded.</summary>
internal sealed class Lane
{
    private readonly WorkerThread _thread;
    private Task _running = Task.CompletedTask;

    private Lane(
        ScenarioPlan plan, int scenarioIndex, int workerIndex, WorkerThread thread, WorkerPhase phase, long startNanos)
    {
        Plan = plan;
        ScenarioIndex = scenarioIndex;
        WorkerIndex = workerIndex;
        Phase = phase;
        StartNanos = startNanos;
        PlannedEndNanos = startNanos + phase.Scheduler.Pacer.EndNanos;
        _thread = thread;
    }

    public ScenarioPlan Plan { get; }

    public int ScenarioIndex { get; }

    public int WorkerIndex { get; }

    public WorkerPhase Phase { get; }

    /// <summary>Start of the scenario on the engine's clock.</summary>
    public long StartNanos { get; }

    /// <summary>Planned end of the scenario's starts, on the engine's clock.</summary>
    public long PlannedEndNanos { get; }

    public Recorder Recorder => Phase.Recorder;

    /// <summary>The records of the steps that are requests; those of their parts are left out.</summary>
    public IEnumerable<StepRecorder> Requests
    {
        get
        {
            var steps = Plan.Workload.Steps;
            for (var i = 0; i < Recorder.Steps.Length; i++)
                if (i >= steps.Length || !steps[i].IsPart) yield return Recorder.Steps[i];
        }
    }

    public WorkerActivity Activity => Phase.Activity;

    public bool HasEnded => _running.IsCompleted;

    /// <summary>When the worker returned; <paramref name="now"/> while the worker still runs.</summary>
    public long EndedNanos(long now) => HasEnded ? _thread.PhaseEndNanos : now;

    public Task RunAsync() => _running = _thread.RunAsync(Phase);

    /// <summary>
    /// Counts as dropped the starts that were due by <paramref name="untilNanos"/> and can no longer happen. Leaves the scheduler of a
    /// hung worker alone.
    /// </summary>
    public void DropRest(long untilNanos)
    {
        if (HasEnded) Phase.Scheduler.DropRest(Math.Min(untilNanos, PlannedEndNanos));
    }

    public static ImmutableArray<Lane> Create(
        ScenarioThreads scenario, TestPlan plan, int index, RunPhase kind, RunSignals signals, long phaseStart)
    {
        var warmUp = kind == RunPhase.WarmUp;
        var executor = warmUp ? scenario.Plan.Executor.ForWarmUp(scenario.Plan.WarmUp ?? plan.WarmUp) : scenario.Plan.Executor;
        var start = phaseStart + (warmUp ? 0 : scenario.Plan.StartTime.ToNanos());
        var cut = start + executor.Length.ToNanos() + scenario.Plan.GracefulStop.ToNanos();
        var timed = warmUp ? [] : TimedStatuses.Of(plan.Thresholds);
        var pacers = executor.CreatePacers(plan.SegmentOf(plan.Scenarios[index]), scenario.Threads.Length, plan.SeedOf(index));
        return [.. pacers.Select((pacer, w) => new Lane(
            scenario.Plan, index, w, scenario.Threads[w], PhaseOf(scenario.Plan, pacer, timed, signals, start, cut, warmUp), start))];
    }

    /// <summary>Creates the lanes of one slice of a sliced phase. They continue the recorders of the lanes of the slice before.</summary>
    /// <param name="index">Index of the scenario.</param>
    /// <param name="signals">Stop and abort.</param>
    /// <param name="before">The scenario's lanes of the slice before; empty for the first.</param>
    public static ImmutableArray<Lane> OfSlice(
        ScenarioThreads scenario, TestPlan plan, int index, in SlicePlan slice, RunSignals signals, ImmutableArray<Lane> before)
    {
        var executor = scenario.Plan.Executor.For(slice.Length) ?? scenario.Plan.Executor.ForWarmUp(slice.Length);
        var cut = slice.StartNanos + executor.Length.ToNanos() + scenario.Plan.GracefulStop.ToNanos();
        var pacers = slice.OnlyReopens ? [.. scenario.Threads.Select(_ => (Pacer)new SilentPacer())]
            : executor.CreatePacers(plan.SegmentOf(plan.Scenarios[index]), scenario.Threads.Length, unchecked(plan.SeedOf(index) + slice.Seed));
        var lanes = ImmutableArray.CreateBuilder<Lane>(pacers.Length);
        for (var w = 0; w < pacers.Length; w++)
        {
            var pacer = slice.Spread > TimeSpan.Zero && pacers[w] is LoopPacer loop
                ? new StaggeredPacer(loop, slice.Spread.ToNanos(), unchecked(plan.SeedOf(index) + slice.Seed + w)) : pacers[w];
            var recorder = before.IsDefaultOrEmpty
                ? new Recorder(scenario.Plan.Workload.Steps.Length, scenario.Plan.Workload.Checks.Length, pacer is ArrivalPacer) : before[w].Recorder;
            recorder.BeginSlice(slice.StartNanos, slice.StartNanos + Math.Max(slice.RunIn.ToNanos(), slice.Spread.ToNanos()), pacer.MaxVirtualUsers);
            var phase = new WorkerPhase
            {
                Scheduler = new IterationScheduler(pacer, recorder, signals, slice.StartNanos),
                Recorder = recorder,
                Activity = before.IsDefaultOrEmpty ? new WorkerActivity() : before[w].Activity,
                Signals = signals,
                IsWarmUp = slice.IsWarmUp,
                OnlyReopens = slice.OnlyReopens,
                CutNanos = cut,
            };
            lanes.Add(new Lane(scenario.Plan, index, w, scenario.Threads[w], phase, slice.StartNanos));
        }
        return lanes.MoveToImmutable();
    }

    private static WorkerPhase PhaseOf(
        ScenarioPlan plan, Pacer pacer, ImmutableArray<int> timedStatuses, RunSignals signals, long start, long cut, bool isWarmUp)
    {
        var recorder = new Recorder(plan.Workload.Steps.Length, plan.Workload.Checks.Length, pacer is ArrivalPacer, timedStatuses);
        if (pacer is ConstantVusPacer) recorder.BeginSlice(start, start, pacer.MaxVirtualUsers);
        return new WorkerPhase
        {
            Scheduler = new IterationScheduler(pacer, recorder, signals, start),
            Recorder = recorder,
            Activity = new WorkerActivity(),
            Signals = signals,
            IsWarmUp = isWarmUp,
            CutNanos = cut,
        };
    }
}

/// <summary>One slice of a sliced phase.</summary>
/// <param name="StartNanos">Start of the slice, on the engine's clock.</param>
/// <param name="Length">Time during which new iterations start.</param>
/// <param name="RunIn">Time at its begin whose answers do not count for the rate.</param>
/// <param name="Seed">
/// Added to the scenario's seed. The slices of one block share their random arrivals; the slices of another block have different ones.
/// </param>
/// <param name="IsWarmUp">Whether the slice belongs to the warm-up, so that nothing in it counts.</param>
/// <param name="OnlyReopens">Whether the slice sends nothing and only reopens connections that the server has closed.</param>
/// <param name="Spread">Time in which the users of a closed model begin, one after the other; answers before its end do not count for the rate.</param>
internal readonly record struct SlicePlan(
    long StartNanos, TimeSpan Length, TimeSpan RunIn, long Seed, bool IsWarmUp, bool OnlyReopens, TimeSpan Spread = default);
