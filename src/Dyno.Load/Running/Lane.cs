using System.Collections.Immutable;
using Dyno.Load.Engine;
using Dyno.Load.Plans;

namespace Dyno.Load.Running;

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

    /// <summary>When the scenario's starts end as planned.</summary>
    public long PlannedEndNanos { get; }

    public Recorder Recorder => Phase.Recorder;

    public WorkerActivity Activity => Phase.Activity;

    public bool HasEnded => _running.IsCompleted;

    /// <summary>When the worker came back; <paramref name="now"/> while it has not.</summary>
    public long EndedNanos(long now) => HasEnded ? _thread.PhaseEndNanos : now;

    public Task RunAsync() => _running = _thread.RunAsync(Phase);

    /// <summary>Counts what was due by then and can no longer start; a hung worker's scheduler is left alone.</summary>
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

    private static WorkerPhase PhaseOf(
        ScenarioPlan plan, Pacer pacer, ImmutableArray<int> timedStatuses, RunSignals signals, long start, long cut, bool isWarmUp)
    {
        var recorder = new Recorder(plan.Workload.Steps.Length, plan.Workload.Checks.Length, pacer is ArrivalPacer, timedStatuses);
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
