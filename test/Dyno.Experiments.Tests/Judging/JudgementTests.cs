namespace Dyno.Experiments.Tests;

public sealed class JudgementTests
{
    private static readonly ComparePlan Compare = new() { Baseline = "a", Headline = "rate", Metrics = ["p99", "errors"] };
    private static readonly (string, string)[] Variants = [("a", ""), ("control", ""), ("b", "")];

    [Fact]
    public void Calls_a_tenth_more_faster_and_names_the_figures()
    {
        var (pairs, health) = Judgement.Of(Compare, Variants, Trials(10, bFactor: 1.10), isVoid: false);

        health.State.ShouldBe(HealthState.Healthy);
        pairs[0].IsControl.ShouldBeTrue();
        var pair = pairs[1];
        pair.Verdict.ShouldBe("faster");
        pair.Sentence.ShouldMatch(@"^b is (9\.\d|10) % faster than a \((9\.\d|10) to 10 %\), surely by more than 2\.0 %\.$");
        pair.Outlook!.ShouldMatch(@"^Smallest detectable change: 2\.\d %");
        pair.Metrics[0].Metric.ShouldBe("rate");
        pair.Metrics.Single(m => m.Metric == "errors").Difference.ShouldBe(0);
    }

    [Fact]
    public void Calls_the_same_program_the_same() =>
        Judgement.Of(Compare, Variants, Trials(10, bFactor: 1.0), isVoid: false).Pairs[1].Verdict.ShouldBe("same");

    /// <summary>The release is no baseline: it is asked about nothing, and makes the verdict against the parent no stricter.</summary>
    [Fact]
    public void A_yardstick_is_measured_and_leaves_the_verdict_against_the_baseline_as_it_is()
    {
        var trials = Trials(10, bFactor: 0.95);
        var release = trials.Where(t => t.Variant == "a").Select(t => Scaled(t, 1.5) with { Variant = "v1" });
        var alone = Judgement.Of(Compare, Variants, trials, isVoid: false).Pairs;
        var beside = Judgement.Of(Compare with { Yardstick = "v1" }, [.. Variants, ("v1", "")], [.. trials, .. release], isVoid: false).Pairs;

        beside[1].Sentence.ShouldBe(alone[1].Sentence);
        beside[1].Metrics.Select(m => (m.Metric, m.Low, m.High, m.Level)).ShouldBe(alone[1].Metrics.Select(m => (m.Metric, m.Low, m.High, m.Level)));
        beside.Select(p => (p.Baseline, p.Variant, p.IsYardstick, p.IsAsked)).ShouldBe(
            [("a", "control", false, false), ("a", "b", false, true), ("v1", "b", true, false)]);
        beside[2].Verdict.ShouldBe("slower");
        beside[2].Metrics[0].Ratio!.Value.ShouldBe(0.95 / 1.5, 0.02);
    }

    [Fact]
    public void One_disturbed_launch_of_the_control_blocks_nothing()
    {
        var disturbed = Trials(10, bFactor: 1.10).Select(t => t is { Variant: "control", Round: 4 } ? Scaled(t, 0.2) : t).ToList();
        Judgement.Of(Compare, Variants, disturbed, isVoid: false).Pairs[1].Verdict.ShouldBe("faster");
    }

    [Fact]
    public void A_variant_that_fails_fast_is_never_called_faster()
    {
        var failing = Trials(10, bFactor: 1.5).Select(t => t with { Metrics = t.Metrics.Add("failedShare", t.Variant == "b" ? 0.2 : 0) }).ToList();
        var pair = Judgement.Of(Compare, Variants, failing, isVoid: false).Pairs[1];

        pair.Verdict.ShouldBe("unclear");
        pair.Failures.ShouldBe("b fails more often than a: 20 % of its requests against 0.00 %.");
        pair.Sentence.ShouldEndWith(pair.Failures!);
        pair.Outlook!.ShouldMatch(@"^Smallest detectable change: 2\.\d %\.$", "no number of rounds makes clearer what fails");
        pair.FurtherRounds.ShouldBeNull();
    }

