namespace Dyno.Experiments.Tests;

public sealed class ComparisonBuilderTests
{
    private static readonly ImmutableArray<VariantPlan> Variants =
        [.. ((string[])["a", "b"]).Select(name => new VariantPlan { Name = name, Load = "/", Subject = new() })];

    [Fact]
    public async Task A_variant_has_the_merged_histogram_of_its_trials_and_an_interval_of_its_own()
    {
        var run = Reporting.Tests.SampleRuns.Closed();
        var comparison = await BuildAsync(run, rounds: 6);

        var variant = comparison.Variants[0];
        variant.Latency!.Count.ShouldBe(run.Measured.Latency.Response.Count * 6);
        ((double)variant.Latency.MaxNanos).ShouldBe(run.Measured.Latency.Response.MaxNanos, run.Measured.Latency.Response.MaxNanos / 1000.0);
        var rate = variant.Metrics["rate"];
        rate.Low!.Value.ShouldBe(rate.Median, rate.Median * 1e-9);
        rate.High!.Value.ShouldBe(rate.Median, rate.Median * 1e-9);
    }

    [Fact]
    public async Task A_single_launch_has_no_interval()
    {
        var comparison = await BuildAsync(Reporting.Tests.SampleRuns.Closed(), rounds: 1);
        comparison.Variants.ShouldAllBe(v => v.Metrics["rate"].Low == null);
    }

    [Fact]
    public async Task Says_which_rules_strained_the_trials()
    {
        var stolen = new HealthFinding { Rule = "steal", State = HealthState.Strained, Message = "3 % of the CPU time was stolen" };
        var run = Reporting.Tests.SampleRuns.Closed() with { Health = new HealthRecord { State = HealthState.Strained, Findings = [stolen] } };
        var comparison = await BuildAsync(run, rounds: 2);

        comparison.Health.State.ShouldBe(HealthState.Strained);
        comparison.Health.Findings.Single(f => f.Rule == "strained-trials").Message.ShouldStartWith("4 of 4 trials were strained (steal × 4).");
    }

    [Fact]
    public async Task Says_what_the_services_did()
    {
        var run = Reporting.Tests.SampleRuns.Closed();
        var requests = run.Measured.Totals.Requests + (run.WarmUp?.Totals.Requests ?? 0);
        var comparison = await BuildAsync(run with { Services = [new ServiceObservation { Name = "cache", Kind = "redis", Commands = 3 * requests }] }, rounds: 2);

        comparison.Variants.ShouldAllBe(v => v.Services.Length == 1);
        comparison.Variants[0].Services[0].ShouldBe(new ServiceUse("cache", "redis", null, null, null, 3));
    }

    private static async Task<Comparison> BuildAsync(RunResult run, int rounds)
    {
        var plan = new ExperimentPlan
        {
            Name = "x",
            Source = "x",
            BaseDirectory = "/",
            Variants = Variants,
            Rounds = rounds,
            WarmUp = new(),
            Compare = new() { Baseline = "a", Headline = "rate" },
            Control = false,
            Seed = 7,
        };
        var sequence = new RoundSequence(Variants, plan, new Same(run), new SilentListener(), new RunSignals(), (_, _) => "run.json");
        var trials = await sequence.RunAsync();
        return new ComparisonBuilder(plan, Variants, _ => run).Build(sequence, trials, "id", DateTimeOffset.UnixEpoch);
    }

    private sealed class Same(RunResult run) : ITrialRunner
    {
        public Task<RunResult> RunAsync(VariantPlan variant, int round, RunSignals signals) => Task.FromResult(run);
    }
}
