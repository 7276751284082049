namespace Dyno.Experiments.Tests;

public sealed class GoalSweepTests
{
    private int _launches;

    [Fact]
    public async Task The_highest_number_of_connections_that_meets_the_goal_is_found_and_confirmed()
    {
        var result = await RunAsync(Over("connections", 1, 500), value => Run(isGood: value <= 7));

        var found = result.Findings.Single();
        found.Low.ShouldBe(7);
        found.High.ShouldBe(8);
        found.Confirmed.ShouldBe(3);
        found.Sentence.ShouldStartWith("a meets dropped == 0 up to 7 connections, with rate ");
        found.Sentence.ShouldEndWith("confirmed by 3 fresh launches");
        result.Over.ShouldBe("connections");
        result.Goals.ShouldBe(["dropped == 0"]);
    }

    [Fact]
    public async Task The_most_streams_of_a_connection_that_meet_the_goal_are_found()
    {
        var result = await RunAsync(Over("streams", 1, 100), value => Run(isGood: value <= 7));

        var found = result.Findings.Single();
        (found.Low, found.High).ShouldBe((7, 8));
        found.Sentence.ShouldStartWith("a meets dropped == 0 up to 7 streams, with rate ");
        result.Over.ShouldBe("streams");
    }

    [Fact]
    public async Task A_value_that_fresh_launches_do_not_confirm_is_not_the_answer()
    {
        // Good while it is searched, bad from the first confirmation on, until the next lower value is asked.
        var searching = Bisection.MostPoints(new SweepPlan { From = 10, To = 20, Find = SweepGoal.Goal }) * 3;
        var result = await RunAsync(Over("env.LIMIT", 10, 20), value => Run(isGood: _launches <= searching ? value < 16 : value < 12));

        var found = result.Findings.Single();
        found.Low!.Value.ShouldBeLessThan(12);
        found.Sentence.ShouldContain("was found first but not confirmed");
    }

    [Fact]
    public async Task A_goal_that_cannot_be_met_is_said()
    {
        var found = (await RunAsync(Over("connections", 1, 500), _ => Run(isGood: false))).Findings.Single();

        found.Low.ShouldBeNull();
        found.Sentence.ShouldBe("a meets dropped == 0 at no value from 1 connection to 500 connections: the goal cannot be met in this range");
    }

    [Theory]
    [InlineData("goal", "it is unknown whether a meets dropped == 0: the search did not finish")]
    [InlineData("best", "it is unknown whether a has the highest rate that meets dropped == 0: the search did not finish")]
    public async Task Launches_that_are_all_void_are_no_points_and_no_answer(string find, string sentence)
    {
        var result = await RunAsync(Trying(find), _ => Void());

        result.Points.ShouldBeEmpty();
        var found = result.Findings.Single();
        (found.Low, found.High, found.Confirmed, found.Sentence).ShouldBe((null, null, null, sentence));
    }

    [Theory]
    [InlineData("goal", 1, "a meets dropped == 0 at 1 connection, with rate 1,000/s (1,000/s to 1,000/s); confirmed by 3 fresh launches; the search did not finish")]
    [InlineData("best", 50, "a has the highest rate that meets dropped == 0 at 50 connections, with rate 1,000/s (1,000/s to 1,000/s); confirmed by 3 fresh launches; not every value could be measured")]
    public async Task An_answer_beside_values_that_were_void_says_that_they_are_missing(string find, double low, string sentence)
    {
        var found = (await RunAsync(Trying(find), value => value > 50 ? Void() : Run(isGood: true, rate: find == "best" ? 950 + value : 1_000))).Findings.Single();

        (found.Low, found.Sentence).ShouldBe((low, sentence));
        if (find == "goal") found.High.ShouldBeNull();
    }

    [Fact]
    public async Task A_goal_that_no_measured_value_meets_is_not_said_to_be_out_of_reach_while_others_were_void()
    {
        var found = (await RunAsync(Trying("best"), value => value > 50 ? Void() : Run(isGood: false))).Findings.Single();

        found.Sentence.ShouldBe("it is unknown whether a has the highest rate that meets dropped == 0: the search did not finish");
    }

