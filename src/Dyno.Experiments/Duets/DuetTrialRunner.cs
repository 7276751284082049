namespace Dyno.Experiments;

/// <summary>Duet trials on real programs: all variants of a cell are launched, in an order drawn for the round, and loaded in slices.</summary>
internal sealed class DuetTrialRunner(ExperimentPlan plan, IRunListener listener, string? commit,
    VariantPreparation prepared, DuetServices services, ExperimentRun run, AnswersUnderLoad answers) : IDuetTrialRunner
{
    private readonly VariantLauncher _launcher = new(plan, prepared, services, run);

    private static readonly TimeSpan LongestContinuous = TimeSpan.FromSeconds(2);

    public TimeSpan? Measure { get; set; }

    public bool LoadsContinuously { get; set; }

    public async Task<DuetRound> RunAsync(ImmutableArray<VariantPlan> variants, int round, RunSignals signals)
    {
        var launched = new LaunchedVariant?[variants.Length];
        try
        {
            foreach (var index in RoundOrder.Of(plan.Seed, round, variants.Length))
            {
                try
                {
                    launched[index] = await _launcher.LaunchAsync(variants[index], index, options => options, signals);
                }
                catch (UserFault failure)
                {
                    return new DuetRound([], index, failure.Message);
                }
            }
            // Who comes first in the generator is drawn anew in each round: where the generator keeps a variant's connections and counts costs
            // or gains some percent for as long as it runs (docs/adr/0044).
            var places = RoundOrder.Of(~plan.Seed, round, variants.Length);
            var loaded = await LoadAsync([.. places.Select(i => variants[i])], [.. places.Select(i => launched[i]!)], round, signals);
            return loaded.InOrderOf(places);
        }
        finally
        {
            foreach (var one in launched)
                if (one is not null) await one.DisposeAsync();
        }
    }

    private async Task<DuetRound> LoadAsync(ImmutableArray<VariantPlan> variants, ImmutableArray<LaunchedVariant> launched, int round, RunSignals signals)
    {
        var cpus = CpusOf(variants[0]);
        using var pinning = GeneratorPinning.Apply(cpus);
        var failed = new FirstToEnd(launched, signals);
        try
        {
            return await LoadAsync(variants, launched, round, cpus.Generator is null, pinning.Effective?.ToString(), failed, signals);
        }
        catch (OperationCanceledException) when (failed.Index is not null)
        {
            // The program ended by itself before or during the load: the trial failed, the user did not stop it.
            return new DuetRound([], failed.Index, failed.Reason);
        }
    }

    private async Task<DuetRound> LoadAsync(ImmutableArray<VariantPlan> variants, ImmutableArray<LaunchedVariant> launched, int round,
        bool isFree, string? generatorCpus, FirstToEnd failed, RunSignals signals)
    {
        var sides = ImmutableArray.CreateBuilder<DuetSide>();
        ImmutableArray<int> servers = [.. launched.SelectMany(one => one.Processes)];
        for (var i = 0; i < variants.Length; i++)
        {
            var load = TrialLoad.Read(plan, variants[i], round, launched[i].Url, launched[i].Subject?.CertificateFile);
            sides.Add(await launched[i].WatchAsync(load, new RunnerOptions
            {
                Machine = new MachineProbe(null, commit),
                Signals = signals,
                GeneratorCpuSet = generatorCpus,
                CalibratedRequestsPerSecond = run.CeilingOf?.Invoke(load),
            }, servers, commit, plan.Observe));
        }
        var asked = new int[variants.Length];
        var results = await DuetRunner.RunAsync(sides.ToImmutable(), PlanOf(sides, round, isFree && !servers.IsEmpty, signals) with
        {
            InContinuous = index => AskAsync(index, AnswersUnderLoad.When.UnderLoad),
        });
        for (var i = 0; i < variants.Length && !signals.IsStopping; i++) await AskAsync(i, AnswersUnderLoad.When.AfterLoad);
        // Together: each of them waits for the last word of its runtime.
        var stopped = await Task.WhenAll(results.Select((result, i) =>
            launched[i].StopAsync(result, prepared.EffectiveOf(variants[i]), asked[i], signals.Stopping)));
        if (failed.Index is not null || WithDeadService(launched) is not { } dead) return new DuetRound([.. stopped], failed.Index, failed.Reason);
        stopped[dead.Place] = stopped[dead.Place] with { Outcome = RunOutcome.Failed, OutcomeReason = dead.Reason };
        return new DuetRound([.. stopped], dead.Place, dead.Reason);

        async Task AskAsync(int index, AnswersUnderLoad.When when) =>
            asked[index] += await answers.AskAsync(
                variants[index], round, when, launched[index].Url, launched[index].Subject?.CertificateFile, signals.Stopping);
    }

    private static (int Place, string Reason)? WithDeadService(ImmutableArray<LaunchedVariant> launched)
    {
        for (var i = 0; i < launched.Length; i++)
            if (launched[i].Services?.Died is { } reason) return (i, reason);
        return null;
    }

    /// <summary>
    /// The length of a slice: what was asked for, or a short one where all that is judged is read slice by slice. Between two slices an agent
    /// is asked for the CPU time of its variants, which takes some milliseconds, so those of agents are longer, too.
    /// </summary>
    internal static TimeSpan SliceOf(ExperimentPlan plan) => plan.Slice
        ?? (plan.Fleet is null && plan.Compare.Judge.Concat(plan.Compare.JudgeByDefault).Append(plan.Compare.Headline).All(SliceRatio.Reads)
            ? DuetPlan.ShortSlice : DuetPlan.UsualSlice);

    private DuetPlan PlanOf(IReadOnlyCollection<DuetSide> sides, int round, bool sharesCpus, RunSignals signals) => new()
    {
        Slice = SliceOf(plan),
        Measure = LengthOf(sides),
        Continuous = !LoadsContinuously ? TimeSpan.Zero : LengthOf(sides) is var length && length < LongestContinuous ? length : LongestContinuous,
        Seed = plan.Seed + round,
        Signals = signals,
        Listener = listener,
        GeneratorSharesCpus = sharesCpus,
    };

    private TimeSpan LengthOf(IEnumerable<DuetSide> sides) => Measure ?? sides.Max(side => side.Plan.Scenarios.Max(s => s.Executor.Length));

    private CpuPlan CpusOf(VariantPlan variant) => variant.Subject.Url is null ? prepared.OptionsOf(variant).Cpus : CpuPlan.Unpinned;

    // A program that has ended will not come back: the rest of the round would measure refused connections.
    private sealed class FirstToEnd
    {
        private readonly ImmutableArray<LaunchedVariant> _launched;

        public FirstToEnd(ImmutableArray<LaunchedVariant> launched, RunSignals signals)
        {
            _launched = launched;
            foreach (var subject in launched.Select(one => one.Subject).OfType<ILaunchedSubject>()) _ = SubjectLoad.FailWhenEndedAsync(subject, signals);
        }

        public int? Index => _launched.Select((one, i) => (Place: i, IsGone: one.Subject?.GoneBecause is not null)).Where(one => one.IsGone)
            .Select(one => (int?)one.Place).FirstOrDefault();

        public string? Reason => Index is { } index ? _launched[index].Subject!.GoneBecause : null;
    }
}
