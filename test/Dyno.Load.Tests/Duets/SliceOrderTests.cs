namespace Dyno.Load.Tests;

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

    /// <summary>Rounds have seeds that follow each other: System.Random began five of seven such rounds with the same variant.</summary>
    [Fact]
    public void Rounds_whose_seeds_follow_each_other_begin_with_any_variant()
    {
        const int Rounds = 600, Variants = 6;
        var firsts = Enumerable.Range(1, Rounds).Select(seed => new SliceOrder(seed, Variants).Next()[0]).ToList();

        // 100 each in the mean, with a standard deviation of 9: five of them to both sides.
        firsts.GroupBy(f => f).ShouldAllBe(g => g.Count() > 55 && g.Count() < 145);
        firsts.Zip(firsts.Skip(1)).Count(pair => pair.First == pair.Second).ShouldBeInRange(55, 145);
    }

    [Fact]
    public void A_pair_can_be_begun_anew()
    {
        var order = new SliceOrder(7, 4);
        order.Next();
        order.BeginPair();
        var begun = order.Next();
        order.Next().ShouldBe(begun.Reverse());
    }
}
