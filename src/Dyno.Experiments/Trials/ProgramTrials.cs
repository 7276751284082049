namespace Dyno.Experiments;

/// <summary>Trials on programs that are built and launched for them, or on servers that are up. No other experiment runs on the machine meanwhile.</summary>
/// <param name="whole">The experiment, with the variants that may turn out to be none.</param>
/// <param name="freeBytes">As in <see cref="LaunchGroups"/>.</param>
/// <exception cref="UserFault">Another experiment runs on this machine.</exception>
internal sealed class ProgramTrials(ExperimentPlan whole, ExperimentLoads loads, long? freeBytes, ExperimentRun run, IRunListener runs,
    IExperimentListener listener) : ITrialSource
{
    private readonly IDisposable _alone = ExperimentLock.Take();
    private readonly ServiceGroup _services = new(whole.Services, listener);

    private VariantPreparation Prepared => field ??= new VariantPreparation(whole, _services, run.StateFolder);

    private DuetServices DuetServices => field ??= new DuetServices(_services, whole.Services, listener);

    public async Task<ReadyTrials> PrepareAsync(ExperimentPlan plan, bool areTogether, CancellationToken cancellation)
    {
        var warnings = MachineWarnings.Begin(new MachineProbe(), TimeProvider.System);
        await StartAsync(cancellation);
        foreach (var doubt in Prepared.Forks.Concat(Prepared.Doubts)) listener.OnWarning(doubt);
        foreach (var skipped in Prepared.Skipped) listener.OnWarning($"{skipped.Name} is left out: {skipped.Reason}");
        foreach (var url in plan.Variants.Select(v => v.Subject.Url).OfType<Uri>().Distinct())
            if (await ListeningProcess.TwoServersAsync(url, cancellation) is { } two) listener.OnWarning(two);
        plan = Experiment.Left(plan, Prepared.Skipped);
        listener.OnStage("comparing the answers of the variants");
        var check = new AnswerCheck(plan, Prepared.OptionsOf, run.StarterOf, loads);
        var differences = await check.CompareAsync(plan.Variants, cancellation);
        var machine = await warnings.TellAsync(listener.OnWarning, InputReader.ReadHealthLimits(plan.HealthLimits), cancellation);
        var commit = await GitRevision.DescribeAsync(plan.BaseDirectory, cancellation);
        var answers = new AnswersUnderLoad(plan, check.Answers);
        var told = new HashSet<string>(StringComparer.Ordinal); // every trial repeats its warnings; each is reported once
        var alone = new TrialRunner(plan, loads, runs, commit, Prepared, _services, run, answers,
            warning => { if (told.Add(warning)) listener.OnWarning(warning); });
        return new ReadyTrials(alone, areTogether ? new DuetTrialRunner(plan, runs, commit, Prepared, DuetServices, run, answers) : null,
            new VariantKnowledge(Prepared.EffectiveOf, check.Cold, Prepared.Skipped, differences, v => loads.CodeOf(v) is not null)
            {
                Machine = machine,
                UnderLoad = () => answers.Differences,
                Forks = Prepared.Forks,
                RevisionOf = Prepared.RevisionOf,
            });
    }

    /// <summary>Starts the services, and builds the programs.</summary>
    public async Task StartAsync(CancellationToken cancellation)
    {
        await _services.StartAsync(cancellation);
        await Prepared.PrepareAsync(new Stages(listener), cancellation);
    }

    public Explanation? Explain(ExperimentPlan plan)
    {
        var groups = new LaunchGroups(plan, freeBytes);
        if (DuetFitness.WhyNot(plan, loads, groups) is { } why)
        {
            listener.OnWarning($"--why explains nothing here, because the variants cannot be up at the same time: {why}");
            return null;
        }
        var launcher = new VariantLauncher(plan, Prepared, DuetServices, run);
        return new Explanation(plan, Prepared, groups, measure => new ProfileRound(plan, Prepared, launcher, runs) { Measure = measure }, listener);
    }

    public async ValueTask DisposeAsync()
    {
        using var alone = _alone; // released in the end
        await using var services = _services;
        await using var prepared = Prepared;
        await DuetServices.DisposeAsync();
    }

    private sealed class Stages(IExperimentListener listener) : IProgress<SubjectProgress>
    {
        public void Report(SubjectProgress value) => listener.OnStage(value.Text);
    }
}
