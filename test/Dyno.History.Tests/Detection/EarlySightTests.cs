namespace Dyno.History.Tests;

/// <summary>
/// How early a step of twice the noise can be seen at all: the detectors beside the likelihood ratio, which knows that the noise is normal,
/// and both below what no rule can pass (docs/adr/0073). The step comes after 50 commits.
/// </summary>
public sealed class EarlySightTests
{
    private const int Before = 50;
    private const int Commits = 100;
    private const int Soon = 5;
    private const double Noise = 0.01;
    private const double Step = -2 * Noise;

    // Regressions only; of 6,000 series of 100 commits without a change 5 % pass the first and 1 % the second.
    private const double AlarmOfOneIn20 = 3.53;
    private const double AlarmOfOneIn100 = 4.03;

    [Fact]
    public void No_rule_with_one_false_alarm_in_100_series_sees_the_step_within_5_commits_in_95_percent()
    {
        Bound(0.01, known: double.PositiveInfinity).ShouldBe(0.881, 0.001);
        Bound(0.01, known: Before).ShouldBe(0.835, 0.001);
        Bound(0.05, known: Before).ShouldBe(0.927, 0.001);
    }

    [Fact]
    public void The_detectors_see_it_within_5_commits_in_more_than_half_of_the_series()
    {
        var seen = Enumerable.Range(0, 200).Count(seed =>
        {
            var series = Planted.Series(40_000 + seed, Before + Soon, Noise, i => i < Before ? 0 : Step);
            return Enumerable.Range(Before + 1, Soon).Any(count => ChangePoints.Find(series[..count]).Changes is [.., { Size: < 0 }]);
        });

        (seen / 200.0).ShouldBeInRange(0.55, Bound(0.05, Before));
    }

    [Theory]
    [InlineData(AlarmOfOneIn20, 0.05, 0.77)]
    [InlineData(AlarmOfOneIn100, 0.01, 0.54)]
    public void The_likelihood_ratio_sees_it_in_some_more_and_stays_below_the_bound(double threshold, double alarms, double share)
    {
        const int Series = 2000;
        var wrong = Enumerable.Range(0, Series).Count(seed => SeesFall(Planted.Series(seed, Commits, Noise, _ => 0), 8, threshold));
        var seen = Enumerable.Range(0, Series).Count(seed =>
            SeesFall(Planted.Series(50_000 + seed, Before + Soon, Noise, i => i < Before ? 0 : Step), Before + 1, threshold));

        ((double)wrong / Series).ShouldBe(alarms, alarms / 2);
        ((double)seen / Series).ShouldBe(share, 0.04);
        share.ShouldBeLessThan(Bound(alarms, Before));
    }

    // 100 commits are 20 stretches of five. In one of them a rule raises at most a twentieth of its false alarms, and a step that begins there
    // is seen within it at most as often as by the likelihood ratio of these five values at this level (Neyman and Pearson 1933).
    private static double Bound(double alarms, double known)
    {
        var distance = -Step / Noise / Math.Sqrt(1.0 / Soon + 1 / known);
        return Normal.CDF(0, 1, distance - Normal.InvCDF(0, 1, 1 - alarms * Soon / Commits));
    }

    // After each commit: the last 3 to 20 values against all before, by Student's t, on the scale of the normal distribution.
    private static bool SeesFall(SeriesValue[] series, int from, double threshold)
    {
        var (sums, squares) = (new double[series.Length + 1], new double[series.Length + 1]);
        for (var i = 0; i < series.Length; i++)
            (sums[i + 1], squares[i + 1]) = (sums[i] + series[i].Value, squares[i] + series[i].Value * series[i].Value);
        return Enumerable.Range(from, series.Length - from + 1).Any(count => Enumerable.Range(ChangePoints.Fewest, 18).Any(last =>
            last <= count - 5 && -Distance(count - last, count) > threshold));

        double Distance(int at, int count)
        {
            var (before, after) = (sums[at] / at, (sums[count] - sums[at]) / (count - at));
            var within = squares[count] - before * before * at - after * after * (count - at);
            var freedom = count - 2;
            var t = (after - before) / Math.Sqrt(within / freedom * (1.0 / at + 1.0 / (count - at)));
            // Wallace 1959: the normal quantile of the same probability.
            return Math.Sign(t) * Math.Sqrt(freedom * Math.Log(1 + t * t / freedom)) * (8.0 * freedom + 1) / (8.0 * freedom + 3);
        }
    }
}
