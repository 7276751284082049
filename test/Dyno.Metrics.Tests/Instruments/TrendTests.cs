namespace Dyno.Metrics.Tests;

public class TrendTests
{
    [Theory]
    [InlineData(1, 1)]
    [InlineData(2, 7)]
    [InlineData(3, 1_000)]
    [InlineData(4, 50_000)]
    public void Percentiles_are_within_a_thousandth_of_exact_interpolation(int seed, int count)
    {
        var random = new Random(seed);
        var values = new double[count];
        for (var i = 0; i < count; i++)
            values[i] = Math.Exp(random.NextDouble() * 20 - 6) * (seed % 2 == 0 && i % 3 == 0 ? -1 : 1);
        var trend = Of(values);
        Array.Sort(values);
        foreach (var percentile in (double[])[0, 1, 10, 50, 90, 99, 99.9, 100])
        {
            var exact = Interpolated(values, percentile / 100);
            trend.Read(new(AggregationKind.Percentile, percentile), default).ShouldBe(exact, Tolerance(values, percentile / 100));
        }

        trend.Read(new(AggregationKind.Avg), default).ShouldBe(values.Average(), 1e-9 * values.Max(Math.Abs));
        trend.Read(new(AggregationKind.Min), default).ShouldBe(values[0]);
        trend.Read(new(AggregationKind.Max), default).ShouldBe(values[^1]);
    }

    [Fact]
    public void The_number_of_values_is_a_figure_for_reports()
    {
        Of([3, -1, 0]).Read(new(AggregationKind.Count), default).ShouldBe(3);
        Of([]).Figures(default, [new(AggregationKind.Count), new(AggregationKind.Avg)]).ShouldContainKeyAndValue("count", 0);
    }

    [Fact]
    public void Whole_numbers_below_a_thousand_come_back_exactly()
    {
        var trend = Of([.. Enumerable.Range(-999, 1_999).Select(value => (double)value)]);
        for (var value = -999; value <= 999; value++)
            trend.Read(new(AggregationKind.Percentile, 100.0 * (value + 999) / 1_998), default).ShouldBe(value, 1e-6);
    }

    [Fact]
    public void The_median_of_two_lies_between_them() => Of([1, 2]).Read(new(AggregationKind.Med), default).ShouldBe(1.5);

    [Fact]
    public void Values_beyond_the_buckets_keep_their_exact_extremes()
    {
        var trend = Of([-1e300, 1, 1e300]);
        trend.Read(new(AggregationKind.Min), default).ShouldBe(-1e300);
        trend.Read(new(AggregationKind.Max), default).ShouldBe(1e300);
        trend.Read(new(AggregationKind.Med), default).ShouldBe(1);
        Of([1e300, 1e300, 1e300]).Read(new(AggregationKind.Med), default).ShouldBe(1e300);
    }

    [Fact]
    public void Chosen_figures_have_the_names_they_were_chosen_by()
    {
        Aggregation[] chosen = [new(AggregationKind.Med), new(AggregationKind.Percentile, 99.99)];
        Of([1, 2, 3]).Figures(default, chosen).Keys.ShouldBe(["med", "p(99.99)"]);
    }

    private static Trend Of(double[] values)
    {
        var trend = new Trend();
        foreach (var value in values) trend.Add(value);
        return trend;
    }

    private static double Interpolated(double[] sorted, double quantile)
    {
        var place = quantile * (sorted.Length - 1);
        var below = (int)place;
        if (below + 1 == sorted.Length) return sorted[below];
        return sorted[below] + (place - below) * (sorted[below + 1] - sorted[below]);
    }

    // A thousandth of the larger neighbour: both are off by that much at most.
    private static double Tolerance(double[] sorted, double quantile)
    {
        var below = (int)(quantile * (sorted.Length - 1));
        var above = Math.Min(below + 1, sorted.Length - 1);
        return Math.Max(1e-6, 0.001 * Math.Max(Math.Abs(sorted[below]), Math.Abs(sorted[above])));
    }
}
