namespace Dyno.Metrics.Tests;

public sealed class HistogramPackerTests
{
    private readonly byte[] _target = new byte[1024 * 1024];

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(1_000)]
    [InlineData(200_000)]
    public void Gives_back_what_was_packed(int count)
    {
        var histogram = Random(count, seed: count + 7);
        HistogramPacker.TryPack(histogram, _target, out var length).ShouldBeTrue();
        var unpacked = new Histogram();
        HistogramPacker.Unpack(_target.AsSpan(0, length), unpacked);

        (unpacked.Count, unpacked.Min, unpacked.Max).ShouldBe((histogram.Count, histogram.Min, histogram.Max));
        for (var i = 0; i < histogram.Layout.Length; i++) unpacked.CountAt(i).ShouldBe(histogram.CountAt(i));
    }

    [Fact]
    public void Adds_to_what_is_there_already()
    {
        var (first, second) = (Random(500, seed: 1), Random(700, seed: 2));
        var sum = new Histogram();
        foreach (var part in new[] { first, second })
        {
            HistogramPacker.TryPack(part, _target, out var length).ShouldBeTrue();
            HistogramPacker.Unpack(_target.AsSpan(0, length), sum);
        }

        first.Merge(second);
        (sum.Count, sum.Min, sum.Max, sum.ValueAtQuantile(0.9)).ShouldBe((1_200, first.Min, first.Max, first.ValueAtQuantile(0.9)));
    }

    [Fact]
    public void A_second_of_full_load_takes_about_a_kilobyte()
    {
        var random = new Random(5);
        var second = new Histogram();
        for (var i = 0; i < 150_000; i++) second.Record((long)(300_000 * Math.Exp(0.3 * Gauss(random))));
        HistogramPacker.TryPack(second, _target, out var length).ShouldBeTrue();

        length.ShouldBeLessThan(HdrEncoding.Encode(second).Length * 11 / 10);
    }

    [Fact]
    public void Says_when_the_bytes_do_not_fit() => HistogramPacker.TryPack(Random(5_000, seed: 3), new byte[50], out _).ShouldBeFalse();

    [Fact]
    public void An_empty_histogram_takes_no_bytes()
    {
        HistogramPacker.TryPack(new Histogram(), [], out var length).ShouldBeTrue();
        length.ShouldBe(0);
    }

    private static double Gauss(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    private static Histogram Random(int count, int seed)
    {
        var random = new Random(seed);
        var histogram = new Histogram();
        for (var i = 0; i < count; i++) histogram.Record((long)Math.Exp(random.NextDouble() * 29)); // 1 ns to 65 min
        return histogram;
    }
}
