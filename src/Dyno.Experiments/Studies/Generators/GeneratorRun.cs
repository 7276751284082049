namespace Dyno.Experiments;

/// <summary>Runs Dyno as its users do, variant after variant in random order, and returns the figures as a comparison.</summary>
/// <param name="step">The step of the study; its experiment has a generator.</param>
/// <param name="dyno">How Dyno is started: a program and its first arguments.</param>
public sealed class GeneratorRun(StudyStep step, ImmutableArray<string> dyno)
{
    private readonly CpuPlan _cpus = CpuPlan.ForThisMachine();
    private readonly List<TrialRecord> _trials = [];
    private readonly List<HealthRecord> _strained = [];
    private ImmutableArray<HealthFinding> _machine = [];
    private EnvironmentRecord? _environment;

    /// <summary>Runs all rounds; a run that ends without a result is repeated once.</summary>
    /// <param name="stopping">Cuts the present run and ends the rounds; the rounds that are complete by then count.</param>
    /// <exception cref="UserFault">An experiment runs on this machine.</exception>
    /// <exception cref="UserFault">A program does not come up, or Dyno leaves no result twice in a row.</exception>
    /// <exception cref="OperationCanceledException">Stopped before the first round was complete.</exception>
    public async Task<Comparison> RunAsync(IProgress<SubjectProgress> progress, CancellationToken stopping)
    {
        using var alone = ExperimentLock.Take();
        _machine = await MachineWarnings.Begin(new MachineProbe(), TimeProvider.System)
            .TellAsync(warning => progress.Report(new(SubjectStage.Starting, warning)), new HealthLimits(), stopping);
        var startedAt = TimeProvider.System.GetUtcNow();
        using var folder = OwnedFolder.Create("dyno-generator-");
        try
        {
            for (var round = 1; round <= step.Plan.Rounds; round++)
                foreach (var index in RoundOrder.Of(step.Plan.Seed, round, step.Plan.Variants.Length))
                    _trials.Add(await TrialTwiceAsync(step.Plan.Variants[index].Name, round, folder.Path, progress, stopping));
        }
        catch (OperationCanceledException) when (_trials.Count >= step.Plan.Variants.Length)
        {
            LeaveOutTheBegunRound();
        }
        return Comparison(startedAt, stopping.IsCancellationRequested);
    }

    private async Task<TrialRecord> TrialTwiceAsync(string variant, int round, string folder, IProgress<SubjectProgress> progress, CancellationToken stopping)
    {
        progress.Report(new(SubjectStage.Starting, $"round {round} of {step.Plan.Rounds}, {variant}"));
        try
        {
            return await TrialAsync(variant, round, folder, stopping);
        }
        catch (UserFault)
        {
            return await TrialAsync(variant, round, folder, stopping);
        }
    }

    private async Task<TrialRecord> TrialAsync(string name, int round, string folder, CancellationToken stopping)
    {
        var variant = step.Experiment.Generator!.Variants[name];
        if (variant.IsProgram) return await ProgramTrialAsync(name, variant, round, folder, stopping);
        await using var subject = await Subject.StartAsync(new SubjectOptions
        {
            Project = variant.Subject,
            Framework = variant.Framework,
            Arguments = variant.SubjectArguments,
            Cpus = _cpus,
        }, null, null, stopping);
        var result = Path.Combine(folder, "result.json");
        File.Delete(result);
        await LoadAsync(variant, subject.BaseUrl.GetLeftPart(UriPartial.Authority), result, stopping);
        var run = RunResultJson.ReadFile(result);
        _environment ??= run.Environment;
        if (run.Health.State == HealthState.Strained) _strained.Add(run.Health);
        var isVoid = run.Health.State == HealthState.Void;
        return new TrialRecord
        {
            Round = round,
            Variant = name,
            Outcome = isVoid ? TrialOutcome.Void : TrialOutcome.Used,
            Reason = isVoid ? run.Health.Findings[0].Message : null,
            WarmUpSeconds = run.WarmUp?.DurationSeconds ?? 0,
            WarmUpReachedLevel = run.WarmUp?.ReachedLevel == true,
            Metrics = RunFigures.Of(run),
        };
    }

