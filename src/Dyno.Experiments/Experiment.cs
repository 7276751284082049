using System.Collections.Immutable;
using Dyno.Experiments.Judging;
using Dyno.Experiments.Plans;
using Dyno.Experiments.Rounds;
using Dyno.Experiments.Statistics;
using Dyno.Experiments.Sweeps;
using Dyno.Experiments.Trials;
using Dyno.Inputs.Problems;
using Dyno.Load.Engine;
using Dyno.Load.Running;
using Dyno.Results.Comparisons;
using Dyno.Results.Store;
using Dyno.Subjects;

namespace Dyno.Experiments;

/// <summary>Runs an experiment from its plan to its comparison.</summary>
public sealed class Experiment
{
    private static readonly TimeSpan StartAndStop = TimeSpan.FromSeconds(3);

    private readonly TimeSpan _trial;

    /// <summary>Reads every load of the plan, for its mistakes, before anything is built.</summary>
    /// <exception cref="InputException">A load is wrong.</exception>
    public Experiment(ExperimentPlan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        Plan = plan;
        var longest = TimeSpan.Zero;
        foreach (var variant in plan.Variants)
        {
            var load = TrialLoad.Read(plan, variant, 0, TrialLoad.NotYetKnown);
            var length = WarmUpOf(variant.WarmUp ?? plan.WarmUp) + load.Scenarios.Max(s => s.Executor.Length);
            if (length > longest) longest = length;
        }
        _trial = StartAndStop + longest;
    }

    /// <summary>What is run.</summary>
    public ExperimentPlan Plan { get; }

    /// <summary>About how long all trials take, builds not counted.</summary>
    public TimeSpan Expected => TrialsExpected * _trial;

    /// <summary>Trials of a round, controls included.</summary>
    public int TrialsPerRound => Plan.Sweep is null ? WithControls(Plan.Variants).Length : Plan.Variants.Length;

    /// <summary>Trials as planned, repeated ones not counted.</summary>
    public int TrialsExpected => Plan.Sweep is { } sweep ? TrialsPerRound * sweep.TrialsPerPoint * Bisection.MostPoints(sweep) : Plan.Rounds * TrialsPerRound;

    /// <summary>What is coming, in one sentence.</summary>
    public string Announcement
    {
        get
        {
            var minutes = Expected.TotalMinutes;
            var time = minutes < 1 ? "less than a minute" : $"about {Math.Ceiling(minutes):0} min";
            return Plan.Sweep is { } sweep
                ? $"{TrialsPerRound} trials × {sweep.TrialsPerPoint} × at most {Bisection.MostPoints(sweep)} rates, {time} at most"
                : $"{TrialsPerRound} trials × {Plan.Rounds} rounds, {time}; verdicts need at least {VerdictRule.FewestRounds} rounds";
        }
    }

    /// <summary>Publishes, checks the answers, runs the rounds, judges, keeps.</summary>
    /// <param name="listener">Told what goes on.</param>
    /// <param name="runs">Sees each run.</param>
    /// <param name="signals">Stop and abort: whole rounds until then are judged.</param>
    /// <param name="stateFolder">Where the trials are kept (<c>.dyno</c>).</param>
    /// <returns>The comparison, and the file it is kept in.</returns>
    /// <inheritdoc cref="RunAsync(IExperimentListener, IRunListener, RunSignals, ExperimentRun)" path="/exception"/>
    public async Task<(Comparison Comparison, string File)> RunAsync(
        IExperimentListener listener, IRunListener runs, RunSignals signals, string stateFolder)
    {
        var (comparison, file) = await RunAsync(listener, runs, signals, new ExperimentRun { StateFolder = stateFolder });
        return (comparison, file!);
    }

    /// <summary>Publishes, checks the answers, runs the rounds, judges, keeps.</summary>
    /// <param name="listener">Told what goes on.</param>
    /// <param name="runs">Sees each run.</param>
    /// <param name="signals">Stop and abort: whole rounds until then are judged.</param>
    /// <param name="run">How it is run.</param>
    /// <returns>The comparison, and the file it is kept in; null when nothing is kept.</returns>
    /// <exception cref="ExperimentException">Another experiment runs on this machine, or there is none to go on with.</exception>
    /// <exception cref="SubjectException">A subject or a service cannot be had, or a setting did not take effect.</exception>
    /// <exception cref="OperationCanceledException">Stopped before the first trial.</exception>
    /// <exception cref="Results.ResultException">A trial cannot be kept.</exception>
    public async Task<(Comparison Comparison, string? File)> RunAsync(
        IExperimentListener listener, IRunListener runs, RunSignals signals, ExperimentRun run)
    {
        ArgumentNullException.ThrowIfNull(listener);
        ArgumentNullException.ThrowIfNull(signals);
        ArgumentNullException.ThrowIfNull(run);
        using var alone = ExperimentLock.Take();
        MachineWarnings.Tell(listener);
        var startedAt = TimeProvider.System.GetUtcNow();
        var seed = Plan.Seed;
        using var folder = run.Resumes
            ? ExperimentFolder.FindBegun(run.StateFolder, Plan, out seed) ?? throw NothingBegun(run.StateFolder)
            : ExperimentFolder.Create(run.IsStored ? run.StateFolder : null, RunId.At(startedAt), Plan);
        await using var services = new ServiceGroup(Plan.Services, listener);
        await services.StartAsync(signals.Stopping);
        await using var prepared = new VariantPreparation(Plan, services, run.StateFolder);
        await prepared.PrepareAsync(new Stages(listener), signals.Stopping);
        foreach (var skipped in prepared.Skipped) listener.OnWarning($"{skipped.Name} is left out: {skipped.Reason}");
        var plan = Left(Plan with { Seed = seed }, prepared.Skipped);
        listener.OnStage("comparing the answers of the variants");
        var check = new AnswerCheck(plan, prepared.OptionsOf);
        var differences = await check.CompareAsync(plan.Variants, signals.Stopping);
        var commit = await GitRevision.DescribeAsync(Plan.BaseDirectory, signals.Stopping);
        var runner = new TrialRunner(plan, runs, commit, prepared, services);
        var known = new VariantKnowledge(prepared.EffectiveOf, check.Cold, prepared.Skipped, differences);
        return plan.Sweep is null
            ? await RoundsAsync(plan, run, runner, listener, signals, folder, known, startedAt)
            : await SweepAsync(plan, runner, listener, signals, folder, known, startedAt);
    }

