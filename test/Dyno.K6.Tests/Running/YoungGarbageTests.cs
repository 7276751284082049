using Dyno.K6.Running;

namespace Dyno.K6.Tests.Running;

/// <summary>What outlives one collection does not pile up until .NET finds it is too much.</summary>
public sealed class YoungGarbageTests
{
    private const long Much = 30_000_000;
    private readonly int[] _collections = new int[2];
    private readonly YoungGarbage _garbage;
    private long _bytes;
    private int _collected;

    public YoungGarbageTests() => _garbage = new YoungGarbage(generation => _collections[generation], () => _bytes, Collect);

    [Theory]
    [InlineData(7, Much, 0, 0)]
    [InlineData(8, Much, 0, 1)]
    [InlineData(8, Much / 2, 0, 0)] // little
    [InlineData(8, Much, 1, 0)] // .NET did it meanwhile
    [InlineData(80, Much, 0, 11)]
    public void Much_that_outlived_collections_is_collected_after_eight_of_the_youngest(int young, long bytes, int middle, int expected)
    {
        _bytes = bytes;
        _collections[1] = middle;
        for (var i = 0; i < young; i++)
        {
            _collections[0]++;
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
