namespace Dyno.Experiments.Tests;

public sealed class ClaimJudgeTests
{
    private static readonly StudyExperiment Main = new("main", "experiment.yaml");
    private static readonly Claim Faster = new()
    {
        Id = "b-faster",
        Says = "b is faster",
        ArticleValue = "× 1.1",
        Measure = new RatioMeasure(Main, "b", "a", "rate", "", ""),
        Condition = Condition.Parse("1.05.."),
    };

    [Fact]
    public void A_claim_holds_when_the_whole_interval_meets_its_condition()
    {
        var judged = ClaimJudge.Judge(Faster, Trials.Comparison(rounds: 6, factor: 1.10));
        judged.Outcome.ShouldBe(ClaimOutcome.Holds);
        judged.Measured.ShouldBe("× 1.1");
        judged.Interval.ShouldBe("× 1.1 to × 1.1");
        judged.Condition.ShouldBe("1.05..");
    }

    [Fact]
    public void It_does_not_hold_when_the_whole_interval_lies_outside() =>
        ClaimJudge.Judge(Faster, Trials.Comparison(rounds: 6, factor: 1.01)).Outcome.ShouldBe(ClaimOutcome.DoesNotHold);

    [Fact]
    public void It_cannot_be_judged_when_the_interval_crosses_the_end_and_says_after_how_many_rounds()
    {
        var noisy = Trials.Comparison(rounds: 6, factor: 1.05);
        noisy = noisy with
        {
            Trials = [.. noisy.Trials.Select(t => t.Variant == "a" ? t
                : t with { Metrics = t.Metrics.SetItem("rate", t.Metrics["rate"] * (t.Round % 2 == 0 ? 1.04 : 0.96)) })],
        };
        var judged = ClaimJudge.Judge(Faster, noisy);
        judged.Outcome.ShouldBe(ClaimOutcome.CannotBeJudged);
        judged.Why.ShouldBe("6 rounds leave the interval across the end of 1.05..");
    }

    [Theory]
    [InlineData(1, "one round gives no interval: run more rounds")]
    [InlineData(0, "no round measured rate of a and b")]
    public void Too_few_rounds_judge_nothing(int rounds, string why)
    {
        var judged = ClaimJudge.Judge(Faster, Trials.Comparison(rounds, factor: 1.10));
        judged.Outcome.ShouldBe(ClaimOutcome.CannotBeJudged);
        judged.Why.ShouldBe(why);
    }

    [Theory]
    [InlineData(0, 6, ClaimOutcome.Holds, "× 0")] // a wait that no longer happens is not a figure that is missing
    [InlineData(0, 1, ClaimOutcome.CannotBeJudged, "× 1")] // nor is it left out of the others
    [InlineData(4, 6, ClaimOutcome.DoesNotHold, "× 4")]
    public void A_round_in_which_the_variant_has_nothing_counts(double waits, int rounds, ClaimOutcome outcome, string measured)
    {
        var judged = ClaimJudge.Judge(Waits, Waiting((variant, round) => variant == "a" ? 1 : round <= rounds ? waits : 1));
        judged.Outcome.ShouldBe(outcome);
        judged.Measured.ShouldBe(measured);
    }

    [Fact]
    public void A_ratio_to_nothing_is_not_judged_and_says_why()
    {
        var judged = ClaimJudge.Judge(Waits, Waiting((variant, round) => variant == "a" && round == 2 ? 0 : 1));
        judged.Outcome.ShouldBe(ClaimOutcome.CannotBeJudged);
        judged.Why.ShouldBe("server.lockContentionsPerRequest is 0 in a round that it is compared with, and nothing can be divided by it");
    }

    private static Claim Waits => Faster with
    {
        Measure = new RatioMeasure(Main, "b", "a", "server.lockContentionsPerRequest", "", ""),
        Condition = Condition.Parse("..0.3"),
    };

    private static Comparison Waiting(Func<string, int, double> of)
    {
        var comparison = Trials.Comparison(6, factor: 1);
        return comparison with
        {
            Trials = [.. comparison.Trials.Select(t => t with { Metrics = t.Metrics.SetItem("server.lockContentionsPerRequest", of(t.Variant, t.Round)) })],
        };
    }

