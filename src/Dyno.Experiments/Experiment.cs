using System.Collections.Immutable;
using Dyno.Experiments.Judging;
using Dyno.Experiments.Plans;
using Dyno.Experiments.Rounds;
using Dyno.Experiments.Statistics;
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
    private readonly ImmutableArray<VariantPlan> _variants;

    /// <summary>Reads every load of the plan, for its mistakes, before anything is built.</summary>
    /// <exception cref="InputException">A load is wrong.</exception>
    public Experiment(ExperimentPlan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        Plan = plan;
        _variants = [.. plan.Variants.SelectMany(v => plan.Control && v.Name == plan.Compare.Baseline
            ? [v, v with { Name = Judgement.ControlName }] : (IEnumerable<VariantPlan>)[v])];
        var longest = TimeSpan.Zero;
        foreach (var variant in plan.Variants)
        {
            var load = TrialLoad.Read(plan, variant, 0, TrialLoad.NotYetKnown);
            longest = load.Scenarios.Max(s => s.Executor.Length) is var length && length > longest ? length : longest;
        }
        Expected = plan.Rounds * _variants.Length * (TimeSpan.FromSeconds(2) + WarmUpOf(plan.WarmUp) + longest);
    }

    /// <summary>What is run.</summary>
    public ExperimentPlan Plan { get; }

    /// <summary>About how long all trials take, builds not counted.</summary>
    public TimeSpan Expected { get; }

    /// <summary>Trials of a round, controls included.</summary>
    public int TrialsPerRound => _variants.Length;

    /// <summary>What is coming, in one sentence.</summary>
    public string Announcement
    {
        get
        {
            var minutes = Expected.TotalMinutes;
            var time = minutes < 1 ? "less than a minute" : $"about {Math.Ceiling(minutes):0} min";
            return $"{TrialsPerRound} trials × {Plan.Rounds} rounds, {time}; verdicts need at least {VerdictRule.FewestRounds} rounds";
        }
    }

    /// <summary>Publishes, checks the answers, runs the rounds, judges, keeps.</summary>
    /// <param name="listener">Told what goes on.</param>
    /// <param name="runs">Sees each run.</param>
    /// <param name="signals">Stop and abort: whole rounds until then are judged.</param>
    /// <param name="stateFolder">Where the trials are kept (<c>.dyno</c>).</param>
    /// <returns>The comparison, and the file it is kept in.</returns>
    /// <exception cref="ExperimentException">Another experiment runs on this machine.</exception>
    /// <exception cref="SubjectException">A subject does not build or does not come up.</exception>
    /// <exception cref="OperationCanceledException">Stopped before the first trial.</exception>
    /// <exception cref="Results.ResultException">A trial cannot be kept.</exception>
    public async Task<(Comparison Comparison, string File)> RunAsync(
        IExperimentListener listener, IRunListener runs, RunSignals signals, string stateFolder)
    {
        ArgumentNullException.ThrowIfNull(listener);
        ArgumentNullException.ThrowIfNull(signals);
        using var alone = ExperimentLock.Take();
        var commit = await GitRevision.DescribeAsync(Plan.BaseDirectory, signals.Stopping);
        var runner = new TrialRunner(Plan, runs, commit);
        await runner.PublishAsync(new Stages(listener), signals.Stopping);
        listener.OnStage("comparing the answers of the variants");
        var differences = await AnswerCheck.CompareAsync(Plan, signals.Stopping);
        var startedAt = TimeProvider.System.GetUtcNow();
        var folder = new ExperimentFolder(stateFolder, RunId.At(startedAt));
        var rounds = new RoundSequence(_variants, Plan, runner, listener, signals, folder.Keep);
        var trials = await rounds.RunAsync();
        if (rounds.Environment is null) return NoTrial(trials);
        var comparison = new ComparisonBuilder(Plan, _variants, folder.Read).Build(rounds, trials, differences, Path.GetFileName(folder.Path), startedAt);
        return (comparison, folder.Keep(comparison));
    }

    private static (Comparison, string) NoTrial(ImmutableArray<TrialRecord> trials) => trials.IsEmpty
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
