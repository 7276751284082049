namespace Dyno.Experiments.Tests;

/// <summary>What the profile of a pair says of the program's own code, as a judged metric.</summary>
public sealed class OwnCodeVerdictTests
{
    private static readonly ProfileRow Row = new()
    {
        Method = "OrderRules.PostcodeLooksRight",
        File = "src/Rules.cs",
        Line = 41,
        Revision = "changed",
        Before = 0.5,
        Difference = 1.1,
        Low = 0.8,
        High = 1.4,
        IsSure = true,
    };

    private static readonly ProfileRecord Profile = new()
    {
        Baseline = "main",
        Variant = "HEAD",
        Sentence = "",
        Sampler = "perf",
        Bias = "",
        Launches = 4,
        Samples = 24_000,
        BeforeMicros = 110,
        OwnMicros = 1.1,
        OwnNoise = 0.3,
        MostMoreMicros = 1.6,
        MostLessMicros = 0.7,
        SeenMicros = 0.6,
        SeenInLargestMicros = 2.3,
        Rows = [Row],
    };

    private static readonly ProfileRecord Even = Profile with { OwnMicros = 0, OwnNoise = null, MostMoreMicros = 0.9, MostLessMicros = 0.8, Rows = [] };

    [Fact]
    public void A_method_that_costs_more_for_certain_is_a_verdict_although_the_rate_is_unclear()
    {
        var (verdict, metric) = Judged(Profile);

        verdict.Verdict.ShouldBe("slower");
        verdict.Sentence.ShouldBe(
            "HEAD costs 1.1 µs more CPU per request in its own code than main (0.8 to 1.4; 1.0 %), sure: "
            + "`OrderRules.PostcodeLooksRight` (changed in this diff, src/Rules.cs:41) +1.1 µs.");
        verdict.Outlook.ShouldBe("A cost of 0.6 µs (0.55 %) in a small method would have been seen, in the largest one of 2.3 µs (2.1 %).");
        (verdict.Level, verdict.IsStructural).ShouldBe((0.99, true));
        (metric.Ratio!.Value, metric.Low!.Value, metric.High!.Value).ShouldBe((1.01, 1 + 0.8 / 110, 1 + 1.4 / 110));
    }

    [Theory]
    [InlineData(0.7, 0.2, "slightlySlower")]
    [InlineData(-1.3, 0.3, "faster")]
    [InlineData(0.2, 0.5, "same")]     // costs and savings of certain methods that cancel each other
    public void Faster_is_judged_as_slower_is(double own, double noise, string verdict) =>
        Judged(Profile with { OwnMicros = own, OwnNoise = noise }).Verdict.Verdict.ShouldBe(verdict);

    [Fact]
    public void A_saving_is_said_as_one() => Judged(Profile with { OwnMicros = -1.3, Rows = [Row with { Difference = -1.3 }] }).Verdict.Sentence.ShouldBe(
        "HEAD saves 1.3 µs of main's CPU per request in its own code (1.0 to 1.6; 1.2 %), sure: "
        + "`OrderRules.PostcodeLooksRight` (changed in this diff, src/Rules.cs:41) −1.3 µs.");

    [Fact]
    public void Without_a_method_that_differs_it_is_the_same_where_none_may_cost_much() => Judged(Even).Verdict.ShouldSatisfyAllConditions(
        v => v.Verdict.ShouldBe("same"),
        v => v.Sentence.ShouldBe("HEAD and main have the same cost in each method of their own code, within 0.9 µs (0.82 %) of a request."));

    [Fact]
    public void Costs_and_savings_that_cancel_each_other_are_named() => Judged(Profile with { OwnMicros = 0.2, OwnNoise = 0.5 }).Verdict.Sentence.ShouldBe(
        "HEAD and main have the same cost in their own code, +0.2 µs of CPU per request (−0.3 to +0.7) in all: "
        + "`OrderRules.PostcodeLooksRight` (changed in this diff, src/Rules.cs:41) +1.1 µs.");

    /// <summary>A gate that fails on open verdicts would fail by a metric that is judged unasked.</summary>
    [Fact]
    public void What_the_profile_leaves_open_is_no_verdict()
    {
        NoVerdict(Even with { MostMoreMicros = 3 });
        NoVerdict(Profile with { OwnMicros = 0.9, OwnNoise = 1.5 });
        NoVerdict(Profile with { WhyNoVerdict = "next to none of the samples are in it" });
        NoVerdict(Profile with { OwnMicros = null }); // of an earlier build

        static void NoVerdict(ProfileRecord profile) => OwnCodeVerdict.Add(Compared(profile)).Pairs.ShouldHaveSingleItem().Judged.ShouldBeEmpty();
    }

    [Fact]
    public void The_threshold_of_the_experiment_counts() =>
        Judged(Profile with { OwnMicros = 0.5, OwnNoise = 0.1 }, threshold: 0.002).Verdict.Verdict.ShouldBe("slower");

    [Fact]
    public void Judged_twice_it_stands_there_once()
    {
        var twice = OwnCodeVerdict.Add(OwnCodeVerdict.Add(Compared(Profile)));

        twice.Pairs[0].Judged.Length.ShouldBe(1);
        twice.Pairs[0].Metrics.Count(m => m.Metric == FigureTable.OfCode).ShouldBe(1);
    }

    private static (MetricVerdict Verdict, MetricComparison Metric) Judged(ProfileRecord profile, double? threshold = null)
    {
        var pair = OwnCodeVerdict.Add(Compared(profile, threshold)).Pairs[0];
        return (pair.Judged[^1], pair.Metrics.Single(m => m.Metric == FigureTable.OfCode));
    }

    private static Comparison Compared(ProfileRecord profile, double? threshold = null)
    {
        var kept = ComparisonJson.ReadFile(Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput", "results", "scheme.json"));
        return kept with
        {
            Profiles = [profile],
            Experiment = kept.Experiment with
            {
                Thresholds = threshold is { } limit ? kept.Experiment.Thresholds.SetItem(FigureTable.OfCode, limit) : kept.Experiment.Thresholds,
            },
            Pairs = [new PairResult { Baseline = "main", Variant = "HEAD", Verdict = "unclear", Sentence = "", Metrics = [] }],
        };
    }
}
