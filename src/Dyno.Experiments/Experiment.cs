namespace Dyno.Experiments;

/// <summary>Runs an experiment from its plan to its comparison.</summary>
public sealed class Experiment : IAsyncDisposable
{
    private static readonly TimeSpan StartAndStop = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan UsualLength = TimeSpan.FromSeconds(10); // of code that says it only when it runs

    private readonly ExperimentLoads _loads;
    private readonly LoadRevisions _revisions;
    private readonly long? _freeBytes = AvailableMemory.Bytes();
    private readonly LaunchGroups _groups;
    private readonly TimeSpan _trial;

    /// <summary>Reads every load of the plan, for its mistakes, before anything is built.</summary>
    /// <exception cref="UserFault">A load is wrong, or is code.</exception>
    public Experiment(ExperimentPlan plan) : this(plan, ExperimentLoads.OfRequests, new LoadRevisions())
    {
    }

    private Experiment(ExperimentPlan plan, ExperimentLoads loads, LoadRevisions revisions)
    {
        (Plan, _loads, _revisions, _groups) = (plan, loads, revisions, new LaunchGroups(plan, _freeBytes));
        WhySequential = plan.IsSequential ? "" : DuetFitness.WhyNot(plan, loads, _groups);
        var areTogether = WhySequential is null;
        _trial = StartAndStopOf(areTogether) + TimeSpan.FromTicks(
            (long)plan.Variants.Average(v => (WarmUpOf(v.WarmUp ?? plan.WarmUp, areTogether) + LengthOf(v)).Ticks));
    }

    /// <summary>Reads every load of the plan, for its mistakes, before anything is built for it; loads that are code are built.</summary>
    /// <param name="kinds">The kinds of loads in code there are.</param>
    /// <param name="stateFolder">Dyno's folder for kept files; load files of a revision lie in it until the experiment is disposed of.</param>
    /// <exception cref="UserFault">A load is wrong, or its revision does not have it.</exception>
    public static async Task<Experiment> OpenAsync(
        ExperimentPlan plan, ImmutableArray<ILoad> kinds, CancellationToken cancellation, string stateFolder = ".dyno")
    {
        var revisions = new LoadRevisions();
        try
        {
            plan = await revisions.CheckOutAsync(plan, stateFolder, cancellation);
            var loads = await ExperimentLoads.PrepareAsync(plan, kinds, cancellation);
            return new Experiment(OpenModel.Judge(plan, loads), loads, revisions);
        }
        catch
        {
            await revisions.DisposeAsync();
            throw;
        }
    }

    /// <summary>Estimates without building code loads or checking out revisions: these take the plan's duration, or the usual one.</summary>
    /// <exception cref="UserFault">A load that is not code is wrong.</exception>
    public static ExperimentForecast ForecastUnread(ExperimentPlan plan)
    {
        var groups = new LaunchGroups(plan, AvailableMemory.Bytes());
        var areTogether = !plan.IsSequential && !plan.Variants.Any(IsUnread)
            && DuetFitness.WhyNot(plan, ExperimentLoads.OfRequests, groups) is null;
        var trial = StartAndStopOf(areTogether) + TimeSpan.FromTicks((long)plan.Variants.Average(v => (WarmUpOf(v.WarmUp ?? plan.WarmUp, areTogether)
            + (IsUnread(v) ? TrialLoad.Shape(plan, v).Length ?? UsualLength : LengthOf(plan, v))).Ticks));
        return new ExperimentForecast(plan, trial, null, areTogether ? groups.LaunchesPerRound : null);

        static bool IsUnread(VariantPlan variant) => variant.LoadRevision is not null || ExperimentLoads.IsCode(variant.Load);
    }

    /// <summary>What is run.</summary>
    public ExperimentPlan Plan { get; }

    /// <summary>Why each trial has the machine for itself; empty when that was asked for; null when the variants of a round are up together.</summary>
    public string? WhySequential { get; }

