namespace Dyno.Load.Tests;

public sealed class SliceLevelTests
{
    private readonly SliceLevel _level = new(new WarmUpLevel { Minimum = TimeSpan.FromSeconds(2), Window = TimeSpan.FromSeconds(6) });

    [Fact]
    public void A_steady_variant_is_level_when_its_minimum_is_over()
    {
        Slices(9, _ => 30);
        _level.IsLevel.ShouldBeFalse();
        Slices(10, _ => 30, from: 9);
        _level.IsLevel.ShouldBeTrue();
    }

    [Fact]
    public void One_that_still_gets_cheaper_is_not() => Slices(30, i => 60 - i).IsLevel.ShouldBeFalse();

    [Fact]
    public void Noise_that_explains_the_difference_does_not_keep_it_from_being_level() =>
        Slices(30, i => 30 + (i % 2 == 0 ? 2 : -2)).IsLevel.ShouldBeTrue();

    [Fact]
    public void A_runtime_that_compiles_is_not_level_however_steady_its_figures() =>
        Slices(30, _ => 30, compiled: i => 40 * i).IsLevel.ShouldBeFalse();

    [Fact]
    public void A_plateau_is_not_level_while_the_first_report_of_its_runtime_is_not_yet_old() =>
        Slices(12, _ => 30, compiled: i => i < 9 ? null : 1_400).IsLevel.ShouldBeFalse();

    [Fact]
    public void One_that_costs_a_third_after_its_first_second_is_level_before_two_more_are_over()
    {
        Slices(5, _ => 45, compiled: i => 300 * i);
        Slices(10, _ => 15, from: 5, compiled: _ => 2_400).IsLevel.ShouldBeFalse();
        Slices(15, _ => 15, from: 10, compiled: _ => 2_400).IsLevel.ShouldBeTrue();
    }

    [Fact]
    public void A_variant_that_answers_nothing_is_never_level() => Slices(30, _ => 0).IsLevel.ShouldBeFalse();

    private SliceLevel Slices(int count, Func<int, double> figure, int from = 0, Func<int, long?>? compiled = null)
    {
        for (var i = from; i < count; i++) _level.Add(TimeSpan.FromSeconds(0.2 * (i + 1)), 0.2, figure(i), compiled?.Invoke(i));
        return _level;
    }
}
