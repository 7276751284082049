namespace Dyno.Experiments.Tests;

public sealed class SweepTests
{
    private readonly Heard _heard = new();

    [Fact]
    public async Task Finds_the_rate_up_to_which_a_server_keeps_up()
    {
        var result = await RunAsync(SweepGoal.Capacity, ["a"], (variant, rate) => Run(rate, achieved: Math.Min(rate, 120)));

        var found = result.Findings.Single();
        found.Low!.Value.ShouldBeLessThanOrEqualTo(122);
        found.High!.Value.ShouldBeGreaterThan(120);
        (found.High.Value / found.Low.Value).ShouldBeLessThanOrEqualTo(1.05 / 0.95 + 1e-9);
        found.Sentence.ShouldMatch(@"^a keeps up up to [\d.]+/s, but not at [\d.]+/s$");
    }

    [Fact]
    public async Task Dropped_starts_are_the_servers_answer_and_not_a_void_trial()
    {
        var result = await RunAsync(SweepGoal.Capacity, ["a"], (_, rate) =>
        {
            var run = Run(rate);
            return rate <= 77 ? run : Void(run, "dropped-starts") with { Measured = run.Measured with { Totals = run.Measured.Totals with { DroppedIterations = 500 } } };
        });
        result.Findings.Single().Low!.Value.ShouldBeLessThanOrEqualTo(77);
        result.Findings.Single().High!.Value.ShouldBeGreaterThan(77);
    }

    [Fact]
    public async Task A_trial_that_the_generator_spoiled_is_made_once_more()
    {
        var made = 0;
        var trials = new List<TrialRecord>();
        await RunAsync(SweepGoal.Capacity, ["a"], (_, rate) => ++made == 1 ? Void(Run(rate), "stalls") : Run(rate), trials);

        trials[0].Outcome.ShouldBe(TrialOutcome.Void);
        trials.Count(t => t.Outcome == TrialOutcome.Used).ShouldBe(6); // three at each end of the range
    }

    [Fact]
    public async Task A_search_whose_trials_all_fail_claims_nothing()
    {
        var result = await RunAsync(SweepGoal.Capacity, ["a"], (_, _) => throw SubjectFaults.Of(SubjectFault.ExitedAtStart, "it fell over"));
        result.Findings.Single().Sentence.ShouldBe("it is unknown whether a keeps up: the search did not finish");
    }

    [Theory]
    [InlineData(SweepGoal.Capacity, true)]
    [InlineData(SweepGoal.Knee, true)]
    [InlineData(SweepGoal.Crossover, true)]
    [InlineData(SweepGoal.Parity, true)]
    [InlineData(SweepGoal.Goal, true)]
    [InlineData(SweepGoal.Knee, false)] // healthy launches with too few answers for the figure
    public async Task A_search_without_a_single_point_is_void(SweepGoal find, bool isVoid)
    {
        var plan = PlanOf(find, ["a", "b"]);
        using var folder = ExperimentFolder.Create(null, "id", plan);
        var trials = new SweepTrials(plan, new Made((_, rate) => isVoid ? Void(Run(rate), "stalls") : Run(rate, isReliable: false)), _heard, new RunSignals(), folder);
        var result = await new Sweep(plan, trials, _heard).RunAsync();
        var comparison = new ComparisonBuilder(plan, plan.Variants, _ => null).BuildSweep(result, trials, "id", default, wasStopped: false);

        comparison.Health.State.ShouldBe(HealthState.Void);
        comparison.Health.Findings[0].Message.ShouldBe("no value of the search was measured, so it has no answer: "
            + (isVoid ? "its launches were void or failed, the first because stalls" : "its launches do not give the figure that it compares"));
        result.Findings.ShouldAllBe(f => f.Low == null && f.High == null && f.Sentence.StartsWith("it is unknown whether"));
    }

    [Fact]
    public async Task Finds_the_rate_above_which_p99_has_doubled()
    {
        var result = await RunAsync(SweepGoal.Knee, ["a"], (_, rate) => Run(rate, p99Millis: rate <= 50 ? 10 : 30));
        result.Findings.Single().Low!.Value.ShouldBeLessThanOrEqualTo(50);
        result.Findings.Single().High!.Value.ShouldBeGreaterThan(50);
        result.Findings.Single().Sentence.ShouldStartWith("the p99 of a stays below 2 × its value at 5/s up to ");
    }

    [Fact]
    public async Task Finds_the_rate_at_which_two_variants_change_places()
    {
        var order = new List<string>();
        var result = await RunAsync(SweepGoal.Crossover, ["a", "b"], (variant, rate) =>
        {
            order.Add(variant);
            return Run(rate, p99Millis: variant == "a" ? 10 + rate / 10 : 20);
        });
        var found = result.Findings.Single();
        found.Low!.Value.ShouldBeLessThanOrEqualTo(100);
        found.High!.Value.ShouldBeGreaterThan(100);
        found.Sentence.ShouldStartWith("b has a higher p99 than a up to ");
        order.Chunk(2).ShouldAllBe(pair => pair.Order().SequenceEqual(new[] { "a", "b" })); // in turn, not one after the other
    }

