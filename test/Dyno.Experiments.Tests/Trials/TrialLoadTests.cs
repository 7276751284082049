using System.Collections.Immutable;
using Dyno.Experiments.Plans;
using Dyno.Experiments.Trials;

namespace Dyno.Experiments.Tests.Trials;

public sealed class TrialLoadTests
{
    private static readonly VariantPlan Variant = new() { Name = "a", Load = "http://127.0.0.1:1/", Subject = new() };

    [Theory]
    [InlineData]
    [InlineData("load-average=2")]
    public void What_the_trials_before_left_in_the_load_average_strains_no_trial(params string[] limits)
    {
        const double Load = 100; // per CPU
        TrialLoad.Shape(Plan([.. limits]), Variant).Limits!.LoadAveragePerCpu.ShouldBeGreaterThan(Load);
        TrialLoad.Read(Plan([.. limits]), Variant, 1, new Uri("http://127.0.0.1:2/")).HealthLimits.LoadAveragePerCpu.ShouldBeGreaterThan(Load);
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
