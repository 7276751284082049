namespace Dyno.Experiments.Tests;

public sealed class DuetTrialRunnerTests
{
    [Theory]
    [InlineData("rate", "", 25)]
    [InlineData("rate", "server.cpuPerRequest", 25)]
    [InlineData("server.cpuPerRequest", "", 25)]
    [InlineData("rate", "p99", 100)]
    [InlineData("p99", "server.cpuPerRequest", 100)]
    [InlineData("rate", "server.allocatedPerRequest", 100)]
    public void Slices_are_short_where_all_that_is_judged_is_read_slice_by_slice(string headline, string judge, int milliseconds) =>
        DuetTrialRunner.SliceOf(Plan(headline, judge)).ShouldBe(TimeSpan.FromMilliseconds(milliseconds));

    [Fact]
    public void A_length_that_was_asked_for_is_taken() =>
        DuetTrialRunner.SliceOf(Plan("rate", "p99") with { Slice = TimeSpan.FromMilliseconds(10) }).ShouldBe(TimeSpan.FromMilliseconds(10));

    private static ExperimentPlan Plan(string headline, string judge) => PairPlan.Plan with
    {
        Compare = PairPlan.Plan.Compare with { Headline = headline, Judge = judge.Length == 0 ? [] : [judge], JudgeByDefault = [] },
    };
}