    [Fact]
    public async Task A_goal_that_is_met_everywhere_is_said()
    {
        var found = (await RunAsync(Over("connections", 1, 500), _ => Run(isGood: true))).Findings.Single();

        found.Low.ShouldBe(500);
        found.High.ShouldBeNull();
        found.Sentence.ShouldContain("in the whole range, up to 500 connections");
    }

    [Fact]
    public async Task A_server_without_a_good_answer_meets_no_goal()
    {
        var found = (await RunAsync(Over("connections", 1, 500), _ =>
        {
            var run = Run(isGood: true);
            return run with { Measured = run.Measured with { Totals = run.Measured.Totals with { FailedRequests = run.Measured.Totals.Requests } } };
        })).Findings.Single();

        found.Sentence.ShouldContain("cannot be met");
    }

    [Fact]
    public async Task Of_the_values_of_a_setting_the_best_one_that_meets_the_goal_is_chosen()
    {
        double[] rates = [100, 180, 240, 250, 249, 200];
        double[] values = [10, 25, 50, 100, 200, 400];
        var plan = new SweepPlan
        {
            Over = SweepDimension.Read("env.LIMIT")!,
            Values = [.. values],
            From = 10,
            To = 400,
            Find = SweepGoal.Best,
            Goals = Goals,
        };

        var result = await RunAsync(plan, value => Run(isGood: value != 100, rate: rates[Array.IndexOf(values, value)]));

        var found = result.Findings.Single();
        found.Low.ShouldBe(200); // 100 is better and misses the goal
        found.Sentence.ShouldStartWith("a has the highest rate that meets dropped == 0 at LIMIT=200, with rate 249/s (249/s to 249/s); confirmed by");
        found.BendKnee.ShouldNotBeNull();
        result.Points.Length.ShouldBe(6);
        result.Points.ShouldAllBe(point => point.Objective != null);
    }

    [Fact]
    public async Task Each_of_two_goals_gets_its_own_answer_from_the_same_launches()
    {
        double[] values = [10, 25, 50, 100, 200];
        var plan = new SweepPlan
        {
            Over = SweepDimension.Read("load.CALLERS")!,
            Values = [.. values],
            From = 10,
            To = 200,
            Find = SweepGoal.Best,
            Goals = [Goal("dropped <= 2"), Goal("dropped == 0")],
        };

        var result = await RunAsync(plan, value => Run(isGood: true, rate: 10 * value, dropped: value switch { <= 25 => 0, <= 100 => 2, _ => 9 }));

        result.Findings.Select(f => (f.Goal, f.Low)).ShouldBe([("dropped <= 2", 100), ("dropped == 0", 25)]);
        result.Points.Select(p => string.Join(';', p.Missed)).ShouldBe(["", "", "dropped == 0", "dropped == 0", "dropped <= 2;dropped == 0"]);
        result.Points.Select(p => p.IsBeyond).ShouldBe([false, false, false, false, true]);
        _launches.ShouldBe(values.Length * 3 + 2 * 3); // measured once, confirmed for each goal
    }

    [Fact]
    public async Task A_second_goal_is_searched_without_measuring_what_the_first_one_measured()
    {
        var plan = Over("connections", 1, 500) with { Goals = [Goal("dropped <= 2"), Goal("dropped == 0")] };

        var result = await RunAsync(plan, value => Run(isGood: true, dropped: value switch { <= 7 => 0, <= 90 => 2, _ => 9 }));

        result.Findings.Select(f => f.Low <= 90 && f.High > 90).ShouldBe([true, false]);
        result.Findings[1].Low.ShouldBe(7);
        result.Points.Select(p => p.Rate).ShouldBeUnique();
    }

