namespace Dyno.Experiments.Tests;

/// <summary>Slices against a load without pauses of the same launches.</summary>
public sealed class ContinuousCheckTests
{
    private static readonly ComparePlan Compare = new() { Baseline = "a", Headline = "rate", JudgeByDefault = ["server.cpuPerRequest"] };
    private static readonly (string Name, string Cell)[] Variants = [("a", ""), (Judgement.ControlName, ""), ("b", "")];

    [Fact]
    public void A_program_that_refills_in_the_pauses_has_no_verdict()
    {
        var (pairs, health) = Judged(sliced: 1, without: 0.7);

        var pair = pairs.Single(p => p.Variant == "b");
        pair.Verdict.ShouldBe("void");
        pair.Sentence.ShouldMatch(@"^b against a: void, because one of them behaves differently without pauses: in slices .* under a load without pauses (29|30|31) % slower\. Compare with --sequential, which loads each launch without pauses\.$");
        health.State.ShouldBe(HealthState.Void);
        health.Findings.ShouldContain(f => f.Rule == "pauses-matter" && f.Message.Contains("--sequential"));
    }

    [Theory, InlineData(0.2, true), InlineData(4, false)]
    public void A_short_warm_up_is_named_first(double seconds, bool isNamed) =>
        Judgement.Of(Compare, Variants, [.. Trials(8, 1, 0.7, 0.002).Select(t => t with { WarmUpSeconds = seconds })], isVoid: false).Health
            .Findings.Single(f => f.Rule == "pauses-matter").Message.Contains("set a longer one first, such as warmup: { minimum: 4s }").ShouldBe(isNamed);

    [Fact]
    public void A_program_that_is_as_quick_without_pauses_keeps_its_verdict()
    {
        var (pairs, health) = Judged(sliced: 0.9, without: 0.9);

        pairs.Single(p => p.Variant == "b").Verdict.ShouldBe("slower");
        health.Findings.ShouldNotContain(f => f.Rule == "pauses-matter");
    }

    [Fact]
    public void Noise_of_the_load_without_pauses_contradicts_nothing()
    {
        var voids = Enumerable.Range(0, 200).Count(seed => Judged(sliced: 1, without: 1, noise: 0.05, seed: seed).Pairs.Single(p => p.Variant == "b").Verdict == "void");
        voids.ShouldBeLessThanOrEqualTo(2);
    }

    [Fact]
    public void A_program_that_works_in_the_pauses_has_a_verdict_only_where_the_load_without_pauses_confirms_it()
    {
        Judged(sliced: 1.25, without: 1.25, idle: 0.3).Pairs.Single(p => p.Variant == "b").Verdict.ShouldBe("faster");
        Judged(sliced: 1.25, without: 0.95, idle: 0.3).Pairs.Single(p => p.Variant == "b").Verdict.ShouldBe("void");

        var unconfirmed = Judged(sliced: 1.25, without: null, idle: 0.3).Pairs.Single(p => p.Variant == "b");
        unconfirmed.Verdict.ShouldBe("void");
        unconfirmed.Sentence.ShouldStartWith("b against a: void, because one of them works while the others are loaded");
    }

    [Fact]
    public void With_too_few_rounds_for_a_verdict_none_is_withheld()
    {
        var (pairs, health) = Judgement.Of(Compare, Variants, [.. Trials(2, 1, null, 0.01, idle: 0.4)], isVoid: false);
        pairs.Single(p => p.Variant == "b").Verdict.ShouldBe("notJudged");
        health.Findings.ShouldNotContain(f => f.Rule == "pauses-matter");
    }

    [Fact]
    public void Three_rounds_have_it_and_more_where_three_leave_it_open()
    {
        ContinuousCheck.WantsMore(Compare, Plans, []).ShouldBeTrue();
        ContinuousCheck.WantsMore(Compare, Plans, [.. Trials(2, 1, 1, 0.002)]).ShouldBeTrue();
        ContinuousCheck.WantsMore(Compare, Plans, [.. Trials(3, 1, 1, 0.002)]).ShouldBeFalse();
        ContinuousCheck.WantsMore(Compare, Plans, [.. Trials(3, 1, 0.85, 0.08)]).ShouldBeTrue("a contradiction that three rounds do not prove");
    }

    private static ImmutableArray<VariantPlan> Plans =>
        [.. Variants.Select(v => new VariantPlan { Name = v.Name, Load = "/", Subject = new() { Command = ["x"] } })];

    private static (ImmutableArray<PairResult> Pairs, HealthRecord Health) Judged(
        double sliced, double? without, double noise = 0.01, double idle = 0, int seed = 1) =>
        Judgement.Of(Compare, Variants, [.. Trials(8, sliced, without, noise, idle, seed)], isVoid: false);

    private static IEnumerable<TrialRecord> Trials(int rounds, double sliced, double? without, double noise, double idle = 0, int seed = 1)
    {
        var random = new Random(seed);
        for (var round = 1; round <= rounds; round++)
            foreach (var (name, _) in Variants)
            {
                var launch = 1 + 0.01 * (random.NextDouble() - 0.5);
                double? alone = name == "b" ? without : 1;
                yield return new TrialRecord
                {
                    Round = round,
                    Variant = name,
                    Outcome = TrialOutcome.Used,
                    Metrics = ImmutableSortedDictionary<string, double>.Empty.Add("rate", 1000).Add("server.cpuPerRequest", 100),
                    Duet = new DuetRecord
                    {
                        SliceSeconds = 0.1,
                        Variants = 3,
                        IdleCpuShare = name == "b" ? idle : 0,
                        Slices = [.. Enumerable.Range(0, 10).Select(block => SliceOf(block, launch * (name == "b" ? sliced : 1)))],
                        Continuous = round > 3 || alone is not { } factor ? null : Of(launch * factor * (1 + noise * 3.46 * (random.NextDouble() - 0.5))),
                    },
                };
            }
    }

    private static SliceResult SliceOf(int block, double factor) => new()
    {
        Block = block,
        Seconds = block,
        Length = 0.1,
        Counted = 100 * factor,
        Requests = (long)Math.Round(100 * factor),
        Failed = 0,
        CpuMicros = 100 * Math.Round(100 * factor),
    };

    private static ContinuousLoad Of(double factor) =>
        new() { Length = 1, Counted = 1000 * factor, Requests = 1500, Failed = 0, CpuMicros = 150_000 };
}