    /// <summary>About how long all trials take, builds not counted.</summary>
    public TimeSpan Expected => Forecast().Length;

    /// <summary>What is coming, in one sentence.</summary>
    public string Announcement => Forecast().Text;

    /// <summary>Removes the load files that were checked out; the commits stay in their repository.</summary>
    public ValueTask DisposeAsync() => _revisions.DisposeAsync();

    /// <summary>Forecasts length and launches for these run options.</summary>
    public ExperimentForecast Forecast(ExperimentRun? run = null) => new(Plan, _trial, run, WhySequential is null ? _groups.LaunchesPerRound : null);

    /// <summary>Publishes, checks the answers, runs the rounds, judges, keeps.</summary>
    /// <param name="runs">Sees each run.</param>
    /// <param name="signals">Stop and abort: whole rounds until then are judged.</param>
    /// <returns>The comparison, and the file it is kept in; null when nothing is kept.</returns>
    /// <exception cref="UserFault">Another experiment runs on this machine, or there is none to continue with.</exception>
    /// <exception cref="UserFault">A subject or a service cannot be had, or a setting did not take effect.</exception>
    /// <exception cref="OperationCanceledException">Stopped before the first trial.</exception>
    /// <exception cref="UserFault">A trial cannot be kept.</exception>
    public async Task<(Comparison Comparison, string? File)> RunAsync(
        IExperimentListener listener, IRunListener runs, RunSignals signals, ExperimentRun run)
    {
        await using var source = run.Trials?.Invoke(_loads) ?? new ProgramTrials(Plan, _loads, _freeBytes, run, runs, listener);
        var startedAt = run.Time.GetUtcNow();
        var seed = Plan.Seed;
        var begun = run.Resumes ? ExperimentFolder.FindBegun(run.StateFolder, Plan, out seed) : null;
        if (begun is null && run is { Resumes: true, MayBegin: false })
            throw ExperimentFolder.NothingBegun("experiment", Path.Combine(run.StateFolder, "experiments"), "file");
        using var folder = begun ?? ExperimentFolder.Create(run.IsStored ? run.StateFolder : null, RunId.At(startedAt), Plan);
        foreach (var note in run.Notes) listener.OnWarning(note);
        var whole = Plan with { Seed = seed, Rounds = Forecast(run).Rounds };
        var ready = await source.PrepareAsync(whole, WhySequential is null, signals.Stopping);
        var plan = Left(whole, ready.Known.Skipped);
        if (WhySequential is { Length: > 0 } why) listener.OnWarning($"trials run one after the other: {why}");
        else if (ready.Together is not null && new LaunchGroups(plan, _freeBytes).Reason is { } shortOf) listener.OnWarning($"the variants of a round run in groups: {shortOf}");
        ready = ready with { Known = ready.Known with { Forks = [.. run.Notes, .. ready.Known.Forks], WhySequential = WhySequential } };
        return plan.Sweep is null
            ? await RoundsAsync(plan, run, ready, run.Explains ? source.Explain(plan) : null, listener, signals, folder, startedAt)
            : await SweepAsync(plan, run, ready, listener, signals, folder, startedAt);
    }

    /// <summary>
    /// Finds out which methods cost the differences of a stored comparison, by launches of its variants anew. No trial is made, and no verdict
    /// changes.
    /// </summary>
    /// <param name="comparison">The comparison; the plan is that of its record.</param>
    /// <param name="folder">The folder of the comparison's document, which gets a folder <c>profiles</c>.</param>
    /// <param name="runs">Sees each run.</param>
    /// <param name="signals">Stop and abort.</param>
    /// <returns>The comparison with a profile of each pair that could be explained; the listener was given the reasons why others could not.</returns>
    /// <exception cref="UserFault">
    /// Another experiment runs on this machine, the variants cannot be up at the same time, or a subject or a service cannot be had.
    /// </exception>
    public async Task<Comparison> ExplainAsync(
        Comparison comparison, string folder, IExperimentListener listener, IRunListener runs, RunSignals signals, ExperimentRun run)
    {
        await using var programs = new ProgramTrials(Plan, _loads, _freeBytes, run, runs, listener);
        if (DuetFitness.WhyNot(Plan, _loads, _groups) is { } why)
            throw new UserFault($"nothing can be explained, because the variants cannot be up at the same time: {why}", "profile each one: dyno run --subject PATH --profile");
        await programs.StartAsync(signals.Stopping);
        return await programs.Explain(Plan)!.RunAsync(comparison, WithControls(Plan), folder, signals);
    }

