namespace Dyno.Experiments.Tests;

public sealed class TrialLoadTests
{
    private static readonly VariantPlan Variant = new() { Name = "a", Load = "http://127.0.0.1:1/", Subject = new() };

    [Fact]
    public void A_variant_is_warmed_up_by_its_own_rule_where_it_has_one()
    {
        var own = Variant with { WarmUp = new() { Minimum = TimeSpan.FromSeconds(1), Maximum = TimeSpan.FromSeconds(3) } };
        WarmUpOf(own).ShouldBe((TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(3)));
        WarmUpOf(Variant).ShouldBe((TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(20)));

        static (TimeSpan Minimum, TimeSpan Maximum) WarmUpOf(VariantPlan variant)
        {
            var load = TrialLoad.Read(Plan(), variant, 1, new Uri("http://127.0.0.1:2/"));
            return (load.WarmUpLevel!.Minimum, load.WarmUp);
        }
    }

    private static ExperimentPlan Plan() => new()
    {
        Name = "x",
        Source = "x",
        BaseDirectory = "/",
        Variants = [Variant],
        Rounds = 1,
        WarmUp = new(),
        Compare = new() { Baseline = "a", Headline = "rate" },
        Seed = 7,
    };
}
