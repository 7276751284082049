using Dyno.K6.Running;

namespace Dyno.K6.Tests.Running;

/// <summary>What outlives one collection does not pile up until .NET finds it is too much.</summary>
public sealed class YoungGarbageTests
{
    [Fact]
    public void What_outlived_several_collections_is_looked_at_once_it_is_much()
    {
        var garbage = new YoungGarbage();
        byte[][] survivors = [.. Enumerable.Range(0, 12_000).Select(_ => new byte[1_000])];
        for (var i = 0; i < 8; i++) GC.Collect(0, GCCollectionMode.Forced, blocking: true);

        garbage.Look();

        // Who is still there when the middle generation is collected belongs to the old one.
        survivors.ShouldAllBe(s => GC.GetGeneration(s) == 2);
    }
}
