using Dyno.History.Detection;

namespace Dyno.History.Tests.Detection;

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
}
