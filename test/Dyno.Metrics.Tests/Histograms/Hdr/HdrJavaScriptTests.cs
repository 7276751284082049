using System.Text.Json;

namespace Dyno.Metrics.Tests;

/// <summary>Both directions against the reference library of another language.</summary>
public class HdrJavaScriptTests : IClassFixture<HdrHistogramJs>
{
    private static readonly double[] Quantiles = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1];

    [Theory]
    [InlineData(1, SeededValues.Hour, 3)]
    [InlineData(2, SeededValues.Hour, 2)]
    [InlineData(3, SeededValues.Hour, 5)]
    [InlineData(4, 10_000_000_000, 1)]
    public void JavaScript_reads_what_Dyno_writes(int seed, long highest, int digits)
    {
        var histogram = HistogramAssertions.Of(Values(seed, highest), new HistogramLayout(highest, digits));
        var read = HdrHistogramJs.Ask(new { op = "decode", base64 = HdrEncoding.EncodeBase64(histogram) });
        read.GetProperty("highest").GetInt64().ShouldBe(highest);
        read.GetProperty("digits").GetInt32().ShouldBe(digits);
        ShouldAgree(histogram, read);
    }

    [Theory]
    [InlineData(5, SeededValues.Hour, 3)]
    [InlineData(6, SeededValues.Hour, 4)]
    [InlineData(7, 10_000_000_000, 2)]
    public void Dyno_reads_what_JavaScript_writes(int seed, long highest, int digits)
    {
        var values = Values(seed, highest).Select(value => new[] { value, 1 }).ToArray();
        var written = HdrHistogramJs.Ask(new { op = "encode", highest, digits, values });
        var histogram = HdrEncoding.DecodeBase64(written.GetProperty("base64").GetString()!);
        histogram.Layout.ShouldBe(new HistogramLayout(highest, digits));
        ShouldAgree(histogram, written);
    }

    [Fact]
    public void Counts_beyond_32_bits_go_both_ways()
    {
        var values = new[] { new[] { 1_000, 5_000_000_000 }, new[] { 77_000, 1L << 50 } };
        var written = HdrHistogramJs.Ask(new { op = "encode", highest = SeededValues.Hour, digits = 3, values });
        var histogram = HdrEncoding.DecodeBase64(written.GetProperty("base64").GetString()!);
        histogram.Count.ShouldBe(5_000_000_000 + (1L << 50));
        ShouldAgree(histogram, HdrHistogramJs.Ask(new { op = "decode", base64 = HdrEncoding.EncodeBase64(histogram) }));
    }

    [Fact]
    public void An_empty_histogram_goes_both_ways()
    {
        var written = HdrHistogramJs.Ask(
            new { op = "encode", highest = SeededValues.Hour, digits = 3, values = Array.Empty<int>() });
        HdrEncoding.DecodeBase64(written.GetProperty("base64").GetString()!).ShouldEqual(new Histogram());
        var read = HdrHistogramJs.Ask(new { op = "decode", base64 = HdrEncoding.EncodeBase64(new Histogram()) });
        read.GetProperty("count").GetInt64().ShouldBe(0);
    }

    [Fact]
    public void A_histogram_with_a_coarser_unit_keeps_its_quantiles_in_ours()
    {
        // The JavaScript histogram keeps microseconds (units of 512 ns) of nanosecond values.
        var exact = SeededValues.LikeLatencies(seed: 8, 5_000);
        var values = exact.Select(value => new[] { value, 1 }).ToArray();
        var written = HdrHistogramJs.Ask(
            new { op = "encode", lowest = 1_000, highest = SeededValues.Hour, digits = 3, values });
        var histogram = HdrEncoding.DecodeBase64(written.GetProperty("base64").GetString()!);
        histogram.Count.ShouldBe(exact.Length);
        Array.Sort(exact);
        foreach (var quantile in Quantiles)
        {
            var expected = exact[(int)Math.Ceiling(quantile * exact.Length) - 1];
            var error = Math.Abs(histogram.ValueAtQuantile(quantile) - expected);
            error.ShouldBeLessThanOrEqualTo(Math.Max(512, expected / 500));
        }
    }

    internal static void ShouldAgree(Histogram histogram, JsonElement js)
    {
        var counts = js.GetProperty("counts").EnumerateArray()
            .Select(pair => (pair[0].GetInt32(), pair[1].GetInt64())).ToList();
        histogram.CountPairs().ShouldBe(counts);
        histogram.Count.ShouldBe(js.GetProperty("count").GetInt64());
        var layout = histogram.Layout;
        layout.IndexOf(histogram.Max).ShouldBe(layout.IndexOf(js.GetProperty("max").GetInt64()));
        for (var i = 0; i < Quantiles.Length; i++)
            layout.IndexOf(histogram.ValueAtQuantile(Quantiles[i]))
                .ShouldBe(layout.IndexOf(js.GetProperty("percentiles")[i].GetInt64()), $"quantile {Quantiles[i]}");
        // The buckets agree exactly; the package does not know the exact ends, which are off by half a bucket there.
        var tolerance = 0.5 * Math.Pow(10, -layout.SignificantDigits);
        (histogram.Mean / js.GetProperty("mean").GetDouble()).ShouldBe(1, tolerance);
        (histogram.StdDev / js.GetProperty("stdDev").GetDouble()).ShouldBe(1, tolerance);
    }

    private static IEnumerable<long> Values(int seed, long highest) =>
        SeededValues.LikeLatencies(seed, 5_000).Concat([0, 1, 2_047, 2_048]).Select(value => Math.Min(value, highest));
}
