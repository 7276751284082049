namespace Dyno.Experiments;

/// <summary>The trials of a search: at each value a few launches of each variant in turn, in random order.</summary>
/// <param name="plan">The experiment, with a sweep.</param>
/// <param name="folder">Keeps the trials.</param>
internal sealed class SweepTrials(
    ExperimentPlan plan, ITrialRunner runner, IExperimentListener listener, RunSignals signals, ExperimentFolder folder)
{
    private readonly List<TrialRecord> _trials = [];

    // The search asks for the same trials in the same order again, so those that an interrupted search has kept are taken one by one.
    private readonly Queue<TrialRecord> _kept = new(folder.Trials());
    private int _points;

    /// <summary>Every trial, in the order in which they ran.</summary>
    public ImmutableArray<TrialRecord> All => [.. _trials];

    /// <summary>The environment at the first trial; null before the first trial.</summary>
    public EnvironmentRecord? Environment { get; private set; }

    /// <summary>The health of the trials that count but were strained.</summary>
    public List<HealthRecord> Strained { get; } = [];

    /// <summary>Measures variants at a value.</summary>
    /// <param name="variants">The variants, launched in turn.</param>
    /// <param name="times">Launches of each variant; null: as planned.</param>
    /// <returns>The counted trials of each variant; null when the search must end, because it was stopped or a variant has no counted trial.</returns>
    public async Task<IReadOnlyList<IReadOnlyList<SweepTrial>>?> MeasureAsync(IReadOnlyList<VariantPlan> variants, double rate, int? times = null)
    {
        _points++;
        var good = variants.Select(_ => new List<SweepTrial>()).ToList();
        for (var trial = 0; trial < (times ?? plan.Sweep!.TrialsPerPoint); trial++)
            foreach (var index in RoundOrder.Of(plan.Seed, _points * 100 + trial, variants.Count))
            {
                if (signals.IsStopping) return null;
                if (await TwiceAsync(plan.Sweep!.Over.At(variants[index], rate), rate) is { } counts) good[index].Add(counts);
            }
        return good.All(trials => trials.Count > 0) ? good : null;
    }

    private async Task<SweepTrial?> TwiceAsync(VariantPlan variant, double rate) =>
        await OnceAsync(variant, rate) ?? (signals.IsStopping ? null : await OnceAsync(variant, rate));

    private async Task<SweepTrial?> OnceAsync(VariantPlan variant, double rate)
    {
        if (_kept.TryPeek(out var next) && (next.Round, next.Variant, next.Cell) == (_points, variant.Name, variant.Cell)) return Again(_kept.Dequeue());
        _kept.Clear();
        listener.OnTrial(variant with { Name = $"{variant.Name} at {plan.Sweep!.Over.Words(rate)}" }, _points, _trials.Count);
        RunResult run;
        try
        {
            run = await runner.RunAsync(variant, _points, signals);
        }
        catch (OperationCanceledException) when (signals.IsStopping)
        {
            return null;
        }
        catch (UserFault failure)
        {
            Keep(RoundSequence.Blank(variant, _points) with { Outcome = TrialOutcome.Failed, Reason = failure.Message });
            return null;
        }
        // Outside of the try block, because a trial that cannot be kept ends the search.
        return run.Outcome is RunOutcome.Interrupted or RunOutcome.Aborted ? null : Take(variant, run);
    }

    // A trial whose document is gone is measured anew by the caller, like one that did not count.
    private SweepTrial? Again(TrialRecord trial)
    {
        _trials.Add(trial);
        if (trial.Run is null || folder.Read(trial.Run) is not { } run) return null;
        Environment ??= run.Environment;
        return trial.Outcome == TrialOutcome.Used ? Counted(trial, run) : null;
    }

    private SweepTrial Counted(TrialRecord trial, RunResult run)
    {
        if (run.Health.State == HealthState.Strained) Strained.Add(run.Health);
        return new SweepTrial(run, trial.Run);
    }

    private SweepTrial? Take(VariantPlan variant, RunResult run)
    {
        Environment ??= run.Environment;
        var trial = RoundSequence.Of(run, RoundSequence.Blank(variant, _points), FaultOf(run), folder.Keep(variant.Name, run));
        Keep(trial);
        return trial.Outcome == TrialOutcome.Used ? Counted(trial, run) : null;
    }

    // Starts that find no free user count as the answer of the server here, because it did not free the users in time. Any other void trial
    // is a fault of the generator.
    private static HealthFinding? FaultOf(RunResult run) =>
        run.Health.Findings.FirstOrDefault(f => f.State == HealthState.Void && f.Rule != "dropped-starts");

    private void Keep(TrialRecord trial)
    {
        _trials.Add(trial);
        folder.Keep(trial);
        listener.OnTrialEnded(trial);
    }
}

/// <summary>A trial of a search that counts.</summary>
/// <param name="File">Its document, relative to the comparison; null when it is not kept.</param>
internal sealed record SweepTrial(RunResult Run, string? File);
