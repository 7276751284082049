namespace Dyno.Experiments.Tests;

/// <summary>An experiment of a baseline <c>a</c>, its control and <c>b</c>, judged by the rate; how many rounds there are is the test's.</summary>
internal static class PairPlan
{
    public static ImmutableArray<VariantPlan> Variants { get; } =
        [.. ((string[])["a", "control", "b"]).Select(name => new VariantPlan { Name = name, Load = "/", Subject = new() })];

    public static ExperimentPlan Plan { get; } = new()
    {
        Name = "x",
        Source = "x",
        BaseDirectory = "/",
        Variants = Variants,
        Rounds = 0,
        WarmUp = new(),
        Compare = new() { Baseline = "a", Headline = "rate" },
        Seed = 7,
    };
}