    [Fact]
    public void A_void_experiment_judges_nothing()
    {
        var judged = ClaimJudge.Judge(Faster, Trials.Comparison(6, 1.10, HealthState.Void));
        judged.Outcome.ShouldBe(ClaimOutcome.CannotBeJudged);
        judged.Why.ShouldBe("the experiment is void: too many spoiled rounds");
    }

    [Fact]
    public void A_figure_is_said_in_its_unit_and_judged_in_it()
    {
        var half = Faster with { Measure = new FigureMeasure(Main, "b", "p50", ""), Condition = Condition.Parse("400ms..600ms") };
        var judged = ClaimJudge.Judge(half, Trials.Comparison(6, 1));
        judged.Outcome.ShouldBe(ClaimOutcome.Holds);
        judged.Measured.ShouldBe("500 ms");
    }

    [Fact]
    public void A_quotient_compares_two_metrics_of_the_same_trials()
    {
        var client = Faster with
        {
            Measure = new QuotientMeasure(Main, "a", "generator.cpuPerRequest", "server.cpuPerRequest", ""),
            Condition = Condition.Parse("1.."),
        };
        var judged = ClaimJudge.Judge(client, Trials.Comparison(6, 1));
        judged.Outcome.ShouldBe(ClaimOutcome.Holds);
        judged.Measured.ShouldBe("× 1.2");
    }

    [Fact]
    public void A_difference_is_what_one_more_costs()
    {
        var few = Trials.Comparison(6, 1);
        var sets = few with
        {
            Trials = [.. few.Trials.Select(t => t with { Metrics = t.Metrics.SetItem("server.workingSet", (t.Variant == "b" ? 140 : 100) * 1_048_576.0 + t.Round * 1000) })],
        };
        var each = Faster with { Measure = new DifferenceMeasure(Main, "b", "a", "server.workingSet", 1000, ""), Condition = Condition.Parse("30KiB..50KiB") };
        var judged = ClaimJudge.Judge(each, sets);
        judged.Outcome.ShouldBe(ClaimOutcome.Holds);
        judged.Measured.ShouldBe("41.0 KiB");
        ClaimJudge.Judge(each with { Measure = new DifferenceMeasure(Main, "a", "b", "server.workingSet", 1000, "") }, sets).Measured.ShouldBe("−41.0 KiB");
    }

    [Fact]
    public void Growth_compares_the_gap_of_one_cell_with_that_of_another()
    {
        var small = Trials.Comparison(6, 1.10);
        var large = Trials.Comparison(6, 1.32).Trials.Select(t => t with { Cell = "path=/large" });
        var both = small with { Trials = [.. small.Trials.Select(t => t with { Cell = "path=/small" }), .. large] };
        var grows = Faster with { Measure = new GrowthMeasure(Main, "b", "a", "rate", "path=/large", "path=/small"), Condition = Condition.Parse("1.1..") };
        var judged = ClaimJudge.Judge(grows, both);
        judged.Outcome.ShouldBe(ClaimOutcome.Holds);
        judged.Measured.ShouldBe("× 1.2");
        ClaimJudge.Judge(grows with { Measure = new GrowthMeasure(Main, "b", "a", "rate", "path=/small", "path=/large") }, both)
            .Outcome.ShouldBe(ClaimOutcome.DoesNotHold);
    }

    /// <summary>In duets a ratio is that of the slices: a slice in which the machine stood still moves the sums, and no claim.</summary>
    [Fact]
    public void Growth_in_duets_is_that_of_the_ratios_of_slices()
    {
        var grows = Faster with { Measure = new GrowthMeasure(Main, "b", "a", "rate", "path=/large", "path=/small"), Condition = Condition.Parse("1.1..") };
        var duets = Trials.Comparison(6, 1) with { Trials = [.. Cell("path=/small", 1.10), .. Cell("path=/large", 1.32)] };
        var judged = ClaimJudge.Judge(grows, duets);
        judged.Outcome.ShouldBe(ClaimOutcome.Holds);
        judged.Measured.ShouldBe("× 1.2");
        judged.Interval.ShouldBe("× 1.2 to × 1.2");

        static IEnumerable<TrialRecord> Cell(string cell, double factor) => Trials.Comparison(6, factor).Trials.Select(t =>
        {
            double[] slices = [.. Enumerable.Range(0, 8).Select(block => (t.Variant == "b" ? factor : 1) * (block == t.Round && t.Variant == "b" ? 0.05 : 1))];
            return t with { Cell = cell, Metrics = t.Metrics.SetItem("rate", 1000 * slices.Average()), Duet = SliceRatioTests.Of(slices) };
        });
    }