    [Fact]
    public void An_open_question_says_what_would_settle_it_and_what_would_have_been_seen()
    {
        var pair = Judgement.Of(Compare, Variants, Trials(6, bFactor: 1.012, noise: 0.06), isVoid: false, minutesPerRound: 0.5).Pairs[1];

        pair.Verdict.ShouldBe("unclear");
        pair.Outlook!.ShouldMatch(@"would likely decide\. Smallest detectable change: \d\.\d %; to be sure of any difference of 1 % takes about \d+ min in all\.$");
        pair.SmallestVisible!.Value.ShouldBeInRange(0.02, 0.09);
        pair.MinutesForOnePercent!.Value.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Too_few_rounds_for_a_verdict_say_what_it_would_have_seen()
    {
        var pair = Judgement.Of(Compare, Variants, Trials(3, bFactor: 1.10), isVoid: false, minutesPerRound: 2).Pairs[1];

        pair.Verdict.ShouldBe("notJudged");
        pair.Outlook!.ShouldMatch(@"^Smallest detectable change with a verdict: \d(\.\d)? %; to be sure of any difference of 1 % takes about \d+ min in all\.$");
        Judgement.Of(Compare, Variants, Trials(1, bFactor: 1.10), isVoid: false, minutesPerRound: 2).Pairs[1].Outlook.ShouldBeNull();
    }

    [Fact]
    public void A_metric_that_can_be_zero_says_it_in_its_own_unit()
    {
        var compare = Compare with { Judge = ["server.exceptionsPerRequest"] };
        var trials = Trials(3, bFactor: 1).Select(t => t with { Metrics = t.Metrics.Add("server.exceptionsPerRequest", 0) }).ToList();
        var judged = Judgement.Of(compare, Variants, trials, isVoid: false).Pairs[1].Judged.Single();

        judged.Verdict.ShouldBe("same");
        judged.Outlook.ShouldBe("Smallest detectable change: 0.001 exceptions per request.");
    }

    [Fact]
    public void A_slower_variant_that_fails_is_slower_all_the_same()
    {
        var failing = Trials(10, bFactor: 0.5).Select(t => t with { Metrics = t.Metrics.Add("failedShare", t.Variant == "b" ? 0.2 : 0) }).ToList();
        Judgement.Of(Compare, Variants, failing, isVoid: false).Pairs[1].Verdict.ShouldBe("slower");
    }

    [Theory]
    [InlineData(1, 1.10, "^b is 9.\\d % slower than a \\(.* %\\), surely by more than 2.0 %; server CPU per request \\+10 %\\.$")]
    [InlineData(1, 1, "^b is .* slower than a .*; server CPU per request is the same: it waits longer, it does not work more\\.$")]
    [InlineData(0, 1.10, "^b and a are the same within 2.0 %: .*; but server CPU per request \\+10 % \\(.* %\\), sure\\.$")]
    [InlineData(0, 1, "^b and a are the same within 2.0 %: .*; server CPU per request is the same, too\\.$")]
    public void One_sentence_says_whether_the_work_follows_the_pace(int slower, double work, string sentence)
    {
        var compare = Compare with { JudgeByDefault = ["server.cpuPerRequest"] };
        var random = new Random(3);
        var trials = Trials(10, bFactor: slower == 1 ? 0.91 : 1).Select(t => t with
        {
            Metrics = t.Metrics.Add("server.cpuPerRequest", 30 * (t.Variant == "b" ? work : 1) * (1 + 0.004 * random.NextDouble())),
        }).ToList();
        Judgement.Of(compare, Variants, trials, isVoid: false).Pairs[1].Sentence.ShouldMatch(sentence);
    }

    [Fact]
    public void What_is_judged_by_default_takes_no_share_of_the_error_where_it_was_not_measured()
    {
        var pair = Judgement.Of(Compare with { JudgeByDefault = ["server.cpuPerRequest"] }, Variants, Trials(10, bFactor: 1), isVoid: false).Pairs[1];
        pair.Judged.ShouldBeEmpty();
        pair.Metrics[0].Level.ShouldBe(0.95);
    }

    [Fact]
    public void The_control_is_a_second_baseline()
    {
        // The baseline's own launches are noisy, and the control's are not.
        var trials = Trials(10, bFactor: 0.97, noise: 0).Select(t => t.Variant == "a" ? Scaled(t, t.Round % 2 == 0 ? 1.02 : 0.98) : t).ToList();
        var both = Judgement.Of(Compare, Variants, trials, isVoid: false).Pairs[1].Metrics[0];
        var alone = Judgement.Of(Compare, [("a", ""), ("b", "")], [.. trials.Where(t => t.Variant != "control")], isVoid: false).Pairs[0].Metrics[0];
        (Math.Log(both.High!.Value / both.Low!.Value) / Math.Log(alone.High!.Value / alone.Low!.Value)).ShouldBe(0.5, 0.01);
    }

    [Fact]
    public void Allocations_that_fall_to_nothing_are_less_and_not_a_percentage()
    {
        var compare = Compare with { Judge = ["server.allocatedPerRequest"] };
        var trials = Trials(3, bFactor: 1).Select(t => t with { Metrics = t.Metrics.Add("server.allocatedPerRequest", t.Variant == "b" ? 0 : 2_400) }).ToList();
        var judged = Judgement.Of(compare, Variants, trials, isVoid: false).Pairs[1].Judged.Single();
        (judged.Verdict, judged.Sentence).ShouldBe(("faster", "b has less bytes allocated per request than a: none against 2,400, sure."));
    }

    [Fact]
    public void A_difference_is_slight_below_the_threshold_and_says_whether_it_may_be_more()
    {
        var pair = Judgement.Of(Compare, Variants, Trials(10, bFactor: 0.99, noise: 0.004), isVoid: false).Pairs[1];
        pair.Verdict.ShouldBe("slightlySlower");
        pair.Sentence.ShouldMatch(@"^b is slightly slower than a: \d\.\d+ % \(0\.\d+ to 1\.\d %\), surely by less than 2\.0 %\.$");
        var wide = Judgement.Of(Compare, Variants, Trials(10, bFactor: 0.987, noise: 0.03), isVoid: false).Pairs[1];
        wide.Sentence.ShouldMatch(@"^b is slightly slower than a: .*, sure, but perhaps by more than 2\.0 %\.$");
    }

    /// <summary>
    /// Bytes per request of six launches of one program, recorded on a machine with a load average of 8.6, drawn anew for 1,000 experiments
    /// of three rounds. As they were counted once, with the bytes of a second whose requests had not arrived, a fifth more is often unclear.
    /// </summary>
    [Theory]
    [InlineData(new double[] { 23_929, 23_927, 23_892, 23_914, 23_934, 23_933 }, 1.2, 1_000, 1_000)]
    [InlineData(new double[] { 23_929, 23_927, 23_892, 23_914, 23_934, 23_933 }, 1.03, 990, 1_000)]
    [InlineData(new double[] { 23_929, 23_927, 23_892, 23_914, 23_934, 23_933 }, 1, 0, 0)]
    [InlineData(new double[] { 23_938, 23_936, 23_901, 24_456, 25_250, 23_943, 26_900, 26_800, 23_940 }, 1.2, 0, 950)]
    public void A_fifth_more_allocated_bytes_are_found_in_three_rounds(double[] launches, double factor, int atLeast, int atMost)
    {
        var compare = Compare with { Judge = ["server.allocatedPerRequest"] };
        var random = new Random(51);
        var found = Enumerable.Range(0, 1_000).Count(_ =>
            Judgement.Of(compare, Variants, [.. Trials(VerdictRule.RoundsOfStructure, bFactor: 1).Select(t => t with
        {
            Metrics = t.Metrics.Add("server.allocatedPerRequest", launches[random.Next(launches.Length)] * (t.Variant == "b" ? factor : 1)),
        })], isVoid: false).Pairs[1].Judged.Single().Verdict == "slower");
        found.ShouldBeInRange(atLeast, atMost);
    }

    [Fact]
    public void Structure_is_judged_from_two_launches_beside_a_headline_that_is_not()
    {
        var compare = Compare with { Judge = ["server.allocatedPerRequest", "server.exceptionsPerRequest"] };
        var trials = Trials(2, bFactor: 1).Select(t => t with
        {
            Metrics = t.Metrics.Add("server.allocatedPerRequest", t.Variant == "b" ? 2_600 : 2_400).Add("server.exceptionsPerRequest", t.Variant == "b" ? 1 : 0),
        }).ToList();
        var pair = Judgement.Of(compare, Variants, trials, isVoid: false).Pairs[1];

        pair.Verdict.ShouldBe("notJudged");
        pair.Judged.Select(j => (j.Metric, j.Verdict)).ShouldBe([("server.allocatedPerRequest", "slower"), ("server.exceptionsPerRequest", "slower")]);
        pair.Judged[0].Sentence.ShouldBe("b has 8.3 % more bytes allocated per request than a (8.3 to 8.3 %), surely by more than 2.0 %.");
        pair.Judged[1].Sentence.ShouldBe("b has more exceptions per request than a: 1 against none, sure.");
    }

    [Fact]
    public void Several_judged_metrics_are_corrected_together_and_those_decided_leave_room_for_the_others()
    {
        var compare = Compare with { Judge = ["p99"] };
        var pair = Judgement.Of(compare, Variants, Trials(10, bFactor: 1.10), isVoid: false).Pairs[1];
        pair.Metrics[0].Level!.Value.ShouldBe(0.975, 1e-9);       // two open questions share 5 %

        var open = Trials(10, bFactor: 1.10)
            .Select(t => t with { Metrics = t.Metrics.SetItem("p99", t.Variant == "b" ? 2e6 * (t.Round % 2 == 0 ? 1.3 : 0.8) : 2e6) }).ToList();
        Judgement.Of(compare, Variants, open, isVoid: false).Pairs[1].Judged[0].Level.ShouldBe(0.95, 1e-9); // the rate is decided
    }

    [Fact]
    public void The_ratio_of_a_round_comes_from_the_slices_that_are_not_set_aside()
    {
        var trials = Trials(6, bFactor: 1).Select(t => t.Variant == "b"
            ? t with { Duet = Slices(1.10, disturbed: 3, aside: 3) } : t with { Duet = Slices(1, disturbed: -1, aside: 3) }).ToList();
        Judgement.Of(Compare, Variants, trials, isVoid: false).Pairs[1].Metrics[0].Ratio!.Value.ShouldBe(1.10, 0.002);
    }

    private static DuetRecord Slices(double factor, int disturbed, int aside = -1) => new()
    {
        SliceSeconds = 0.2,
        Variants = 3,
        Slices = [.. Enumerable.Range(0, 12).Select(block => new SliceResult
        {
            Block = block, Seconds = block, Length = 0.2, Failed = 0, IsSetAside = block == aside,
                Requests = (long)(6_000 * factor * (1 + 0.1 * Math.Sin(block)) * (block == disturbed ? 0.3 : 1)),
        })],
    };

    [Fact]
    public void Is_void_when_too_many_rounds_were_spoiled()
    {
        var (pairs, health) = Judgement.Of(Compare, Variants, Trials(10, bFactor: 1.5), isVoid: true);
        health.State.ShouldBe(HealthState.Void);
        pairs.ShouldAllBe(p => p.Verdict == "void");
    }

    [Fact]
    public void Is_void_when_a_variant_sent_no_request_unless_what_is_compared_needs_none()
    {
        var silent = Trials(10, 1.10).Select(t => t with { Metrics = ImmutableSortedDictionary<string, double>.Empty.Add("iterations", 5).Add("errors", 0) }).ToList();
        var (pairs, health) = Judgement.Of(Compare, Variants, silent, isVoid: false);

        health.State.ShouldBe(HealthState.Void);
        health.Findings.Single().Message.ShouldBe("nothing was measured: no run of a or b sent a request. Change the load to send requests; "
            + "a k6 script reads the address of the program from __ENV.BASE_URL.");
        pairs.ShouldAllBe(p => p.Verdict == "void");
        Judgement.Of(Compare with { Headline = "iterations" }, Variants, silent, isVoid: false).Health.State.ShouldBe(HealthState.Healthy);
    }

    [Fact]
    public void Metrics_of_a_script_have_an_interval_over_the_rounds_and_no_verdict()
    {
        const string Time = "script.checkout_time.avg";
        var trials = Trials(10, 1).Select(t => t with { Metrics = t.Metrics.Add(Time, (t.Variant == "b" ? 20 : 10) + (0.1 * t.Round)) }).ToList();
        var pair = Judgement.Of(Compare, Variants, trials, isVoid: false).Pairs[1];

        pair.Verdict.ShouldBe("same");
        var time = pair.Metrics.Single(m => m.Metric == Time);
        (time.Rounds, time.Level, time.Method).ShouldBe((10, 0.95, "signedRank"));
        time.Low!.Value.ShouldBeInRange(1.8, time.Ratio!.Value);
        time.High!.Value.ShouldBeInRange(time.Ratio.Value, 2);
    }

    /// <summary>A generator that stalls counts right: a void experiment has no verdict on time, and one on what each request allocates.</summary>
    [Fact]
    public void Work_that_was_counted_counts_in_void_rounds_too()
    {
        var compare = Compare with { Judge = ["server.allocatedPerRequest"] };
        var trials = Trials(2, bFactor: 1).Select(t => t with
        {
            Outcome = t.Variant == "a" ? TrialOutcome.Void : TrialOutcome.RoundRepeated,
            Metrics = t.Metrics.Add("server.allocatedPerRequest", t.Variant == "b" ? 2_880 : 2_400),
        }).ToList();
        var pair = Judgement.Of(compare, Variants, trials, isVoid: true).Pairs[1];

        pair.Verdict.ShouldBe("void");
        (pair.Judged.Single().Verdict, pair.Judged.Single().Sentence).ShouldBe(("slower", "b has 20 % more bytes allocated per request than a (20 to 20 %), surely by more than 2.0 %."));
    }

    [Fact]
    public void Does_not_count_trials_of_repeated_rounds()
    {
        var spoiled = Trials(10, 1.10).Select(t => t.Round == 3 ? t with { Outcome = TrialOutcome.RoundRepeated } : t).ToList();
        Judgement.Of(Compare, Variants, spoiled, isVoid: false).Pairs[1].Metrics[0].Rounds.ShouldBe(9);
    }

    [Fact]
    public void Strains_the_experiment_when_the_control_differs_from_the_baseline()
    {
        var drifting = Trials(10, 1.10).Select(t => t.Variant == "control" ? Scaled(t, 1.05) : t).ToList();
        var (_, health) = Judgement.Of(Compare, Variants, drifting, isVoid: false);
        health.Findings.Single().Rule.ShouldBe("control-differs");
    }

    [Fact]
    public void Compares_a_quantile_only_when_every_trial_has_it()
    {
        var withoutOne = Trials(10, 1.10).Select(t => t is { Round: 4, Variant: "b" } ? t with { Metrics = t.Metrics.Remove("p99") } : t).ToList();
        Judgement.Of(Compare, Variants, Trials(10, 1.10), isVoid: false).Pairs[1].Metrics.Single(m => m.Metric == "p99").Ratio.ShouldNotBeNull();

        var pair = Judgement.Of(Compare, Variants, withoutOne, isVoid: false).Pairs[1];
        pair.Metrics.Single(m => m.Metric == "p99").Ratio.ShouldBeNull();
        pair.Metrics[0].Rounds.ShouldBe(10);
        Judgement.Of(Compare with { Headline = "p99" }, Variants, withoutOne, isVoid: false).Pairs[1].Verdict.ShouldBe("notJudged");
    }

    private static TrialRecord Scaled(TrialRecord trial, double factor) =>
        trial with { Metrics = trial.Metrics.SetItem("rate", trial.Metrics["rate"] * factor) };

    private static List<TrialRecord> Trials(int rounds, double bFactor, double noise = 0.01) => [.. Launches(rounds, bFactor, noise)];

    private static IEnumerable<TrialRecord> Launches(int rounds, double bFactor, double noise)
    {
        var random = new Random(5);
        double Noise() => 1 + (random.NextDouble() - 0.5) * noise;
        for (var round = 1; round <= rounds; round++)
            foreach (var variant in new[] { "a", "control", "b" })
                yield return Trial(round, variant, 30_000 * (variant == "b" ? bFactor : 1) * Noise());
    }

    private static TrialRecord Trial(int round, string variant, double rate) => new()
    {
        Round = round,
        Variant = variant,
        Outcome = TrialOutcome.Used,
        Metrics = ImmutableSortedDictionary<string, double>.Empty.Add("rate", rate).Add("p99", 2e6).Add("errors", 0),
    };
}