    // The program measures itself: it has all CPUs, and nothing else is observed.
    private async Task<TrialRecord> ProgramTrialAsync(string name, GeneratorVariant variant, int round, string folder, CancellationToken stopping)
    {
        var figures = Path.Combine(folder, "figures.json");
        File.Delete(figures);
        var machine = new MachineProbe();
        machine.Begin();
        await ProgramRun.RunAsync(new SubjectOptions
        {
            Project = variant.Subject,
            Framework = variant.Framework,
            Arguments = variant.SubjectArguments,
            Environment = variant.Environment.SetItem(GeneratorVariant.FiguresVariable, figures),
        }, null, stopping);
        _environment ??= machine.End();
        return new TrialRecord
        {
            Round = round,
            Variant = name,
            Outcome = TrialOutcome.Used,
            Metrics = ProgramFigures.Read(figures, Path.GetFileName(variant.Subject)),
        };
    }

    private Task LoadAsync(GeneratorVariant variant, string url, string result, CancellationToken stopping)
    {
        ImmutableArray<string> run = [.. variant.Run.Select(w => w.Replace("{url}", url, StringComparison.Ordinal))];
        if (variant.IsWatched) return PagesRun.RunAsync(dyno, run, Directory.CreateDirectory(result + ".pages").FullName, result, _cpus, stopping);
        ImmutableArray<string> words = [.. dyno, "run", .. run, "--no-store", "--result", result];
        return ProgramRun.RunAsync(new SubjectOptions
        {
            Command = variant.HasTerminal ? OnTerminal(words) : words,
            Environment = variant.Environment,
            WorkingDirectory = step.Experiment.Generator!.Folder,
            Cpus = _cpus,
        }, null, stopping, code => File.Exists(result) || code == 0);
    }

    // The command script of util-linux gives a program a terminal and returns the exit code of the program.
    private static ImmutableArray<string> OnTerminal(ImmutableArray<string> words) =>
        ["script", "--quiet", "--return", "--flush", "--command", string.Join(' ', words.Select(Quoted)), "/dev/null"];

    private static string Quoted(string word) => $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'";

    private void LeaveOutTheBegunRound()
    {
        var whole = _trials.Count / step.Plan.Variants.Length;
        _trials.RemoveAll(t => t.Round > whole);
    }

    private Comparison Comparison(DateTimeOffset startedAt, bool wasStopped)
    {
        ImmutableArray<TrialRecord> trials = [.. _trials];
        var isVoid = trials.All(t => t.Outcome == TrialOutcome.Void);
        // A program's own figures have no headline for a comparison of variants: claims are judged on the figures one by one.
        var (pairs, health) = step.Experiment.Generator!.IsPrograms
            ? ([], Healthy)
            : Judgement.Of(step.Plan.Compare, step.Plan.Variants.Select(v => (v.Name, v.Cell)), trials, isVoid);
        foreach (var finding in _machine) health = With(health, finding);
        if (_strained.Count > 0) health = With(health, StrainedTrials.Finding(_strained, trials.Length));
        if (wasStopped) health = With(health, new HealthFinding { Rule = "stopped", State = HealthState.Strained, Message = "stopped by the user." });
        return new Comparison
        {
            Id = RunId.At(startedAt),
            StartedAt = startedAt,
            EndedAt = TimeProvider.System.GetUtcNow(),
            Tool = ToolRecords.Current,
            Experiment = new ExperimentRecord
            {
                Name = step.Experiment.Name,
                Source = Path.GetFileName(step.Experiment.File),
                Rounds = step.Plan.Rounds,
                Seed = step.Plan.Seed,
                Baseline = step.Plan.Compare.Baseline,
                Headline = step.Plan.Compare.Headline,
                Thresholds = ImmutableSortedDictionary<string, double>.Empty,
                Control = false,
            },
            Environment = _environment!,
            Interleaved = true,
            Health = health,
            Trials = trials,
            Variants = [.. step.Plan.Variants.Select(v => PlainFigures.Of(v.Name, trials))],
            Pairs = pairs,
        };
    }

    private static HealthRecord Healthy => new() { State = HealthState.Healthy, Findings = [] };

    private static HealthRecord With(HealthRecord health, HealthFinding strained) => new()
    {
        State = health.State == HealthState.Void ? HealthState.Void : HealthState.Strained,
        Findings = health.Findings.Add(strained),
    };
}