    [Fact]
    public void What_never_happens_is_refuted_by_one_round_with_it()
    {
        var clean = Trials.Comparison(6, 1);
        clean = clean with { Trials = [.. clean.Trials.Select(t => t with { Metrics = t.Metrics.SetItem("errors", 0) })] };
        var once = clean with { Trials = [.. clean.Trials.Select(t => t.Round == 5 ? t with { Metrics = t.Metrics.SetItem("errors", 0.004) } : t)] };
        var never = Faster with { Measure = new FigureMeasure(Main, "b", "errors", ""), Condition = Condition.Parse("..0") };
        ClaimJudge.Judge(never, clean).Outcome.ShouldBe(ClaimOutcome.Holds);
        var judged = ClaimJudge.Judge(never, once);
        judged.Outcome.ShouldBe(ClaimOutcome.DoesNotHold);
        judged.Why.ShouldBe("not so in 1 of 6 rounds");
    }

    [Fact]
    public void A_repetition_is_the_later_half_of_the_rounds_against_the_earlier_one()
    {
        var rounds = Trials.Comparison(6, 1);
        var drifted = rounds with
        {
            Trials = [.. rounds.Trials.Select(t => t with { Metrics = t.Metrics.SetItem("rate", 1000 * (t.Round <= 3 ? 1 : 1.05) + t.Round % 3) })],
        };
        var agrees = Faster with { Measure = new RepetitionMeasure(Main, "a", "rate", ""), Condition = Condition.Parse("0.99..1.01") };
        ClaimJudge.Judge(agrees, rounds).Outcome.ShouldBe(ClaimOutcome.Holds);
        var judged = ClaimJudge.Judge(agrees, drifted);
        judged.Outcome.ShouldBe(ClaimOutcome.DoesNotHold);
        judged.Measured.ShouldBe("× 1.05");
    }

    [Theory]
    [InlineData("rate", "× 0.8")]
    [InlineData("server.connections", "× 1.25")]
    public void Of_several_baselines_the_best_one_counts(string best, string measured)
    {
        var rounds = Trials.Comparison(6, 1);
        rounds = rounds with
        {
            Trials = [.. rounds.Trials.Where(t => t.Variant == "a").SelectMany(t => new[] { ("a", 800.0, 3.0), ("slow", 640, 1), ("fast", 1000, 9) }
            .Select(v => t with { Variant = v.Item1, Metrics = t.Metrics.SetItem("rate", v.Item2 + t.Round % 2).SetItem("server.connections", v.Item3) }))]
        };
        var measure = new RatioMeasure(Main, "a", "slow", "rate", "", "") { Rivals = ["fast"], BestBy = best };

        ClaimJudge.Judge(Faster with { Measure = measure, Condition = Condition.Parse("0.5..2") }, rounds).Measured.ShouldBe(measured);
        measure.Needs.Select(n => n.Variant).ShouldBe(["slow", "fast", "a"]);
    }

    [Theory]
    [InlineData(null, ClaimOutcome.Holds, "200")]
    [InlineData("p99 < 20ms", ClaimOutcome.Holds, "200")]
    [InlineData("p99 < 5ms", ClaimOutcome.CannotBeJudged, "")]
    public void Of_several_goals_of_a_search_a_claim_names_its_own(string? goal, ClaimOutcome outcome, string measured)
    {
        var found = Trials.Comparison(0, 1) with
        {
            Sweep = new SweepResult
            {
                Find = "best",
                Over = "load.CALLERS",
                From = 1,
                To = 5000,
                Points = [],
                Findings =
                [
                    new SweepFinding { Variant = "b", Goal = "p99 < 20ms", Low = 200, High = 200, Confirmed = 3, Sentence = "" },
                    new SweepFinding { Variant = "b", Goal = "p99 < 5ms", Sentence = "the goal cannot be met here" },
                ],
            },
        };
        var judged = ClaimJudge.Judge(Faster with { Measure = new SearchMeasure(Main, "b", "") { Goal = goal }, Condition = Condition.Parse("100..400") }, found);

        judged.Outcome.ShouldBe(outcome);
        judged.Measured.ShouldBe(measured);
        if (outcome == ClaimOutcome.CannotBeJudged) judged.Why.ShouldStartWith("the goal cannot be met here");
    }