    [Fact]
    public void A_list_of_goals_and_a_setting_of_the_load_are_read()
    {
        const string file = "subject: { project: . }\nvariants: { a: {} }\nload: { url: /x, env: { A: 1 } }\ncompare: { baseline: a }\n"
            + "sweep: { over: load.CALLERS, values: [1, 2], goal: ['p99 < 20ms, errors < 1%', 'p99 < 5ms'] }\n";

        var plan = ExperimentReader.ReadText(file, "x.yaml", Path.GetTempPath(), new ExperimentOverrides());

        plan.Sweep!.Goals.Select(g => g.ToString()).ShouldBe(["p99 < 20ms, errors < 1%", "p99 < 5ms"]);
        plan.Sweep.Over.At(plan.Variants[0], 5).Shape.Environment.ShouldBe(
            [KeyValuePair.Create("A", "1"), KeyValuePair.Create("CALLERS", "5")], ignoreOrder: true);
    }

    [Fact]
    public async Task A_headline_is_said_in_its_own_unit()
    {
        var plan = Over("env.LIMIT", 1, 1) with { Values = [1], Find = SweepGoal.Best, Goals = [] };

        var result = await RunAsync(plan, _ => WithReady(1.2), "timeToReady");

        result.Findings.Single().Sentence.ShouldBe("a has the lowest time to ready at LIMIT=1, with time to ready 1.20 s (1.20 s to 1.20 s); confirmed by 3 fresh launches");
    }

    [Theory]
    [InlineData("server.workingSet < 100MB", 1)]
    [InlineData("server.workingSet < 1MB", null)]
    [InlineData("server.cpuPerRequest < 1s", 1)]
    [InlineData("server.timers < 5", null)] // not measured: no launch meets the goal
    public async Task A_goal_can_be_a_figure_of_the_server(string goal, int? low)
    {
        var plan = Over("connections", 1, 1) with { Goals = [Goal(goal)] };

        var found = (await RunAsync(plan, _ => Run(isGood: true))).Findings.Single();

        found.Low.ShouldBe(low);
    }

    [Theory]
    [InlineData("rate", null)]
    [InlineData("requestRate", 1)]
    public async Task A_goal_on_the_rate_counts_good_answers_only(string figure, int? low)
    {
        var run = HalfFailed(Run(isGood: true));
        var most = run.Measured.Steps.Sum(step => step.Requests) / run.Measured.DurationSeconds;
        var plan = Over("connections", 1, 1) with { Goals = [Goal(FormattableString.Invariant($"{figure} > {0.75 * most:0}/s"))] };

        var found = (await RunAsync(plan, _ => run)).Findings.Single();

        found.Low.ShouldBe(low);
    }

    [Fact]
    public async Task The_interval_of_a_rate_is_never_negative()
    {
        var result = await RunAsync(Over("connections", 1, 1), _ => Run(isGood: true, rate: _launches % 3 == 0 ? 10_000 : 300));

        foreach (var objective in result.Points.Select(point => point.Objective!))
        {
            objective.Low!.Value.ShouldBeGreaterThan(0);
            objective.High!.Value.ShouldBeGreaterThan(objective.Value);
        }
    }

    [Theory]
    [InlineData("sweep: { over: conections, range: 1..5, goal: 'p99 < 1s' }", "'conections' cannot be varied")]
    [InlineData("sweep: { over: connections, goal: 'p99 < 1s' }", "a sweep needs a range")]
    [InlineData("sweep: { rate: 1..5 }", "a sweep must say what to find")]
    [InlineData("sweep: { rate: 1..5, goal: 'p99 < 1' }", "'1' is not a limit for p99")]
    [InlineData("sweep: { over: env.A, values: [1], find: best }", "best needs a list of values to try")]
    [InlineData("sweep: { over: env.A, values: [1, x], find: best }", "'x' is not a number")]
    [InlineData("sweep: { over: connections, range: 1..5, find: capacity }", "capacity is searched over rates")]
    public void What_is_wrong_in_a_file_is_said_with_its_remedy(string text, string problem)
    {
        var file = $"subject: {{ project: . }}\nvariants: {{ a: {{}} }}\nload: {{ url: /x }}\ncompare: {{ baseline: a }}\n{text}\n";

        var fault = Should.Throw<Dyno.Results.UserFault>(() => ExperimentReader.ReadText(file, "x.yaml", Path.GetTempPath(), new ExperimentOverrides()));

        fault.ToString().ShouldContain(problem);
    }