    private static async Task<(Comparison, string?)> RoundsAsync(ExperimentPlan plan, ExperimentRun run, ITrialRunner runner,
        IExperimentListener listener, RunSignals signals, ExperimentFolder folder, VariantKnowledge known, DateTimeOffset startedAt)
    {
        var variants = WithControls(plan);
        var rounds = new RoundSequence(variants, plan, runner, listener, signals, folder.Keep) { Recorded = folder.Keep };
        rounds.Resume(folder.Trials(), folder.Read);
        var looks = run.UntilClear || (run.Resumes && folder.IsFinished);
        var trials = run.UntilClear ? await UntilClear.RunAsync(plan, variants, rounds, run.MaxTime) : await rounds.RunAsync();
        if (rounds.Environment is null) return NoTrial(trials);
        var comparison = new ComparisonBuilder(plan, variants, folder.Read) { Known = known, LevelFor = looks ? PlannedLooks.LevelFor : VerdictRule.LevelFor }
            .Build(rounds, trials, known.Differences, folder.Id, startedAt);
        return (comparison, folder.Keep(comparison));
    }

    private static async Task<(Comparison, string?)> SweepAsync(ExperimentPlan plan, ITrialRunner runner, IExperimentListener listener,
        RunSignals signals, ExperimentFolder folder, VariantKnowledge known, DateTimeOffset startedAt)
    {
        var sweep = new Sweep(plan, runner, listener, signals, folder);
        var result = await sweep.RunAsync();
        if (sweep.Environment is null) return NoTrial(sweep.Trials);
        var comparison = new ComparisonBuilder(plan, plan.Variants, folder.Read) { Known = known }
            .BuildSweep(result, sweep.Trials, sweep.Environment, folder.Id, startedAt, signals.IsStopping);
        return (comparison, folder.Keep(comparison));
    }

    private ImmutableArray<VariantPlan> WithControls(ImmutableArray<VariantPlan> variants) => WithControls(Plan with { Variants = variants });

    private static ImmutableArray<VariantPlan> WithControls(ExperimentPlan plan) =>
        [.. plan.Variants.SelectMany(v => plan.Control && v.Name == plan.Compare.Baseline
            ? [v, v with { Name = Judgement.ControlName }] : (IEnumerable<VariantPlan>)[v])];

    private static ExperimentPlan Left(ExperimentPlan plan, ImmutableArray<SkippedVariant> skipped)
    {
        var left = plan with { Variants = [.. plan.Variants.Where(v => skipped.All(s => s.Name != v.Name))] };
        return left.Variants.Select(v => v.Name).Distinct().Count() >= 2 || plan.Sweep is not null ? left
            : throw new SubjectException(SubjectFault.DidNotRestore, $"nothing is left to compare: {string.Join("; ", skipped.Select(s => $"{s.Name}: {s.Reason}"))}");
    }

    private static ExperimentException NothingBegun(string stateFolder) => new(
        $"there is no such experiment to go on with in {Path.Combine(stateFolder, "experiments")}",
        "leave --resume out; an experiment goes on only with the file and the options it was begun with");

    private static (Comparison, string?) NoTrial(ImmutableArray<TrialRecord> trials) => trials.IsEmpty
        ? throw new OperationCanceledException("stopped before the first trial ended")
        : throw new SubjectException(SubjectFault.NeverReady, $"no trial came to an end: {trials[^1].Reason}", "see the subject's output in .dyno/subjects");

    private static TimeSpan WarmUpOf(WarmUpRule rule)
    {
        var level = rule.Minimum > rule.Window ? rule.Minimum : rule.Window;
        return level < rule.Maximum ? level : rule.Maximum;
    }

    private sealed class Stages(IExperimentListener listener) : IProgress<SubjectProgress>
    {
        public void Report(SubjectProgress value) => listener.OnStage(value.Text);
    }
}
