namespace Dyno.Experiments;

/// <summary>
/// Runs round after round, with one trial of each variant in each round, in random order, until enough rounds are good, or until a round
/// shows that a load sends nothing. A trial that fails is repeated once at its place. A round that still has a failed or void trial ends
/// there, and is repeated as a whole. A variant that alone uses up the rounds that may be repeated is left out, and the others continue.
/// </summary>
/// <param name="variants">Every variant of every cell, controls included.</param>
/// <param name="keep">Keeps the run of a trial and names its file.</param>
internal sealed class RoundSequence(ImmutableArray<VariantPlan> variants, ExperimentPlan plan, ITrialRunner runner,
    IExperimentListener listener, RunSignals signals, Func<string, RunResult, string?> keep)
{
    private const long OfGroups = 0x67726F757073;

    private readonly RoundBudget _budget = new(plan.Rounds);
    private readonly List<TrialRecord> _trials = [];
    private readonly List<string> _spoilers = [];
    private readonly List<HealthRecord> _strained = [];
    private ImmutableArray<VariantPlan> _variants = variants;
    private TimeSpan _runningFor;
    private int _ran;
    private int _drawn;
    private int _attempt;

    /// <summary>Whether more rounds were spoiled than may be repeated.</summary>
    public bool IsVoid => _budget.IsExhausted;

    /// <summary>Whether the user stopped the rounds.</summary>
    public bool WasStopped => signals.IsStopping;

    /// <summary>Rounds in which every trial counts.</summary>
    public int Good => _budget.Good;

    /// <summary>The first trial's run, whose environment and load represent all trials; null before the first trial.</summary>
    public RunResult? First { get; private set; }

    /// <summary>Every trial so far, in the order in which they ran.</summary>
    public ImmutableArray<TrialRecord> Trials => [.. _trials];

    /// <summary>Variants that failed again and again and were left out.</summary>
    public ImmutableArray<SkippedVariant> LeftOut { get; private set; } = [];

    public IReadOnlyList<HealthRecord> Strained => _strained;

    /// <summary>Makes the trials of a cell at the same time, in slices; null: trials run one after the other.</summary>
    public IDuetTrialRunner? Duet { get; init; }

    /// <summary>Which variants of a cell are up at the same time, in groups that take turns; all of them unless it is set.</summary>
    public Func<ImmutableArray<VariantPlan>, ImmutableArray<ImmutableArray<VariantPlan>>> GroupsOf { get; init; } = cell => [cell];

    /// <summary>Whether the variants of the next round are also loaded without pauses, by the trials so far.</summary>
    public Func<ImmutableArray<TrialRecord>, bool> WantsContinuous { get; init; } = _ => false;

    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Mean length of a round in minutes; null before the first round of this session.</summary>
    public double? MinutesPerRound => _ran == 0 ? null : _runningFor.TotalMinutes / _ran;

    /// <summary>Why the trials had to run one after the other although duet trials were planned; null when they did not.</summary>
    public string? WhyAlone { get; private set; }

    /// <summary>Receives each trial that is recorded and each round that is over.</summary>
    public Action<TrialRecord>? Recorded { get; init; }

    /// <summary>Continues an interrupted experiment: complete rounds count, and an incomplete round is made again.</summary>
    /// <param name="trials">Its trials, in their order.</param>
    /// <param name="read">Reads the document of a trial; null where it cannot be read.</param>
    public void Resume(IEnumerable<TrialRecord> trials, Func<string, RunResult?> read)
    {
        foreach (var attempt in trials.GroupBy(t => (t.Round, t.Attempt)))
        {
            _drawn++;
            var isWhole = IsWhole(new UsedTrials(attempt));
            foreach (var trial in attempt) Take(trial, isWhole, read);
            if (isWhole) _budget.Add(isGood: true);
            else if (attempt.FirstOrDefault(t => t.Outcome is TrialOutcome.Failed or TrialOutcome.Void) is { } spoiled)
            {
                _budget.Add(isGood: false);
                _spoilers.Add(spoiled.Outcome == TrialOutcome.Failed ? spoiled.Variant : "");
                if (_budget.IsExhausted) LeaveOutVariantToBlame();
            }
            _attempt = isWhole ? 0 : attempt.Key.Attempt;
        }
    }

    /// <summary>Runs the rounds.</summary>
    /// <param name="rounds">Number of good rounds in total; null: as planned.</param>
    /// <param name="isOver">Asked before each round whether no further round should begin; null: the number of rounds decides.</param>
    /// <returns>Every trial, in the order in which they ran.</returns>
    public async Task<ImmutableArray<TrialRecord>> RunAsync(int? rounds = null, Func<bool>? isOver = null)
    {
        if (rounds is { } more) _budget.Extend(more);
        while (_budget.WantsAnother && !signals.IsStopping && !IsSilent() && isOver?.Invoke() != true)
        {
            _drawn++;
            _attempt++;
            var begin = _trials.Count;
            var from = Time.GetTimestamp();
            var isGood = await RoundAsync();
            (_ran, _runningFor) = (_ran + 1, _runningFor + Time.GetElapsedTime(from));
            if (!isGood)
                for (var i = begin; i < _trials.Count; i++)
                    if (_trials[i].Outcome == TrialOutcome.Used) _trials[i] = _trials[i] with { Outcome = TrialOutcome.RoundRepeated };
            if (!signals.IsStopping || isGood) _budget.Add(isGood);
            if (isGood) _attempt = 0;
            if (_budget.IsExhausted) LeaveOutVariantToBlame();
        }
        return [.. _trials];
    }

    // Every variant has a trial that counts, and every pair that is compared was up together, where there were groups.
    private bool IsWhole(UsedTrials used) => _variants.GroupBy(v => v.Cell).All(cell =>
        cell.All(v => used.All.Any(t => t.Variant == v.Name && t.Cell == v.Cell))
            && LaunchGroups.Pairs(plan.Compare, [.. cell]).All(pair => !used.Pairs(pair.Baseline.Name, pair.Variant.Name, cell.Key).IsEmpty));

    // A variant whose load sent nothing in complete rounds will send nothing in further rounds either.
    private bool IsSilent() => Judgement.Silent(plan.Compare, _trials.Where(t => t.Outcome == TrialOutcome.Used)).Count > 0;

    private void Take(TrialRecord trial, bool isOfWholeRound, Func<string, RunResult?> read)
    {
        var isUsed = trial.Outcome == TrialOutcome.Used;
        _trials.Add(isUsed && !isOfWholeRound ? trial with { Outcome = TrialOutcome.RoundRepeated } : trial);
        if (trial.Run is not { } file || read(file) is not { } run) return;
        First ??= run;
        if (run.Health.State == HealthState.Strained) _strained.Add(run.Health);
    }

    private async Task<bool> RoundAsync()
    {
        var active = _variants;
        if (Duet is { } duet && WhyAlone is null)
        {
            var before = _trials.Count;
            duet.LoadsContinuously = WantsContinuous(Trials);
            var isGood = await DuetRoundAsync(duet, [.. active.GroupBy(v => v.Cell).Select(cell => GroupsOf([.. cell])).SelectMany(Numbered)]);
            if (WhyAlone is null || _trials.Count > before) return isGood; // a round is of one kind of trials
        }
        foreach (var index in RoundOrder.Of(plan.Seed, _drawn, active.Length))
        {
            if (signals.IsStopping) return false;
            if (await TrialTwiceAsync(active[index]) is not { } trial) return false;
            if (trial.Outcome == TrialOutcome.Used) continue;
            _spoilers.Add(trial.Outcome == TrialOutcome.Failed ? trial.Variant : "");
            return false;
        }
        return true;
    }

    private static IEnumerable<(ImmutableArray<VariantPlan> Variants, int? Number)> Numbered(ImmutableArray<ImmutableArray<VariantPlan>> groups) =>
        groups.Select((group, i) => (group, groups.Length > 1 ? i + 1 : (int?)null));

    private async Task<bool> DuetRoundAsync(IDuetTrialRunner duet, (ImmutableArray<VariantPlan> Variants, int? Number)[] groups)
    {
        foreach (var index in RoundOrder.Of(plan.Seed ^ OfGroups, _drawn, groups.Length)) // not the order in which the variants of a group are launched
        {
            if (signals.IsStopping) return false;
            if (await DuetTrialsAsync(duet, groups[index].Variants, groups[index].Number) is not { } trials) return false;
            if (trials.FirstOrDefault(t => t.Outcome is TrialOutcome.Failed or TrialOutcome.Void) is not { } spoiled) continue;
            _spoilers.Add(spoiled.Outcome == TrialOutcome.Failed ? spoiled.Variant : "");
            return false;
        }
        return true;
    }

    // Null when the user stopped it.
    private async Task<IReadOnlyList<TrialRecord>?> DuetTrialsAsync(IDuetTrialRunner duet, ImmutableArray<VariantPlan> variants, int? group)
    {
        listener.OnTrial(variants[0] with { Name = string.Join(", ", variants.Select(v => v.Name)) }, _budget.Good + 1, _trials.Count);
        if (await OnOwnSignalsAsync(own => duet.RunAsync(variants, _drawn, own)) is not { } round) return null;
        if (signals.IsStopping && round.Failed is null) return null;
        if (round.Runs.IsEmpty && IsNew(variants[round.Failed!.Value]) && GoesOnAlone(variants[round.Failed.Value], round.Reason!)) return null;
        var trials = DuetRecords.Of(round, variants, RecordOf, Blank).Select(trial => trial with { Group = group }).ToList();
        foreach (var trial in trials)
        {
            _trials.Add(trial);
            Recorded?.Invoke(trial);
            listener.OnTrialEnded(trial);
        }
        return trials;
    }

    private bool IsNew(VariantPlan variant) => !_trials.Exists(t => t.Duet is not null && t.Variant == variant.Name && t.Cell == variant.Cell);

    // A variant that comes up alone, but not beside others, shares something with them: a port, a file, memory.
    private bool GoesOnAlone(VariantPlan variant, string reason)
    {
        WhyAlone = $"{variant.Name} did not start beside the others ({reason})";
        listener.OnWarning($"trials run one after the other: {WhyAlone}");
        return true;
    }

    private async Task<T?> OnOwnSignalsAsync<T>(Func<RunSignals, Task<T>> run) where T : class
    {
        var own = new RunSignals();
        using var stop = signals.Stopping.Register(own.Stop);
        using var abort = signals.Aborting.Register(own.Abort);
        try
        {
            return await run(own);
        }
        catch (OperationCanceledException) when (signals.IsStopping)
        {
            return null;
        }
    }

    private async Task<TrialRecord?> TrialTwiceAsync(VariantPlan variant)
    {
        var first = await RecordedTrialAsync(variant);
        return first is { Outcome: TrialOutcome.Failed } && !signals.IsStopping ? await RecordedTrialAsync(variant) : first;
    }

    private async Task<TrialRecord?> RecordedTrialAsync(VariantPlan variant)
    {
        listener.OnTrial(variant, _budget.Good + 1, _trials.Count);
        if (await TrialAsync(variant) is not { } trial) return null;
        _trials.Add(trial);
        Recorded?.Invoke(trial);
        listener.OnTrialEnded(trial);
        return trial;
    }

    // When one variant alone has spoiled the rounds, the others can still be compared.
    private void LeaveOutVariantToBlame()
    {
        if (_spoilers.Distinct().ToList() is not [var spoiler] || spoiler is "" or Judgement.ControlName || spoiler == plan.Compare.Baseline) return;
        if (!_variants.Any(v => v.Name != spoiler && v.Name != Judgement.ControlName && v.Name != plan.Compare.Baseline)) return;
        var reason = _trials.Last(t => t.Variant == spoiler && t.Outcome == TrialOutcome.Failed).Reason ?? "it failed";
        LeftOut = LeftOut.Add(new SkippedVariant(spoiler, $"its trials failed repeatedly: {reason}"));
        _variants = [.. _variants.Where(v => v.Name != spoiler)];
        _spoilers.Clear();
        _budget.ClearSpoiled();
    }

    // Null when the user stopped it: a trial cut short is not a trial.
    private async Task<TrialRecord?> TrialAsync(VariantPlan variant)
    {
        RunResult? run;
        try
        {
            run = await OnOwnSignalsAsync(own => runner.RunAsync(variant, _drawn, own));
        }
        catch (UserFault failure)
        {
            return Blank(variant) with { Outcome = TrialOutcome.Failed, Reason = failure.Message };
        }
        // Outside of the try block, because a trial that cannot be kept ends the experiment.
        return run is null || run.Outcome is RunOutcome.Interrupted or RunOutcome.Aborted ? null : RecordOf(variant, run);
    }

    private TrialRecord RecordOf(VariantPlan variant, RunResult run)
    {
        First ??= run;
        if (run.Health.State == HealthState.Strained) _strained.Add(run.Health);
        var fault = run.Health.State == HealthState.Void ? run.Health.Findings[0] : null;
        return Of(run, Blank(variant), fault, keep(variant.Name, run)) with { Series = TrialSeriesReader.Of(run), Duet = run.Duet };
    }

    /// <summary>The record of a run.</summary>
    /// <param name="fault">Why the run is void; null where it is not.</param>
    internal static TrialRecord Of(RunResult run, TrialRecord blank, HealthFinding? fault, string? file)
    {
        var hasFailed = run.Outcome is RunOutcome.Failed or RunOutcome.ThresholdAborted;
        return blank with
        {
            Outcome = hasFailed ? TrialOutcome.Failed : fault is null ? TrialOutcome.Used : TrialOutcome.Void,
            Reason = hasFailed ? run.OutcomeReason : fault?.Message,
            Metrics = hasFailed ? blank.Metrics : RunFigures.Of(run),
            Run = file,
            WarmUpReachedLevel = run.WarmUp?.ReachedLevel == true,
            WarmUpSeconds = run.WarmUp?.DurationSeconds ?? 0,
        };
    }

    private TrialRecord Blank(VariantPlan variant) => Blank(variant, _budget.Good + 1) with { Attempt = _attempt };

    internal static TrialRecord Blank(VariantPlan variant, int round) => new()
    {
        Round = round,
        Variant = variant.Name,
        Cell = variant.Cell,
        Outcome = TrialOutcome.Used,
        Metrics = ImmutableSortedDictionary<string, double>.Empty,
    };
}
