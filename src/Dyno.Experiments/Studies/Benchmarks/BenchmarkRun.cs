namespace Dyno.Experiments;

/// <summary>
/// Runs the methods of a BenchmarkDotNet project in rounds, in random order. Each method gets its own process and freshly started
/// programs to call, because what a method measures may depend on what ran before it in the same process.
/// </summary>
/// <param name="step">The step of the study; its experiment has benchmarks.</param>
public sealed class BenchmarkRun(StudyStep step)
{
    private readonly BenchmarkPlan _plan = step.Experiment.Benchmarks!;
    private readonly CpuPlan _cpus = CpuPlan.ForThisMachine();

    /// <summary>Runs the benchmarks; all programs have ended when it returns.</summary>
    /// <param name="stopping">Cuts the present round and ends the rounds; the rounds that are complete by then count.</param>
    /// <exception cref="UserFault">An experiment runs on this machine.</exception>
    /// <exception cref="UserFault">A program does not come up, or the benchmarks fail.</exception>
    /// <exception cref="UserFault">The report of the benchmarks cannot be read.</exception>
    /// <exception cref="OperationCanceledException">Stopped before the first round was complete.</exception>
    public async Task<Comparison> RunAsync(IProgress<SubjectProgress> progress, CancellationToken stopping)
    {
        using var alone = ExperimentLock.Take();
        var machine = new MachineProbe();
        machine.Begin();
        var startedAt = TimeProvider.System.GetUtcNow();
        var trials = ImmutableArray.CreateBuilder<TrialRecord>();
        var complete = 0;
        try
        {
            for (; complete < step.Plan.Rounds; complete++)
                foreach (var index in RoundOrder.Of(step.Plan.Seed, complete + 1, step.Plan.Variants.Length))
                    trials.AddRange(await TrialAsync(step.Plan.Variants[index].Name, complete + 1, progress, stopping));
        }
        catch (OperationCanceledException) when (complete > 0)
        {
            trials.RemoveAll(t => t.Round > complete);
        }
        return Comparison(trials.ToImmutable(), startedAt, machine.End(), stopping.IsCancellationRequested);
    }

    private async Task<ImmutableArray<TrialRecord>> TrialAsync(string method, int round, IProgress<SubjectProgress> progress, CancellationToken stopping)
    {
        progress.Report(new(SubjectStage.Starting, $"round {round} of {step.Plan.Rounds}, {method}"));
        // Only the first round has something to tell, such as a build.
        var stages = round == 1 ? progress : null;
        using var artifacts = OwnedFolder.Create("dyno-benchmarks-");
        var programs = new List<Subject>();
        try
        {
            var environment = ImmutableSortedDictionary.CreateBuilder<string, string>(StringComparer.Ordinal);
            foreach (var (variable, project) in _plan.Subjects)
            {
                programs.Add(await Subject.StartAsync(Options(project), stages, null, stopping));
                environment[variable] = programs[^1].BaseUrl.ToString();
            }
            await ProgramRun.RunAsync(Options(_plan.Project) with
            {
                Environment = environment.ToImmutable(),
                Arguments = ["--artifacts", artifacts.Path, "--filter", $"*.{method}"],
            }, stages, stopping);
            return Trials(artifacts.Path, method, round);
        }
        finally
        {
            foreach (var program in programs) await program.DisposeAsync();
        }
    }

    private SubjectOptions Options(string project) => new() { Project = project, Cpus = _cpus };

    private static ImmutableArray<TrialRecord> Trials(string artifacts, string method, int round)
    {
        var reports = Directory.GetFiles(artifacts, "*-report-full.json", SearchOption.AllDirectories);
        if (reports.Length == 0)
            throw new UserFault($"the benchmark {method} wrote no full JSON report", "name a method of the project, and add JsonExporter.Full to its configuration");
        return [.. reports.SelectMany(file => BenchmarkReport.Read(File.ReadAllText(file), Path.GetFileName(file), round))];
    }

    private Comparison Comparison(ImmutableArray<TrialRecord> trials, DateTimeOffset startedAt, EnvironmentRecord environment, bool wasStopped) => new()
    {
        Id = RunId.At(startedAt),
        StartedAt = startedAt,
        EndedAt = TimeProvider.System.GetUtcNow(),
        Tool = ToolRecords.Current,
        Experiment = new ExperimentRecord
        {
            Name = step.Experiment.Name,
            Source = Path.GetFileName(_plan.Project),
            Rounds = step.Plan.Rounds,
            Seed = step.Plan.Seed,
            Baseline = step.Plan.Compare.Baseline,
            Headline = BenchmarkReport.Metric,
            Thresholds = ImmutableSortedDictionary<string, double>.Empty,
            Control = false,
        },
        Environment = environment,
        Interleaved = true,
        Health = wasStopped
            ? new HealthRecord { State = HealthState.Strained, Findings = [new() { Rule = "stopped", State = HealthState.Strained, Message = "stopped by the user." }] }
            : new HealthRecord { State = HealthState.Healthy, Findings = [] },
        Trials = trials,
        Variants = [.. step.Plan.Variants.Select(v => PlainFigures.Of(v.Name, trials))],
        Pairs = [],
    };
}