    internal static ImmutableArray<VariantPlan> WithControls(ExperimentPlan plan) =>
        [.. plan.Variants.SelectMany(v => plan.Control && v.Name == plan.Compare.Baseline
            ? [v, ControlOf(plan, v)] : (IEnumerable<VariantPlan>)[v])];

    private static VariantPlan ControlOf(ExperimentPlan plan, VariantPlan baseline)
    {
        var control = baseline with { Name = Judgement.ControlName };
        return plan.Rebuilds ? Rebuild.Of(control, "control") : control;
    }

    private static ImmutableArray<double> LogRatios(ImmutableArray<TrialRecord> trials, ExperimentPlan plan) =>
        LogRatios(trials, plan.Compare.Baseline, plan.Variants.Single(v => v.Name != plan.Compare.Baseline).Name, plan.Control, plan.Compare.Headline);

    /// <summary>The logarithm of each good round's ratio, variant ÷ baseline; empty when a round has none.</summary>
    internal static ImmutableArray<double> LogRatios(ImmutableArray<TrialRecord> trials, string baseline, string variant, bool hasControl, string metric)
    {
        var ratios = new UsedTrials(trials).Rounds(baseline, variant, "", hasControl ? Judgement.ControlName : null).Select(r => r.LogRatio(metric)).ToList();
        return ratios.Contains(null) ? [] : [.. ratios.OfType<double>()];
    }

    private async Task<(Comparison, string?)> RoundsAsync(ExperimentPlan plan, ExperimentRun run, ReadyTrials ready, Explanation? explanation,
        IExperimentListener listener, RunSignals signals, ExperimentFolder folder, DateTimeOffset startedAt)
    {
        var variants = WithControls(plan);
        var planned = run.UntilClear ? plan with { Rounds = 0 } : plan; // the looks say how many
        var rounds = new RoundSequence(variants, planned, ready.Alone, listener, signals, folder.Keep)
        {
            Time = run.Time,
            Recorded = folder.Keep,
            Duet = ready.Together,
            GroupsOf = new LaunchGroups(plan, _freeBytes).Of,
            WantsContinuous = made => ContinuousCheck.WantsMore(plan.Compare, variants, made),
        };
        rounds.Resume(folder.Trials(), folder.Read);
        if (ready.Together is { } duet && !run.KeepsLength && run is { UntilClear: true, MaxTime: { } most }) duet.Measure = MeasureWithin(most);
        var isAnotherLook = run.Resumes && folder.IsFinished;
        var until = new UntilClear(plan, variants, run.MaxTime, run.Time, listener.OnStage)
        {
            KeepsLength = run.KeepsLength,
            FewestRounds = run.FewestRounds,
        };
        var trials = run.UntilClear ? await until.RunAsync(rounds)
            : await rounds.RunAsync(isOver: run.Suffices is { } suffices ? () => suffices(LogRatios(rounds.Trials, plan)) : null);
        if (rounds.First is not { } first) return NoTrial(trials);
        var judged = OpenModel.Judge(plan, first);
        var comparison = Rebuild.Confirmed(ComparisonJson.Redact(new ComparisonBuilder(judged, variants, folder.Read)
        {
            Known = ready.Known,
            LevelFor = run.UntilClear ? until.LevelFor : isAnotherLook ? PlannedLooks.LevelFor : VerdictRule.LevelFor,
        }
            .Build(rounds, trials, folder.Id, startedAt)), run.Confirms);
        comparison = comparison with { EndedAt = run.Time.GetUtcNow() };
        var file = folder.Keep(comparison); // before the profiles, so that nothing that happens there loses the verdict
        if (explanation is null || signals.IsStopping) return (comparison, file);
        comparison = ComparisonJson.Redact(await explanation.RunAsync(comparison, variants, folder.Path, signals));
        return (comparison, folder.Keep(comparison));
    }