    [Fact]
    public async Task Too_few_answers_for_the_figure_are_said_and_nothing_is_guessed()
    {
        var result = await RunAsync(SweepGoal.Knee, ["a"], (_, rate) => Run(rate, isReliable: false));
        result.Findings.Single().Sentence.ShouldContain("it is unknown whether");
        _heard.Warnings.Single().ShouldStartWith("the trials at 5/s had too few good answers for the p99: set a longer duration");
    }

    [Fact]
    public async Task A_search_that_was_killed_goes_on_where_it_was_and_finds_the_same()
    {
        var root = Directory.CreateTempSubdirectory("dyno-sweep-");
        try
        {
            var plan = PlanOf(SweepGoal.Capacity, ["a", "b"]);
            var (whole, all) = await SearchAsync(plan, root.FullName, "20260101-000000-0001", _ => { });
            await Should.ThrowAsync<InvalidOperationException>(() => SearchAsync(plan, root.FullName, "20260101-000000-0002", KilledAfterSeven));
            var lines = Path.Combine(root.FullName, "experiments", "20260101-000000-0002", "trials.jsonl");
            await File.AppendAllTextAsync(lines, "{\"round\": 2, \"vari", TestContext.Current.CancellationToken);

            var (resumed, asked) = await SearchAsync(plan, root.FullName, null, _ => { });

            asked.ShouldBe(all - 7, "what was measured is not measured again");
            resumed.Findings.Select(f => f.Sentence).ShouldBe(whole.Findings.Select(f => f.Sentence));
            var again = await SearchAsync(plan, root.FullName, null, _ => { });
            again.Made.ShouldBe(0, "the line that was cut off took no other with it");
        }
        finally
        {
            root.Delete(recursive: true);
        }

        static void KilledAfterSeven(int made)
        {
            if (made > 7) throw new InvalidOperationException("killed");
        }
    }

    // Without an id the latest search is resumed.
    private async Task<(SweepResult Result, int Made)> SearchAsync(ExperimentPlan plan, string root, string? id, Action<int> beforeEach)
    {
        using var folder = id is null ? ExperimentFolder.FindBegun(root, plan, out _)! : ExperimentFolder.Create(root, id, plan);
        var made = 0;
        var runner = new Made((_, rate) =>
        {
            beforeEach(++made);
            return Run(rate, achieved: Math.Min(rate, 120));
        });
        return (await new Sweep(plan, new SweepTrials(plan, runner, _heard, new RunSignals(), folder), _heard).RunAsync(), made);
    }

    private async Task<SweepResult> RunAsync(SweepGoal find, string[] variants, Func<string, double, RunResult> run, List<TrialRecord>? seen = null)
    {
        var plan = PlanOf(find, variants);
        using var folder = ExperimentFolder.Create(null, "id", plan);
        var trials = new SweepTrials(plan, new Made(run), _heard, new RunSignals(), folder);
        var result = await new Sweep(plan, trials, _heard).RunAsync();
        seen?.AddRange(trials.All);
        return result;
    }

    private static ExperimentPlan PlanOf(SweepGoal find, string[] variants) => new()
    {
        Name = "x",
        Source = "x",
        BaseDirectory = "/",
        Variants = [.. variants.Select(name => new VariantPlan { Name = name, Load = "/", Subject = new() })],
        Rounds = 1,
        WarmUp = new(),
        Compare = new() { Baseline = "a", Headline = "p99" },
        Seed = 7,
        Sweep = new SweepPlan { From = 5, To = 300, Find = find },
    };

    private static RunResult Run(double rate, double? achieved = null, double p99Millis = 10, bool isReliable = true)
    {
        var run = Reporting.Tests.SampleRuns.Open();
        var response = run.Measured.Latency.Response;
        var totals = run.Measured.Totals with
        {
            OfferedIterationsPerSecond = rate,
            IterationsPerSecond = achieved ?? rate,
            PlannedStarts = 10_000,
            DroppedIterations = 0,
            FailedRequests = 0,
        };
        response = response with
        {
            Quantiles = [.. response.Quantiles.Select(q =>
                q.Quantile == 0.99 ? q with { Nanos = (long)(p99Millis * 1e6), Reliable = isReliable } : q)],
        };
        return run with
        {
            Health = new HealthRecord { State = HealthState.Healthy, Findings = [] },
            Outcome = RunOutcome.Completed,
            WarmUp = null,
            Measured = run.Measured with
            {
                Totals = totals,
                Series = [],
                Steps = [],
                Latency = run.Measured.Latency with { Response = response with { Histogram = "" } },
            },
        };
    }

    private static RunResult Void(RunResult run, string rule) => run with
    {
        Health = new HealthRecord { State = HealthState.Void, Findings = [new HealthFinding { Rule = rule, State = HealthState.Void, Message = rule }] },
    };

    private sealed class Made(Func<string, double, RunResult> run) : ITrialRunner
    {
        public Task<RunResult> RunAsync(VariantPlan variant, int round, RunSignals signals) =>
            Task.FromResult(run(variant.Name, double.Parse(variant.Shape.Rate![..^2], System.Globalization.CultureInfo.InvariantCulture)));
    }

    private sealed class Heard : IExperimentListener
    {
        public List<string> Warnings { get; } = [];

        public void OnStage(string text) { }

        public void OnWarning(string text) => Warnings.Add(text);

        public void OnTrial(VariantPlan variant, int round, int before) { }

        public void OnTrialEnded(TrialRecord trial) { }
    }
}
