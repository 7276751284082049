using Dyno.Cli.Comparing;
using Dyno.Experiments.Judging;
using Dyno.Results.Comparisons;
using Dyno.Results.Json;
using Dyno.Results.Runs;
using Dyno.Testing;

namespace Dyno.Cli.EndToEnd.Tests.Comparing;

public sealed class GateJudgementTests
{
    [Theory]
    [InlineData("faster", 0, 0)]
    [InlineData("same", 0, 0)]
    [InlineData("unclear", 0, 98)]
    [InlineData("notJudged", 0, 98)]
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
    public void One_pair_of_several_is_enough_and_the_control_is_none_of_them()
    {
        Gate.Judge(With("same", "slower", "faster"), failsOnUnclear: false).Reasons.ShouldBe(["new is slower"]);
        var control = With("slower");
        control = control with { Pairs = [control.Pairs[0] with { IsControl = true }] };
        Gate.Judge(control, failsOnUnclear: true).ExitCode.ShouldBe(0);
    }

    [Fact]
    public void A_void_experiment_fails_with_a_code_of_its_own_whatever_the_verdicts()
    {
        var finding = new HealthFinding { Rule = "spoiled-rounds", State = HealthState.Void, Message = "too many rounds were spoiled." };
        var gate = Gate.Judge(With("slower") with { Health = new HealthRecord { State = HealthState.Void, Findings = [finding] } }, failsOnUnclear: false);
        gate.ExitCode.ShouldBe(97);
        gate.Reasons.ShouldBe(["the experiment is void: too many rounds were spoiled."]);
    }

    private static Comparison With(params string[] verdicts)
    {
        var run = ResultFile.Read(Path.Combine(RepositoryRoot.Path, "test", "Dyno.Results.Tests", "Samples", "run-result.v1.json"));
        var comparison = StoredComparison.Of([("old", run), ("new", run)]);
        return comparison with
        {
            Health = new HealthRecord { State = HealthState.Healthy, Findings = [] },
            Pairs = [.. verdicts.Select(verdict => comparison.Pairs[0] with { Verdict = verdict, Sentence = $"new is {verdict}" })],
        };
    }
}