    [Theory]
    [InlineData(8.0, 9.0, "..50", ClaimOutcome.Holds, "8.49/s", "8.00/s to 9.00/s")]
    [InlineData(48.0, 53.0, "..50", ClaimOutcome.CannotBeJudged, "50.4/s", "48.0/s to 53.0/s")]
    [InlineData(120.0, null, "100..", ClaimOutcome.Holds, "120/s and more", "")]
    [InlineData(120.0, null, "..50", ClaimOutcome.DoesNotHold, "120/s and more", "")]
    [InlineData(null, 3.0, "..50", ClaimOutcome.Holds, "less than 3.00/s", "")]
    public void What_a_search_found_lies_between_two_measured_rates(
        double? low, double? high, string condition, ClaimOutcome outcome, string measured, string interval)
    {
        var found = Trials.Comparison(0, 1) with
        {
            Sweep = new SweepResult
            {
                Find = "parity",
                From = 3,
                To = 120,
                Points = [],
                Findings = [new SweepFinding { Variant = "b", Low = low, High = high, Sentence = "" }],
            },
        };
        var judged = ClaimJudge.Judge(Faster with { Measure = new SearchMeasure(Main, "b", ""), Condition = Condition.Parse(condition) }, found);
        judged.Outcome.ShouldBe(outcome);
        judged.Measured.ShouldBe(measured);
        judged.Interval.ShouldBe(interval);
    }

    [Theory]
    [InlineData(0, ClaimOutcome.Holds)]
    [InlineData(7, ClaimOutcome.DoesNotHold)]
    public void A_figure_that_may_be_zero_is_judged_without_logarithms(double errors, ClaimOutcome outcome)
    {
        var result = Trials.Comparison(6, 1);
        result = result with { Trials = [.. result.Trials.Select(t => t with { Metrics = t.Metrics.SetItem("errors", errors) })] };
        var none = Faster with { Measure = new FigureMeasure(Main, "a", "errors", ""), Condition = Condition.Parse("..0") };
        ClaimJudge.Judge(none, result).Outcome.ShouldBe(outcome);
    }

    [Fact]
    public void No_interval_of_a_figure_that_cannot_be_negative_is_below_zero()
    {
        var result = Trials.Comparison(2, 1);
        result = result with { Trials = [.. result.Trials.Select(t => t with { Metrics = t.Metrics.SetItem("errors", t.Round == 1 ? 0 : 7) })] };
        var none = Faster with { Measure = new FigureMeasure(Main, "a", "errors", ""), Condition = Condition.Parse("..0") };
        ClaimJudge.Judge(none, result).Interval.ShouldStartWith("0 to ");
    }

    [Fact]
    public void No_interval_of_a_share_is_above_one()
    {
        var result = Trials.Comparison(2, 1);
        result = result with { Trials = [.. result.Trials.Select(t => t with { Metrics = t.Metrics.SetItem("figure.lost.share", t.Round == 1 ? 0.5 : 1) })] };
        var none = Faster with { Measure = new FigureMeasure(Main, "a", "figure.lost.share", ""), Condition = Condition.Parse("..0") };
        ClaimJudge.Judge(none, result).Interval.ShouldBe("0 % to 100 %");
    }

    [Fact]
    public void Without_a_result_a_claim_was_not_run_or_says_what_is_missing()
    {
        ClaimJudge.Judge(Faster, null).Outcome.ShouldBe(ClaimOutcome.NotRun);
        var missing = ClaimJudge.Judge(Faster, null, "PostgreSQL is not installed");
        missing.Outcome.ShouldBe(ClaimOutcome.CannotBeJudged);
        missing.Why.ShouldBe("PostgreSQL is not installed");
    }
}
