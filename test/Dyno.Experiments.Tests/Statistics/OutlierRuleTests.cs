namespace Dyno.Experiments.Tests;

public sealed class OutlierRuleTests
{
    [Fact]
    public void Marks_the_launch_that_lies_apart() =>
        OutlierRule.LieApart([100, 101, 99, 100.5, 80, 99.5], 0.02).ShouldBe([false, false, false, false, true, false]);

    [Fact]
    public void Has_the_score_of_Iglewicz_and_Hoaglin()
    {
        // by hand, logarithms 0, 1, 2, 3, x: median 2, distances 2, 1, 0, 1, x - 2, their median 1 for x ≥ 3;
        // 0.6745 · (x - 2) / 1 > 3.5 from x = 2 + 3.5 / 0.6745 = 7.189 on
        OutlierRule.LieApart([.. new[] { 0, 1, 2, 3, 7.18 }.Select(Math.Exp)], 0.02).ShouldNotContain(true);
        OutlierRule.LieApart([.. new[] { 0, 1, 2, 3, 7.20 }.Select(Math.Exp)], 0.02)[4].ShouldBeTrue();
    }

    [Fact]
    public void A_difference_that_does_not_matter_is_not_apart() =>
        OutlierRule.LieApart([100, 100.01, 99.99, 100, 101], 0.02).ShouldNotContain(true);

    [Fact]
    public void Four_launches_cannot_tell() => OutlierRule.LieApart([100, 100, 100, 10], 0.02).ShouldNotContain(true);

    [Fact]
    public void Calls_few_launches_of_plain_noise_apart()
    {
        var random = new Random(3);
        var marked = Enumerable.Range(0, 2_000).Sum(_ =>
            OutlierRule.LieApart([.. Enumerable.Range(0, 10).Select(_ => 100 * Math.Exp(0.02 * Normal(random)))], 0.02).Count(m => m));
        (marked / 20_000.0).ShouldBeLessThan(0.03);
    }

    private static double Normal(Random random) => Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
