namespace Dyno.K6.Tests;

/// <summary>What outlives one collection does not pile up until .NET finds it is too much.</summary>
public sealed class GenerationOneCollectorTests
{
    private readonly int[] _collections = new int[2];
    private readonly GenerationOneCollector _garbage;
    private long _bytes;
    private int _collected;

    public GenerationOneCollectorTests() => _garbage = new GenerationOneCollector(generation => _collections[generation], () => _bytes, Collect);

    [Theory]
    [InlineData(7, 1_000_000, 0, 0)]
    [InlineData(8, 1_000_000, 0, 1)]
    [InlineData(8, 100_000, 0, 0)] // little
    [InlineData(800, 100_000, 0, 0)] // much, but slowly
    [InlineData(8, 1_000_000, 1, 0)] // .NET did it meanwhile
    public void What_piles_up_quickly_is_collected_after_eight_collections_of_the_youngest(int young, long bytesEach, int middle, int expected)
    {
        _collections[1] = middle;
        for (var i = 0; i < young; i++)
        {
            _collections[0]++;
            _bytes += bytesEach;
            _garbage.Look();
        }

        _collected.ShouldBe(expected);
    }

    private void Collect()
    {
        _collected++;
        _collections[0]++; // counts those of the older ones, too
        _collections[1]++;
    }
}
