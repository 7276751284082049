using FsCheck;
using FsCheck.Fluent;

namespace Dyno.Metrics.Tests;

/// <summary>What holds for any values whatever; a counter-example comes shrunk to its smallest form.</summary>
public class HistogramPropertyTests
{
    [Fact]
    public void Merging_two_histograms_equals_recording_both_lists() => Holds((first, second) =>
    {
        var merged = HistogramAssertions.Of(first);
        merged.Merge(HistogramAssertions.Of(second));
        merged.ShouldEqual(HistogramAssertions.Of(first.Concat(second)));
    });

    [Fact]
    public void Taking_the_first_list_away_leaves_the_second() => Holds((first, second) =>
    {
        var both = HistogramAssertions.Of(first.Concat(second));
        var left = both.Subtract(HistogramAssertions.Of(first));
        left.ShouldHaveTheCountsOf(HistogramAssertions.Of(second));
        if (second.Length == 0) return;
        left.Min.ShouldBeLessThanOrEqualTo(second.Min());
        left.Max.ShouldBeGreaterThanOrEqualTo(second.Max());
    });

    [Fact]
    public void Encoding_keeps_every_count() => Holds((first, _) =>
    {
        var histogram = HistogramAssertions.Of(first);
        HdrEncoding.Decode(HdrEncoding.Encode(histogram)).ShouldHaveTheCountsOf(histogram);
    });

    [Fact]
    public void Quantiles_never_fall_as_they_rise() => Holds((first, second) =>
    {
        var histogram = HistogramAssertions.Of(first.Concat(second));
        var last = histogram.ValueAtQuantile(0);
        for (var percent = 1; percent <= 100; percent++)
        {
            var next = histogram.ValueAtQuantile(percent / 100.0);
            next.ShouldBeGreaterThanOrEqualTo(last);
            last = next;
        }
    });

    [Fact]
    public void What_lies_above_a_quantile_is_at_most_the_rest() => Holds((first, second) =>
    {
        var histogram = HistogramAssertions.Of(first.Concat(second));
        for (var percent = 0; percent <= 100; percent += 5)
        {
            var rest = histogram.Count * (100 - percent) / 100.0;
            histogram.CountAbove(histogram.ValueAtQuantile(percent / 100.0)).ShouldBeLessThanOrEqualTo((long)Math.Floor(rest));
        }
    });

    // Any magnitude is as likely as any other; some values lie beyond the layout.
    private static void Holds(Action<long[], long[]> property)
    {
        var values = (from magnitude in Gen.Choose(0, 44)
                      from value in Gen.Choose(0, int.MaxValue)
                      select (long)(value / (double)int.MaxValue * (1L << magnitude))).ArrayOf().ToArbitrary();
        var config = Config.QuickThrowOnFailure.WithQuietOnSuccess(true).WithMaxTest(60).WithReplay(20261121, 1);
        Prop.ForAll(values, values, property).Check(config);
    }
}
