using System.Buffers.Binary;

namespace Dyno.Metrics.Tests;

public class HdrEncodingTests
{
    [Theory]
    [InlineData(1, 3)]
    [InlineData(2, 0)]
    [InlineData(3, 1)]
    [InlineData(4, 5)]
    public void Every_count_survives_the_round_trip(int seed, int digits)
    {
        var histogram = HistogramAssertions.Of(
            SeededValues.OverTheWholeRange(seed, 2_000), new HistogramLayout(SeededValues.Hour, digits));
        foreach (var read in Both(histogram))
        {
            read.ShouldHaveTheCountsOf(histogram);
            read.Min.ShouldBe(histogram.Layout.LowestAt(histogram.Layout.IndexOf(histogram.Min)));
            read.Max.ShouldBe(histogram.Layout.HighestAt(histogram.Layout.IndexOf(histogram.Max)));
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(63)]
    [InlineData(64)]
    [InlineData(8_191)]
    [InlineData(8_192)]
    [InlineData(uint.MaxValue)]
    [InlineData((1L << 55) - 1)]
    [InlineData(1L << 55)]
    [InlineData(long.MaxValue)]
    public void Counts_of_every_length_survive(long count)
    {
        var histogram = new Histogram();
        histogram.Record(5_000_000, count);
        foreach (var read in Both(histogram)) read.ShouldHaveTheCountsOf(histogram);
    }

    [Fact]
    public void An_empty_histogram_survives()
    {
        foreach (var read in Both(new Histogram())) read.ShouldEqual(new Histogram());
    }

    [Fact]
    public void Values_beyond_the_highest_trackable_one_survive_in_the_buckets_that_exist()
    {
        var layout = new HistogramLayout(1_000_000, 3);
        var histogram = HistogramAssertions.Of([layout.Top, layout.Top - 2_000], layout);
        foreach (var read in Both(histogram)) read.ShouldHaveTheCountsOf(histogram);
    }

    [Fact]
    public void The_encoding_starts_with_the_cookie_that_every_library_knows()
    {
        HdrEncoding.EncodeBase64(new Histogram()).ShouldStartWith("HISTFA");
        BinaryPrimitives.ReadInt32BigEndian(HdrEncoding.EncodeUncompressed(new Histogram())).ShouldBe(0x1c849313);
    }

    [Theory]
    [InlineData(0, 0x1c849301, "older encoding")]
    [InlineData(0, 0x1c849309, "older encoding")]
    [InlineData(0, 0x12345678, "not an HdrHistogram")]
    [InlineData(4, -1, "claims -1 bytes of counts")]
    [InlineData(4, int.MaxValue, "more than its 33792 buckets can take")]
    [InlineData(8, 12, "shifted by 12 buckets")]
    [InlineData(12, 6, "claims 6 significant digits")]
    [InlineData(12, -1, "claims -1 significant digits")]
    [InlineData(16, 0x01000000, "which is not a range")]
    [InlineData(24, -1, "which is not a range")]
    public void A_wrong_head_is_explained(int offset, int value, string message)
    {
        var content = HdrEncoding.EncodeUncompressed(HistogramAssertions.Of([1_000]));
        BinaryPrimitives.WriteInt32BigEndian(content.AsSpan(offset), value);
        Should.Throw<HistogramFormatException>(() => HdrEncoding.Decode(content)).Message.ShouldContain(message);
    }

    [Fact]
    public void Content_that_ends_early_is_explained()
    {
        var content = HdrEncoding.EncodeUncompressed(HistogramAssertions.Of([1_000, 5_000_000]));
        for (var length = 0; length < content.Length; length++)
            Should.Throw<HistogramFormatException>(() => HdrEncoding.Decode(content.AsSpan(0, length)));
    }

    [Theory]
    [InlineData(-40_000, "counts beyond the histogram's 33792 buckets")]
    [InlineData(long.MinValue, "counts beyond the histogram's 33792 buckets")]
    public void A_run_of_empty_buckets_stays_within_the_histogram(long word, string message)
    {
        var content = new byte[HdrHeader.Size + HdrHeader.MaxWordSize];
        var length = ZigZagLeb128.Write(content.AsSpan(HdrHeader.Size), word);
        HdrHeader.Write(content, HistogramLayout.Latency, length);
        Should.Throw<HistogramFormatException>(() => HdrEncoding.Decode(content)).Message.ShouldContain(message);
    }

    [Fact]
    public void Counts_that_overflow_are_refused()
    {
        var content = new byte[HdrHeader.Size + 2 * HdrHeader.MaxWordSize];
        var length = ZigZagLeb128.Write(content.AsSpan(HdrHeader.Size), long.MaxValue);
        length += ZigZagLeb128.Write(content.AsSpan(HdrHeader.Size + length), 1);
        HdrHeader.Write(content, HistogramLayout.Latency, length);
        Should.Throw<HistogramFormatException>(() => HdrEncoding.Decode(content)).Message.ShouldContain("64-bit");
    }

    private static Histogram[] Both(Histogram histogram) =>
    [
        HdrEncoding.DecodeBase64(" " + HdrEncoding.EncodeBase64(histogram) + "\n"),
        HdrEncoding.Decode(HdrEncoding.EncodeUncompressed(histogram)),
    ];
}
