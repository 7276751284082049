namespace Dyno.Experiments.Tests;

public sealed class BisectionTests
{
    private static readonly SweepPlan Plan = new() { From = 5, To = 300, Find = SweepGoal.Capacity };

    [Theory]
    [InlineData(6)]
    [InlineData(77)]
    [InlineData(299)]
    public async Task The_bracket_holds_the_point_and_is_five_percent_to_either_side(double point)
    {
        var measured = 0;
        var (low, high, isWhole) = await Bisection.RunAsync(Plan, rate => { measured++; return Task.FromResult<bool?>(rate > point); });

        isWhole.ShouldBeTrue();
        low!.Value.ShouldBeLessThanOrEqualTo(point);
        high!.Value.ShouldBeGreaterThan(point);
        (high.Value / low.Value).ShouldBeLessThanOrEqualTo(1.05 / 0.95 + 1e-9);
        measured.ShouldBeLessThanOrEqualTo(Bisection.MostPoints(Plan));
    }

    [Fact]
    public async Task A_point_beyond_the_range_is_not_guessed()
    {
        (await Bisection.RunAsync(Plan, _ => Task.FromResult<bool?>(false))).ShouldBe(new Bracket(300, null));
        (await Bisection.RunAsync(Plan, _ => Task.FromResult<bool?>(true))).ShouldBe(new Bracket(null, 5));
    }

    [Fact]
    public async Task A_stop_leaves_the_bracket_as_it_was()
    {
        var left = 4;
        var (low, high, isWhole) = await Bisection.RunAsync(Plan, rate => Task.FromResult<bool?>(left-- == 0 ? null : rate > 77));
        (high / low)!.Value.ShouldBeGreaterThan(1.2);
        isWhole.ShouldBeFalse();
    }

    [Theory]
    [InlineData(0, null)]
    [InlineData(1, 5.0)]
    public async Task A_stop_at_an_end_of_the_range_claims_nothing_about_it(int left, double? low) =>
        (await Bisection.RunAsync(Plan, rate => Task.FromResult<bool?>(left-- == 0 ? null : rate > 77))).ShouldBe(new Bracket(low, null, IsWhole: false));
}
