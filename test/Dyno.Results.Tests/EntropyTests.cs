namespace Dyno.Results.Tests;

public sealed class EntropyTests
{
    [Fact]
    public void Draws_every_letter_and_no_other()
    {
        var text = Entropy.Text("abc", 300);
        text.Length.ShouldBe(300);
        text.Distinct().Order().ShouldBe(['a', 'b', 'c']);
    }

    [Fact]
    public void Draws_seeds_that_differ_and_are_never_negative()
    {
        int[] seeds = [.. Enumerable.Range(0, 100).Select(_ => Entropy.Seed())];
        seeds.ShouldAllBe(s => s >= 0);
        seeds.Distinct().Count().ShouldBeGreaterThan(95);
    }
}
