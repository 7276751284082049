using Dyno.Load.Duets;

namespace Dyno.Load.Tests.Duets;

public sealed class SliceOrderTests
{
    [Fact]
    public void Every_second_block_mirrors_the_one_before_and_the_seed_decides()
    {
        var (order, same) = (new SliceOrder(7, 4), new SliceOrder(7, 4));
        var blocks = Enumerable.Range(0, 20).Select(_ => order.Next()).ToList();

        for (var i = 0; i < blocks.Count; i += 2)
        {
            blocks[i].Order().ShouldBe([0, 1, 2, 3]);
            blocks[i + 1].ShouldBe(blocks[i].Reverse());
        }
        blocks.Where((_, i) => i % 2 == 0).Select(b => string.Join(' ', b)).Distinct().Count().ShouldBeGreaterThan(3);
        blocks.ShouldAllBe(b => b.SequenceEqual(same.Next()));
    }
}
