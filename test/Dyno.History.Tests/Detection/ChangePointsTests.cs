namespace Dyno.History.Tests;

public sealed class ChangePointsTests
{
    private const int Series = 100;
    private const int Commits = 100;

    [Fact]
    public void Sees_no_change_in_99_of_100_series_without_one()
    {
        var wrong = Enumerable.Range(0, Series).Count(seed => ChangePoints.Find(Planted.Series(seed, Commits, 0.01, _ => 0)).Changes.Length > 0);

        wrong.ShouldBeLessThanOrEqualTo(1);
    }

    [Fact]
    public void Finds_a_step_of_2_percent_under_noise_of_1_percent_within_5_commits()
    {
        var found = Enumerable.Range(0, Series).Count(seed =>
        {
            var at = 20 + seed * 37 % 60;
            var changes = ChangePoints.Find(Planted.Series(seed, Commits, 0.01, i => i < at ? 0 : -0.02)).Changes;
            return changes is [{ Size: < 0 } change] && Math.Abs(change.Index - at) <= 5;
        });

        found.ShouldBeGreaterThanOrEqualTo(95);
    }

    // dotnet/aspnetcore issue 62221 was filed as a regression for a fall of 0.42 % at 2.09 standard deviations after 13 earlier values.
    [Fact]
    public void A_fall_of_2_standard_deviations_in_the_last_of_14_values_is_no_regression()
    {
        const double Deviation = 0.0042 / 2.09;
        var wrong = Enumerable.Range(0, Series).Count(seed =>
        {
            var series = Planted.Series(seed, 14, Deviation, _ => 0, known: 0);
            series[^1] = series[^1] with { Value = series[..^1].Average(value => value.Value) - 0.0042 };
            return ChangePoints.Find(series).Changes.Length > 0;
        });

        wrong.ShouldBeLessThanOrEqualTo(1);
    }

    [Fact]
    public void Looking_after_each_commit_raises_few_false_alarms()
    {
        var alarms = Enumerable.Range(0, 20).Count(seed =>
        {
            var series = Planted.Series(20_000 + seed, Commits, 0.01, _ => 0);
            return Enumerable.Range(ChangePoints.FewestInAll, Commits - ChangePoints.FewestInAll).Any(count =>
                ChangePoints.Find(series[..count]).Changes.Length > 0);
        });

        alarms.ShouldBeLessThanOrEqualTo(4);
    }

    [Fact]
    public void One_value_far_away_is_no_change()
    {
        var series = Planted.Series(3, Commits, 0.01, i => i == 50 ? -0.3 : 0);

        ChangePoints.Find(series).Changes.ShouldBeEmpty();
    }

    [Fact]
    public void Values_that_are_all_alike_have_no_change() =>
        ChangePoints.Find([.. Enumerable.Repeat(new SeriesValue(0.1, 0), 50)]).Changes.ShouldBeEmpty();

    [Fact]
    public void The_interval_of_a_size_holds_the_truth_in_at_least_90_of_100_series()
    {
        var covered = Enumerable.Range(0, Series).Count(seed =>
            ChangePoints.Find(Planted.Series(300 + seed, Commits, 0.01, i => i < 50 ? 0 : -0.03)).Changes is [var change]
                && change is { Low: <= -0.03, High: >= -0.03 });

        covered.ShouldBeGreaterThanOrEqualTo(90);
    }
}
