using System.Collections.Immutable;
using Dyno.Load.Duets;
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

    /// <summary>The lanes of one slice of a sliced phase; what they record is added to what those of the slice before did.</summary>
    /// <param name="scenario">The scenario's threads.</param>
    /// <param name="plan">The load.</param>
    /// <param name="index">Index of the scenario.</param>
    /// <param name="slice">Which slice.</param>
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
            var recorder = before.IsDefaultOrEmpty
                ? new Recorder(scenario.Plan.Workload.Steps.Length, scenario.Plan.Workload.Checks.Length, pacers[w] is ArrivalPacer) : before[w].Recorder;
            recorder.GoesOnAt(slice.StartNanos);
            var phase = new WorkerPhase
            {
                Scheduler = new IterationScheduler(pacers[w], recorder, signals, slice.StartNanos),
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

/// <summary>One slice.</summary>
/// <param name="StartNanos">Its start, on the engine's clock.</param>
/// <param name="Length">How long new iterations start.</param>
/// <param name="Seed">Added to the scenario's seed: the slices of a block share their random arrivals, those of another have others.</param>
/// <param name="IsWarmUp">Whether nothing of it counts.</param>
/// <param name="OnlyReopens">Whether nothing is sent, and only connections that the server has closed are opened again.</param>
internal readonly record struct SlicePlan(long StartNanos, TimeSpan Length, long Seed, bool IsWarmUp, bool OnlyReopens);
