namespace Dyno.Experiments.Tests;

public sealed class ConditionTests
{
    [Theory]
    [InlineData("0.95..1.05", 0.95, 1.05)]
    [InlineData("10..", 10, double.PositiveInfinity)]
    [InlineData("..15k", double.NegativeInfinity, 15_000)]
    [InlineData("380ms..450ms", 380e6, 450e6)]
    [InlineData(" 90% .. 95 % ", 0.90, 0.95)]
    [InlineData("..84MiB", double.NegativeInfinity, 84.0 * 1024 * 1024)]
    public void Reads_a_range(string text, double low, double high)
    {
        var condition = Condition.Parse(text).ShouldNotBeNull();
        condition.Low.ShouldBe(low);
        condition.High.ShouldBe(high);
    }

    [Theory]
    [InlineData("")]
    [InlineData("..")]
    [InlineData("1.05")]
    [InlineData("2..1")]
    [InlineData("a..b")]
    [InlineData("1 furlong..")]
    public void Refuses_what_is_no_range(string text) => Condition.Parse(text).ShouldBeNull();

    [Theory]
    [InlineData(0.96, 1.04, true)]
    [InlineData(0.95, 1.05, true)]
    [InlineData(1.06, 1.20, false)]
    [InlineData(0.80, 0.94, false)]
    [InlineData(0.94, 0.96, null)]
    [InlineData(0.50, 2.00, null)]
    public void Decides_only_when_the_whole_interval_agrees(double low, double high, bool? holds) =>
        Condition.Parse("0.95..1.05")!.Judge(low, high).ShouldBe(holds);
}
