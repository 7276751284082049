namespace Dyno.Load.Tests;

public sealed class HistogramStoreTests
{
    private readonly HistogramStore _store = new();

    [Fact]
    public void Gives_back_what_was_stored_and_nothing_for_an_empty_one()
    {
        var stored = Enumerable.Range(0, 500).Select(i => _store.Add(Values(i, 1 + i % 7))).ToList();

        _store.Add(new Histogram()).ShouldBe(default);
        stored.Select(Count).ShouldBe(Enumerable.Range(0, 500).Select(i => 1L + i % 7));
        Count(default).ShouldBe(0);
    }

    [Fact]
    public void A_histogram_larger_than_a_chunk_has_one_of_its_own()
    {
        var large = new Histogram();
        for (var i = 0; i < large.Layout.Length; i++) large.Record(large.Layout.LowestAt(i), 1 + i * 7919L % 100_003);
        _store.Add(Values(5, 1));

        var stored = _store.Add(large);

        stored.Length.ShouldBeGreaterThan(HistogramStore.ChunkBytes);
        Count(stored).ShouldBe(large.Count);
    }

    [Fact]
    public void A_rewrite_reads_everything_and_needs_hardly_more_chunks()
    {
        var stored = Enumerable.Range(0, 500).Select(i => _store.Add(Values(i, 1_000))).ToList();
        var chunks = _store.ChunkCount;
        chunks.ShouldBeGreaterThan(3);

        _store.BeginRewrite();
        for (var i = 0; i < stored.Count; i++)
        {
            var read = new Histogram();
            HistogramStore.Read(stored[i], read);
            _store.ReleaseBefore(i + 1 < stored.Count ? stored[i + 1] : default);
            stored[i] = _store.Add(read);
        }

        _store.EndRewrite();
        stored.Select(Count).ShouldAllBe(count => count == 1_000);
        _store.ChunkCount.ShouldBeInRange(chunks, chunks + 2);
    }

    private static long Count(KeptHistogram stored)
    {
        var histogram = new Histogram();
        HistogramStore.Read(stored, histogram);
        return histogram.Count;
    }

    private static Histogram Values(int seed, int count)
    {
        var histogram = new Histogram();
        for (var i = 0; i < count; i++) histogram.Record(1_000 + (seed + 1_009L * i) * i * 577 % 900_000_007);
        return histogram;
    }
}
