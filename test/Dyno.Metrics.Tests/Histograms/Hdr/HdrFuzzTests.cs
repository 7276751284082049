using System.Buffers.Binary;
using System.IO.Compression;

namespace Dyno.Metrics.Tests;

/// <summary>Hostile bytes end in one kind of exception, and never in memory that they merely claim to need.</summary>
public class HdrFuzzTests
{
    private const int Rounds = 3_000;
    private const long MostPerInput = 200_000;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Damaged_histograms_are_read_or_refused(bool compressed)
    {
        var random = new Random(2026);
        var original = HistogramAssertions.Of(SeededValues.LikeLatencies(seed: 1, 300));
        var content = compressed ? HdrEncoding.Encode(original) : HdrEncoding.EncodeUncompressed(original);
        for (var i = 0; i < Rounds; i++)
        {
            var damaged = (byte[])content.Clone();
            for (var changes = random.Next(1, 6); changes > 0; changes--)
                damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            ReadOrRefuse(damaged.AsSpan(0, random.Next(damaged.Length / 2, damaged.Length + 1)).ToArray());
        }
    }

    [Fact]
    public void A_good_head_with_random_counts_is_read_or_refused()
    {
        var random = new Random(2027);
        for (var i = 0; i < Rounds / 5; i++)
        {
            var content = new byte[HdrHeader.Size + random.Next(200)];
            random.NextBytes(content);
            var layout = new HistogramLayout(random.NextInt64(2, long.MaxValue) >> random.Next(60) | 2, random.Next(6));
            HdrHeader.Write(content, layout, content.Length - HdrHeader.Size);
            ReadOrRefuse(content);
            ReadOrRefuse(Compressed(content));
        }
    }

    [Fact]
    public void Random_bytes_behind_a_good_cookie_are_refused()
    {
        var random = new Random(2028);
        for (var i = 0; i < Rounds; i++)
        {
            var content = new byte[8 + random.Next(100)];
            random.NextBytes(content);
            BinaryPrimitives.WriteInt32BigEndian(content, HdrHeader.Marked(HdrHeader.CompressedCookie));
            if (i % 2 == 0) BinaryPrimitives.WriteInt32BigEndian(content.AsSpan(4), content.Length - 8);
            ReadOrRefuse(content);
        }
    }

    [Fact]
    public void A_zip_bomb_is_refused_without_unpacking_it()
    {
        var bomb = new byte[64_000_000];
        HdrHeader.Write(bomb, new HistogramLayout(1_000_000, 1), payloadLength: 100);
        // 100 bytes of counts are read, 64 MB are not.
        var content = Compressed(bomb);
        ReadOrRefuse(content);
        HdrHeader.Write(bomb, new HistogramLayout(1_000_000, 1), payloadLength: 50_000_000);
        Should.Throw<HistogramFormatException>(() => HdrEncoding.Decode(Compressed(bomb))).Message.ShouldContain("more than its");
    }

    private static void ReadOrRefuse(byte[] content)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        try
        {
            var histogram = HdrEncoding.Decode(content);
            histogram.Count.ShouldBeGreaterThanOrEqualTo(0);
            histogram.ValueAtQuantile(0.5).ShouldBeInRange(histogram.Min, histogram.Max);
        }
        catch (HistogramFormatException e)
        {
            e.Message.ShouldNotBeEmpty();
        }

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(MostPerInput + 4L * content.Length);
    }

    private static byte[] Compressed(byte[] content)
    {
        using var output = new MemoryStream();
        output.Write(new byte[8]);
        using (var zlib = new ZLibStream(output, CompressionLevel.Fastest, leaveOpen: true)) zlib.Write(content);
        var bytes = output.ToArray();
        BinaryPrimitives.WriteInt32BigEndian(bytes, HdrHeader.Marked(HdrHeader.CompressedCookie));
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(4), bytes.Length - 8);
        return bytes;
    }
}
