using System.Collections.Immutable;
using Dyno.Experiments.Plans;
using Dyno.Experiments.Trials;
using Dyno.Load.Engine;
using Dyno.Results.Comparisons;
using Dyno.Results.Runs;
using Dyno.Subjects;

namespace Dyno.Experiments.Rounds;

/// <summary>
/// Round after round, each variant once in each, in random order, until enough rounds are good. A round that has a void or
/// failed trial ends there and is repeated whole.
/// </summary>
/// <param name="variants">Every variant of every cell, controls included.</param>
/// <param name="plan">The experiment.</param>
/// <param name="runner">Makes the trials.</param>
/// <param name="listener">Told about each trial.</param>
/// <param name="signals">The user's stop and abort.</param>
/// <param name="keep">Keeps the run of a trial and names its file.</param>
internal sealed class RoundSequence(ImmutableArray<VariantPlan> variants, ExperimentPlan plan, ITrialRunner runner,
    IExperimentListener listener, RunSignals signals, Func<string, RunResult, string?> keep)
{
    private readonly RoundBudget _budget = new(plan.Rounds);
    private readonly List<TrialRecord> _trials = [];
    private int _drawn;
    private int _attempt;

    /// <summary>Whether more rounds were spoiled than may be repeated.</summary>
    public bool IsVoid => _budget.IsExhausted;

    /// <summary>Whether the user stopped it.</summary>
    public bool WasStopped => signals.IsStopping;

    /// <summary>The environment as the first trial saw it; null before.</summary>
    public EnvironmentRecord? Environment { get; private set; }

    /// <summary>Trials whose run was strained.</summary>
    public int Strained { get; private set; }

    /// <summary>Runs the rounds.</summary>
    /// <returns>Every trial, in the order in which they ran.</returns>
    public async Task<ImmutableArray<TrialRecord>> RunAsync()
    {
        while (_budget.WantsAnother && !signals.IsStopping)
        {
            _drawn++;
            _attempt++;
            var begin = _trials.Count;
            var isGood = await RoundAsync();
            if (!isGood)
                for (var i = begin; i < _trials.Count; i++)
                    if (_trials[i].Outcome == TrialOutcome.Used) _trials[i] = _trials[i] with { Outcome = TrialOutcome.RoundRepeated };
            if (!signals.IsStopping || isGood) _budget.Add(isGood);
            if (isGood) _attempt = 0;
        }
        return [.. _trials];
    }

    private async Task<bool> RoundAsync()
    {
        foreach (var index in RoundOrder.Of(plan.Seed, _drawn, variants.Length))
        {
            if (signals.IsStopping) return false;
            listener.OnTrial(variants[index], _budget.Good + 1, _trials.Count);
            if (await TrialAsync(variants[index]) is not { } trial) return false;
            _trials.Add(trial);
            listener.OnTrialEnded(trial);
            if (trial.Outcome != TrialOutcome.Used) return false;
        }
        return true;
    }

    // Null when the user stopped it: a trial cut short is no trial.
    private async Task<TrialRecord?> TrialAsync(VariantPlan variant)
    {
        var ofTrial = new RunSignals();
        using var stop = signals.Stopping.Register(ofTrial.Stop);
        using var abort = signals.Aborting.Register(ofTrial.Abort);
        try
        {
            var run = await runner.RunAsync(variant, _drawn, ofTrial);
            return run.Outcome is RunOutcome.Interrupted or RunOutcome.Aborted ? null : RecordOf(variant, run);
        }
        catch (OperationCanceledException) when (signals.IsStopping)
        {
            return null;
        }
        catch (SubjectException failure)
        {
            return Blank(variant) with { Outcome = TrialOutcome.Failed, Reason = failure.Message };
        }
    }

    private TrialRecord RecordOf(VariantPlan variant, RunResult run)
    {
        Environment ??= run.Environment;
        if (run.Health.State == HealthState.Strained) Strained++;
        var hasFailed = run.Outcome is RunOutcome.Failed or RunOutcome.ThresholdAborted;
        var isVoid = run.Health.State == HealthState.Void;
        return Blank(variant) with
        {
            Outcome = hasFailed ? TrialOutcome.Failed : isVoid ? TrialOutcome.Void : TrialOutcome.Used,
            Reason = hasFailed ? run.OutcomeReason : isVoid ? run.Health.Findings[0].Message : null,
            Metrics = hasFailed ? ImmutableSortedDictionary<string, double>.Empty : TrialMetrics.Of(run),
            Run = keep(variant.Name, run),
            WarmUpReachedLevel = run.WarmUp?.ReachedLevel == true,
            WarmUpSeconds = run.WarmUp?.DurationSeconds ?? 0,
            Series = TrialSeriesReader.Of(run),
        };
    }

    private TrialRecord Blank(VariantPlan variant) => new()
    {
        Round = _budget.Good + 1,
        Attempt = _attempt,
        Variant = variant.Name,
        Cell = variant.Cell,
        Outcome = TrialOutcome.Used,
        Metrics = ImmutableSortedDictionary<string, double>.Empty,
    };
}
