namespace Dyno.Cli.EndToEnd.Tests;

public sealed class GateJudgementTests
{
    [Theory]
    [InlineData("faster", 0, 0)]
    [InlineData("same", 0, 0)]
    [InlineData("unclear", 0, 98)]
    [InlineData("slightlySlower", 0, 0)]
    [InlineData("slightlyFaster", 0, 0)]
    [InlineData("slower", 98, 98)]
    public void A_verdict_passes_or_not(string verdict, int plain, int strict)
    {
        var comparison = With(verdict);
        Gate.Judge(comparison, failsOnUnclear: false).ExitCode.ShouldBe(plain);
        var gate = Gate.Judge(comparison, failsOnUnclear: true);
        gate.ExitCode.ShouldBe(strict);
        gate.Reasons.ShouldBe(strict == 0 ? [] : [$"new is {verdict}"]);
    }

    [Fact]
    public void Without_a_verdict_it_does_not_pass_and_says_what_would_help()
    {
        var gate = Gate.Judge(With("notJudged"), failsOnUnclear: false);
        gate.ExitCode.ShouldBe(97);
        gate.Reasons.ShouldBe(["new is notJudged", "without a verdict the gate does not pass; give it more rounds (--rounds 8), or more time (--for 6m)"]);
        Gate.Judge(With("notJudged"), failsOnUnclear: true).ExitCode.ShouldBe(98);
        Gate.Judge(With("notJudged", "slower"), failsOnUnclear: false).ExitCode.ShouldBe(98);
        Gate.Judge(Judged("notJudged", ("p50", "same", IsStructural: false)), failsOnUnclear: false).ExitCode.ShouldBe(0, "another metric is judged");
    }

    [Fact]
    public void A_neutral_gate_passes_without_a_verdict_and_says_so_and_fails_on_a_slower_variant()
    {
        var neutral = Gate.Judge(With("notJudged"), failsOnUnclear: false).Neutral();
        neutral.ExitCode.ShouldBe(0);
        neutral.Reasons.ShouldBe(["new is notJudged", "the gate is neutral: there is no verdict, and --gate-neutral lets the build pass"]);
        Gate.Judge(With("slower"), failsOnUnclear: false).Neutral().ExitCode.ShouldBe(98);
        Gate.Judge(With("same"), failsOnUnclear: false).Neutral().Reasons.ShouldBeEmpty();
    }

    [Fact]
    public void One_pair_of_several_is_enough_and_the_control_is_none_of_them()
    {
        Gate.Judge(With("same", "slower", "faster"), failsOnUnclear: false).Reasons.ShouldBe(["new is slower"]);
        var control = With("slower");
        control = control with { Pairs = [control.Pairs[0] with { IsControl = true }] };
        Gate.Judge(control, failsOnUnclear: true).ExitCode.ShouldBe(97, "nothing was compared");
    }

    [Fact]
    public void A_void_experiment_fails_with_a_code_of_its_own_whatever_the_verdicts()
    {
        var finding = new HealthFinding { Rule = "spoiled-rounds", State = HealthState.Void, Message = "too many rounds were spoiled." };
        var gate = Gate.Judge(With("slower") with { Health = new HealthRecord { State = HealthState.Void, Findings = [finding] } }, failsOnUnclear: false);
        gate.ExitCode.ShouldBe(97);
        gate.Reasons.ShouldBe(["the experiment is void: too many rounds were spoiled."]);
    }

    [Theory]
    [InlineData("same", 0)]
    [InlineData("faster", 0)]
    [InlineData("unclear", 0)]
    [InlineData("slower", 98)]
    [InlineData("notJudged", 97)]
    [InlineData("void", 97)]
    public void On_structure_only_what_counts_work_decides(string structure, int code)
    {
        var comparison = Judged("slower", ("server.allocatedPerRequest", structure, IsStructural: true), ("p99", "slower", IsStructural: false));
        var gate = Gate.Judge(comparison, failsOnUnclear: false, onStructure: true);
        gate.ExitCode.ShouldBe(code);
        if (code == 98) gate.Reasons.ShouldBe(["server.allocatedPerRequest is slower"]);
        if (code == 97) gate.Reasons.ShouldHaveSingleItem().ShouldStartWith("no structural metric was measured: these metrics need two rounds");
    }

    [Fact]
    public void On_structure_one_metric_that_was_measured_is_enough_and_failures_count_in_a_void_experiment_too()
    {
        var comparison = Judged("void",
            ("server.allocatedPerRequest", "notJudged", IsStructural: true), ("bytesReceivedPerRequest", "same", IsStructural: true));
        comparison = comparison with { Health = comparison.Health with { State = HealthState.Void } };
        Gate.Judge(comparison, failsOnUnclear: false, onStructure: true).ExitCode.ShouldBe(0);

        comparison = comparison with { Pairs = [comparison.Pairs[0] with { Failures = "new fails more often" }] };
        Gate.Judge(comparison, failsOnUnclear: false, onStructure: true).Reasons.ShouldBe(["new fails more often"]);
    }

    private static Comparison Judged(string headline, params (string Metric, string Verdict, bool IsStructural)[] judged)
    {
        var comparison = With(headline);
        return comparison with
        {
            Pairs = [comparison.Pairs[0] with
            {
                Judged = [.. judged.Select(j => new MetricVerdict
                {
                    Metric = j.Metric, Verdict = j.Verdict, Sentence = $"{j.Metric} is {j.Verdict}", Level = 0.95, IsStructural = j.IsStructural,
                })],
            }],
        };
    }

    private static Comparison With(params string[] verdicts)
    {
        var run = RunResultJson.ReadFile(Path.Combine(RepositoryRoot.Path, "test", "Dyno.Results.Tests", "Samples", "run-result.v1.json"));
        var comparison = StoredComparison.Of([("old", run), ("new", run)]);
        return comparison with
        {
            Health = new HealthRecord { State = HealthState.Healthy, Findings = [] },
            Pairs = [.. verdicts.Select(verdict => comparison.Pairs[0] with { Verdict = verdict, Sentence = $"new is {verdict}" })],
        };
    }
}
