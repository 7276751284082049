namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>
/// Trials without programs and without waiting: what each variant's <see cref="FakeServer"/> does under the load that the command has read for
/// it. Launches scatter by draws that depend on the variant and the number of its launch alone, and take their time by a clock by hand.
/// </summary>
internal sealed class FakeTrials
{
    private static readonly TimeSpan StartAndStop = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Usual = TimeSpan.FromSeconds(10); // of code

    private readonly Dictionary<string, int> _launched = [];

    /// <summary>The clock of the command and of the trials.</summary>
    public ManualTime Time { get; } = new();

    /// <summary>The server of a variant; all are alike unless it is set.</summary>
    public Func<VariantPlan, FakeServer> ServerOf { get; set; } = _ => new FakeServer();

    /// <summary>
    /// What becomes of a launch: it may throw, or change its run. Its arguments are the variant, the number of the variant's launch from 1, and the
    /// run.
    /// </summary>
    public Func<VariantPlan, int, RunResult, RunResult> Becomes { get; set; } = (_, _, run) => run;

    /// <summary>What happens while the variants are made ready; it may throw.</summary>
    public Action<ExperimentPlan> Preparing { get; set; } = _ => { };

    /// <summary>Variants that cannot be had.</summary>
    public ImmutableArray<SkippedVariant> Skipped { get; set; } = [];

    /// <summary>The experiments whose variants were made ready.</summary>
    public List<ExperimentPlan> Prepared { get; } = [];

    /// <summary>Every launch, by the name of its variant.</summary>
    public List<string> Launches { get; } = [];

    /// <summary>Sends Ctrl-C to the command that runs.</summary>
    public Action Interrupt { get; set; } = () => { };

    /// <summary>The run of an experiment with these trials.</summary>
    public ExperimentRun In(ExperimentRun run) => run with { Time = Time, Trials = loads => new Source(this, loads) };

    private FakeRun Launch(ExperimentPlan plan, ExperimentLoads loads, VariantPlan variant, int round, TimeSpan? measure)
    {
        Launches.Add(variant.Name);
        var number = _launched[variant.Name] = _launched.GetValueOrDefault(variant.Name) + 1;
        var load = loads.CodeOf(variant) is not null ? null
            : TrialLoad.Read(plan, variant, round, variant.Subject.Url ?? LoadOpening.NotYetKnown);
        var length = measure ?? load?.Scenarios.Max(s => s.Executor.Length) ?? plan.Duration ?? Usual;
        var server = ServerOf(variant with { Name = variant.Name == Judgement.ControlName ? plan.Compare.Baseline : variant.Name });
        var run = new FakeRun(server, variant, variant.WarmUp ?? plan.WarmUp, load, length, new Random(SeedOf($"{variant.Name} {variant.Cell} {number}")));
        Time.Advance(TimeSpan.FromSeconds(run.WarmUpSeconds) + length);
        return run;
    }

    private RunResult Ended(VariantPlan variant, RunResult run, RunSignals signals)
    {
        run = Becomes(variant, _launched[variant.Name], run);
        return signals.IsStopping ? throw new OperationCanceledException() : run;
    }

    // Not that of the text, which differs from process to process.
    private static int SeedOf(string text) => text.Aggregate(17, (seed, letter) => unchecked(seed * 31 + letter));

    private sealed class Source(FakeTrials trials, ExperimentLoads loads) : ITrialSource
    {
        public Task<ReadyTrials> PrepareAsync(ExperimentPlan plan, bool areTogether, CancellationToken cancellation)
        {
            trials.Prepared.Add(plan);
            trials.Preparing(plan);
            var known = VariantKnowledge.Nothing with { Skipped = trials.Skipped, IsCode = v => loads.CodeOf(v) is not null };
            return Task.FromResult(new ReadyTrials(new Alone(trials, plan, loads), areTogether ? new Together(trials, plan, loads) : null, known));
        }

        public Explanation? Explain(ExperimentPlan plan) => null;

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }

    private sealed class Alone(FakeTrials trials, ExperimentPlan plan, ExperimentLoads loads) : ITrialRunner
    {
        public Task<RunResult> RunAsync(VariantPlan variant, int round, RunSignals signals)
        {
            trials.Time.Advance(StartAndStop);
            return Task.FromResult(trials.Ended(variant, trials.Launch(plan, loads, variant, round, null).Result(trials.Time.GetUtcNow()), signals));
        }
    }

    private sealed class Together(FakeTrials trials, ExperimentPlan plan, ExperimentLoads loads) : IDuetTrialRunner
    {
        public TimeSpan? Measure { get; set; }

        public bool LoadsContinuously { get; set; }

        public Task<DuetRound> RunAsync(ImmutableArray<VariantPlan> variants, int round, RunSignals signals)
        {
            trials.Time.Advance(StartAndStop);
            var runs = new List<RunResult>();
            for (var i = 0; i < variants.Length; i++)
            {
                try
                {
                    var launch = trials.Launch(plan, loads, variants[i], round, Measure);
                    var slices = launch.Slices(variants.Length, DuetTrialRunner.SliceOf(plan), LoadsContinuously);
                    runs.Add(trials.Ended(variants[i], launch.Result(trials.Time.GetUtcNow()) with { Duet = slices }, signals));
                }
                catch (UserFault fault)
                {
                    return Task.FromResult(new DuetRound([], i, fault.Message));
                }
            }
            var failed = runs.FindIndex(run => run.Outcome == RunOutcome.Failed);
            return Task.FromResult(failed < 0 ? new DuetRound([.. runs]) : new DuetRound([.. runs], failed, runs[failed].OutcomeReason));
        }
    }
}