    private static ImmutableArray<SweepConditions> Goals { get; } = [Goal("dropped == 0")];

    private static SweepConditions Goal(string condition) =>
        ThresholdParser.TryParse(condition, out var threshold, out var error) ? new SweepConditions([threshold]) : throw new ArgumentException(error);

    private static SweepPlan Over(string what, double from, double to) =>
        new() { Over = SweepDimension.Read(what)!, From = from, To = to, Find = SweepGoal.Goal, Goals = Goals };

    private async Task<SweepResult> RunAsync(SweepPlan sweep, Func<double, RunResult> run, string headline = "rate")
    {
        var plan = new ExperimentPlan
        {
            Name = "x",
            Source = "x",
            BaseDirectory = "/",
            Variants = [new VariantPlan { Name = "a", Load = "/", Subject = new() }],
            Rounds = 1,
            WarmUp = new(),
            Compare = new() { Baseline = "a", Headline = headline },
            Seed = 7,
            Sweep = sweep,
        };
        using var folder = ExperimentFolder.Create(null, "id", plan);
        var listener = new Silent();
        var trials = new SweepTrials(plan, new Made(variant =>
        {
            _launches++;
            var value = sweep.Over.Kind switch
            {
                SweepKind.Setting => double.Parse(variant.Subject.Environment[sweep.Over.Name], CultureInfo.InvariantCulture),
                SweepKind.LoadSetting => double.Parse(variant.Shape.Environment[sweep.Over.Name], CultureInfo.InvariantCulture),
                SweepKind.Streams => variant.Shape.Streams!.Value,
                _ => variant.Shape.Connections!.Value,
            };
            return run(value);
        }), listener, new RunSignals(), folder);
        return await new Sweep(plan, trials, listener).RunAsync();
    }

    private static RunResult Run(bool isGood, double rate = 1_000, int dropped = 0)
    {
        var run = Reporting.Tests.SampleRuns.Open();
        return run with
        {
            Health = new HealthRecord { State = HealthState.Healthy, Findings = [] },
            Outcome = RunOutcome.Completed,
            WarmUp = null,
            Measured = run.Measured with
            {
                Series = [],
                Totals = run.Measured.Totals with
                {
                    RequestsPerSecond = rate,
                    DroppedIterations = isGood ? dropped : 100,
                    FailedRequests = 0,
                    PlannedStarts = 10_000,
                },
            },
        };
    }

    private static SweepPlan Trying(string find) => find == "goal" ? Over("connections", 1, 500)
        : Over("connections", 10, 100) with { Find = SweepGoal.Best, Values = [10, 50, 100] };

    private static RunResult Void() => Run(isGood: true) with
    {
        Health = new HealthRecord { State = HealthState.Void, Findings = [new HealthFinding { Rule = "stalls", State = HealthState.Void, Message = "it stood still" }] },
    };

    private static RunResult WithReady(double seconds)
    {
        var run = Run(isGood: true);
        return run with { Subject = run.Subject! with { TimeToReadySeconds = seconds } };
    }

    private static RunResult HalfFailed(RunResult run) => run with
    {
        Measured = run.Measured with
        {
            Totals = run.Measured.Totals with { FailedRequests = run.Measured.Totals.Requests / 2 },
            Steps = [.. run.Measured.Steps.Select(step => step with { FailedRequests = step.Requests / 2 })],
        },
    };

    private sealed class Made(Func<VariantPlan, RunResult> run) : ITrialRunner
    {
        public Task<RunResult> RunAsync(VariantPlan variant, int round, RunSignals signals) => Task.FromResult(run(variant));
    }

    private sealed class Silent : IExperimentListener
    {
        public void OnStage(string text) { }

        public void OnWarning(string text) { }

        public void OnTrial(VariantPlan variant, int round, int before) { }

        public void OnTrialEnded(TrialRecord trial) { }
    }
}
