namespace Dyno.Experiments.Tests;

/// <summary>A control that is built again, and the second experiment that small differences then need.</summary>
public sealed class RebuildTests
{
    private static readonly ComparePlan Compare = new() { Baseline = "a", Headline = "rate" };

    [Fact]
    public void The_control_alone_is_another_build()
    {
        var plan = Read("rebuild: true");
        var variants = Experiment.WithControls(plan);

        variants.Select(v => (v.Name, v.Subject.Properties.GetValueOrDefault("SourceRevisionId"))).ShouldBe([("a", null), ("control", "control"), ("b", "mine")]);
        Experiment.WithControls(Rebuild.Anew(plan, seed: 2)).Select(v => v.Subject.Properties.GetValueOrDefault("SourceRevisionId"))
            .ShouldBe(["again", "again-control", "mine-again"]);
    }

    [Fact]
    public void Without_it_the_control_is_the_same_build() =>
        Experiment.WithControls(Read("rebuild: false")).Select(v => v.Subject).Take(2).Distinct().Count().ShouldBe(1);

    [Fact]
    public void What_cannot_be_built_again_is_said()
    {
        Should.Throw<UserFault>(() => Read("rebuild: true\ncontrol: false")).Problems.Single().ToString().ShouldContain("this experiment has none");
        Should.Throw<UserFault>(() => Read("rebuild: true", "a: { url: http://localhost:5000 }\n  b: { url: http://localhost:5001 }")).Problems.Single().ToString()
            .ShouldContain("nothing to build again");
    }

    [Theory]
    [InlineData(1.03, 1.00, false)] // clearly more than another build makes
    [InlineData(1.033, 1.02, true)]
    [InlineData(1.01, 1.02, false)] // no difference to doubt
    public void A_difference_is_in_doubt_when_another_build_makes_as_much(double factor, double rebuilt, bool isInDoubt)
    {
        var comparison = Of(factor, rebuilt);
        Rebuild.InDoubt(comparison).Length.ShouldBe(isInDoubt ? 1 : 0);
        Rebuild.InDoubt(comparison with { Experiment = comparison.Experiment with { Rebuilt = false } }).ShouldBeEmpty("only a control that was built again says so");
        if (isInDoubt) Rebuild.InDoubt(comparison)[0].ShouldMatch(@"^b: rate differs by \d\.\d %, and the baseline built again by up to \d\.\d %$");
    }

    [Fact]
    public void Two_builds_that_agree_confirm_a_difference()
    {
        var pair = Rebuild.Confirmed(Of(1.05, 1), Of(1.04, 1)).Pairs[1];
        pair.Verdict.ShouldBe("faster");
        pair.Sentence.ShouldEndWith(" A first experiment, built apart, says so too.");
    }

    [Fact]
    public void Two_builds_that_disagree_decide_nothing()
    {
        var confirmed = Rebuild.Confirmed(Of(1.05, 1), Of(0.95, 1));
        confirmed.Pairs[1].Verdict.ShouldBe("unclear");
        confirmed.Pairs[1].Sentence.ShouldStartWith("Unclear, because two builds of the same sources disagree: the first experiment said slower; of the second: b is ");
        confirmed.Pairs[0].IsControl.ShouldBeTrue();
        confirmed.Pairs[0].Sentence.ShouldBe(Of(1.05, 1).Pairs[0].Sentence);

        var gone = Rebuild.Confirmed(Of(1, 1), Of(0.95, 1)).Pairs[1];
        gone.Verdict.ShouldBe("same");
        gone.Sentence.ShouldEndWith("A first experiment said slower; the programs built again do not.");
    }

    [Fact]
    public void A_stored_comparison_that_is_judged_again_stays_unconfirmed()
    {
        var confirmed = Rebuild.Confirmed(Of(1.05, 1), Of(0.95, 1));
        var judged = ComparisonRejudge.Of(ComparisonRejudge.Of(confirmed));
        judged.Pairs[1].Verdict.ShouldBe("unclear");
        judged.Pairs[1].Sentence.ShouldBe(confirmed.Pairs[1].Sentence);
    }

    private static ExperimentPlan Read(string line, string variants = "a: {}\n  b: { properties: { SourceRevisionId: mine } }")
    {
        var subject = variants.Contains("url:", StringComparison.Ordinal) ? "" : "subject: { project: studies/runtime-throughput/Hello }\n";
        return ExperimentReader.ReadText($"{subject}variants:\n  {variants}\nload: {{ url: /hello }}\ncompare: {{ baseline: a }}\n{line}\n", "test", RepositoryRoot.Path, new());
    }

    private static Comparison Of(double factor, double rebuilt)
    {
        var random = new Random(3);
        var trials = Enumerable.Range(1, 10).SelectMany(round => new[] { ("a", 1), ("control", rebuilt), ("b", factor) }.Select(v => new TrialRecord
        {
            Round = round,
            Variant = v.Item1,
            Outcome = TrialOutcome.Used,
            Metrics = ImmutableSortedDictionary<string, double>.Empty.Add("rate", 30_000 * v.Item2 * (1 + (random.NextDouble() - 0.5) * 0.02)),
        })).ToList();
        var (pairs, health) = Judgement.Of(Compare, [("a", ""), ("control", ""), ("b", "")], trials, isVoid: false);
        var kept = Trials.Comparison(10, 1);
        return kept with
        {
            Experiment = kept.Experiment with
            {
                Baseline = "a",
                Headline = "rate",
                Rebuilt = true,
                Level = 0.95,
                Thresholds = ImmutableSortedDictionary<string,
                double>.Empty
            },
            Trials = [.. trials],
            Pairs = pairs,
            Health = health,
            Variants = [.. new[] { "a", "control", "b" }.Select(name =>
                new VariantResult { Name = name, Trials = 10, Discarded = 0, Metrics = ImmutableSortedDictionary<string, MetricSpread>.Empty })],
        };
    }
}