    // So that enough rounds for a verdict fit: what starts and warm-ups leave of a round's time is measured.
    private TimeSpan? MeasureWithin(TimeSpan most)
    {
        const double ShortestSeconds = 1;
        var length = Plan.Variants.Max(LengthOf);
        var perLaunch = most / (UntilClear.Looks[0] * Forecast().TrialsPerRound);
        var left = Math.Max(ShortestSeconds, (perLaunch - (_trial - length)).TotalSeconds);
        return left < length.TotalSeconds ? TimeSpan.FromSeconds(Math.Round(left, 1)) : null;
    }

    private static async Task<(Comparison, string?)> SweepAsync(ExperimentPlan plan, ExperimentRun run, ReadyTrials ready, IExperimentListener listener,
        RunSignals signals, ExperimentFolder folder, DateTimeOffset startedAt)
    {
        var trials = new SweepTrials(plan, ready.Alone, listener, signals, folder);
        var result = await new Sweep(plan, trials, listener).RunAsync();
        if (trials.Environment is null) return NoTrial(trials.All);
        var comparison = ComparisonJson.Redact(new ComparisonBuilder(plan, plan.Variants, folder.Read) { Known = ready.Known }
            .BuildSweep(result, trials, folder.Id, startedAt, signals.IsStopping));
        comparison = comparison with { EndedAt = run.Time.GetUtcNow() };
        return (comparison, folder.Keep(comparison));
    }

    /// <summary>The experiment without the variants that cannot be measured.</summary>
    internal static ExperimentPlan Left(ExperimentPlan plan, ImmutableArray<SkippedVariant> skipped)
    {
        var left = plan with { Variants = [.. plan.Variants.Where(v => skipped.All(s => s.Name != v.Name))] };
        return left.Variants.Select(v => v.Name).Distinct().Count() >= 2 || plan.Sweep is not null ? left
            : throw SubjectFaults.Of(SubjectFault.DidNotRestore, $"nothing is left to compare: {string.Join("; ", skipped.Select(s => $"{s.Name}: {s.Reason}"))}");
    }

    private static (Comparison, string?) NoTrial(ImmutableArray<TrialRecord> trials) => trials.IsEmpty
        ? throw new OperationCanceledException("stopped before the first trial ended")
        : throw SubjectFaults.Of(SubjectFault.NeverReady, $"no trial finished: {trials[^1].Reason}", "see the subject's output in .dyno/subjects");

    private TimeSpan LengthOf(VariantPlan variant) => _loads.PlanOf(variant) is { } code
        ? code.Length ?? UsualLength
        : LengthOf(Plan, variant);

    // With a value of what a search varies, so that one that goes with no request is told before the first launch.
    private static TimeSpan LengthOf(ExperimentPlan plan, VariantPlan variant) =>
        TrialLoad.Read(plan, plan.Sweep is { } sweep ? sweep.Over.At(variant, sweep.From) : variant, 0, LoadOpening.NotYetKnown)
            .Scenarios.Max(s => s.Executor.Length);

    private static TimeSpan StartAndStopOf(bool areTogether) => areTogether ? StartAndStop / 2 : StartAndStop;

    // A warm-up may end when its minimum is over, and seldom does: half-way to its maximum is what trials take in the mean. Slices of less
    // than the window can tell.
    private static TimeSpan WarmUpOf(WarmUpRule rule, bool areTogether)
    {
        var level = areTogether || rule.Minimum > rule.Window ? rule.Minimum : rule.Window;
        return level < rule.Maximum ? (level + rule.Maximum) / 2 : rule.Maximum;
    }
}
