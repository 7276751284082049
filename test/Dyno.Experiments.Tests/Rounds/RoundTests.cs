namespace Dyno.Experiments.Tests;

public sealed class RoundTests
{
    [Fact]
    public void Draws_the_same_order_from_the_same_seed_and_round()
    {
        RoundOrder.Of(42, 7, 5).ShouldBe(RoundOrder.Of(42, 7, 5));
        RoundOrder.Of(42, 7, 5).Order().ShouldBe([0, 1, 2, 3, 4]);
    }

    [Fact]
    public void Puts_each_variant_first_about_equally_often()
    {
        var firsts = Enumerable.Range(0, 6_000).GroupBy(round => RoundOrder.Of(1, round, 3)[0]).ToList();
        firsts.Count.ShouldBe(3);
        firsts.ShouldAllBe(g => g.Count() > 1_850 && g.Count() < 2_150);
    }

    [Theory]
    [InlineData(3)]
    [InlineData(6)]
    public void In_as_many_rounds_as_there_are_variants_each_has_each_place_once(int variants)
    {
        foreach (var cycle in Enumerable.Range(0, 20))
            for (var place = 0; place < variants; place++)
                Enumerable.Range(cycle * variants, variants).Select(round => RoundOrder.Of(7, round, variants)[place]).Order()
                    .ShouldBe(Enumerable.Range(0, variants));
    }

    [Fact]
    public void Allows_a_fifth_of_the_rounds_to_be_repeated()
    {
        var budget = new RoundBudget(10);
        budget.Add(isGood: false);
        budget.Add(isGood: false);
        budget.WantsAnother.ShouldBeTrue();
        budget.Add(isGood: false);
        budget.IsExhausted.ShouldBeTrue();
        budget.WantsAnother.ShouldBeFalse();
    }

    [Fact]
    public void Ends_after_the_planned_good_rounds()
    {
        var budget = new RoundBudget(2);
        budget.Add(isGood: true);
        budget.Add(isGood: false);
        budget.WantsAnother.ShouldBeTrue();
        budget.Add(isGood: true);
        budget.WantsAnother.ShouldBeFalse();
        (budget.Good, budget.Spoiled).ShouldBe((2, 1));
    }
}
