using System.Collections.Immutable;
using Dyno.Experiments.Plans;
using Dyno.Experiments.Trials;

namespace Dyno.Experiments.Tests.Trials;

public sealed class TrialLoadTests
{
    private static readonly VariantPlan Variant = new() { Name = "a", Load = "http://127.0.0.1:1/", Subject = new() };

    [Fact]
    public void Allows_for_the_load_that_the_trials_before_left()
    {
        TrialLoad.Shape(Plan(), Variant).Limits!.LoadAveragePerCpu.ShouldBe(1.5);
        TrialLoad.Shape(Plan("load-average=2"), Variant).Limits!.LoadAveragePerCpu.ShouldBe(3);
        TrialLoad.Read(Plan(), Variant, 1, new Uri("http://127.0.0.1:2/")).HealthLimits.LoadAveragePerCpu.ShouldBe(1.5);
    }

    private static ExperimentPlan Plan(params ImmutableArray<string> limits) => new()
    {
        Name = "x",
        Source = "x",
        BaseDirectory = "/",
        Variants = [Variant],
        Rounds = 1,
        WarmUp = new(),
        Compare = new() { Baseline = "a", Headline = "rate" },
        Seed = 7,
        HealthLimits = limits,
    };
}
