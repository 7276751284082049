using Dyno.Reporting.Tests;

namespace Dyno.Experiments.Tests;

public sealed class ParityTests
{
    [Fact]
    public async Task Finds_the_rate_up_to_which_a_variant_is_as_good_as_the_baseline()
    {
        var runner = new Server(slowFrom: 20);
        var found = await Sweep(runner).RunAsync();

        found.Find.ShouldBe("parity");
        var finding = found.Findings.Single();
        finding.Variant.ShouldBe("b");
        finding.Low!.Value.ShouldBeLessThan(20);
        finding.High!.Value.ShouldBeGreaterThanOrEqualTo(20);
        (finding.High.Value / finding.Low.Value).ShouldBeLessThan(1.11);
        finding.Sentence.ShouldStartWith("the p50 of b is at most 10 % above that of a up to ");
        runner.Rates["a"].ShouldBe(runner.Rates["b"], "both at the same rates");
    }

    [Fact]
    public async Task What_stays_as_good_in_the_whole_range_has_no_upper_end()
    {
        var finding = (await Sweep(new Server(slowFrom: 1_000)).RunAsync()).Findings.Single();
        finding.Low.ShouldBe(120);
        finding.High.ShouldBeNull();
    }

    [Fact]
    public async Task The_baseline_is_measured_once_at_a_rate_for_all_variants()
    {
        var runner = new Server(slowFrom: 20);
        var findings = (await Sweep(runner, "b", "c").RunAsync()).Findings;
        findings.Select(f => f.Variant).ShouldBe(["b", "c"]);
        runner.Rates["a"].Count.ShouldBe(runner.Rates["b"].Count);
    }

    private static Sweep Sweep(ITrialRunner runner, params string[] variants)
    {
        string[] names = ["a", .. variants.Length == 0 ? ["b"] : variants];
        var plan = new ExperimentPlan
        {
            Name = "x",
            Source = "x",
            BaseDirectory = "/",
            Variants = [.. names.Select(name => new VariantPlan { Name = name, Load = "/", Subject = new() })],
            Rounds = 1,
            WarmUp = new(),
            Compare = new() { Baseline = "a", Headline = "p50" },
            Seed = 7,
            Sweep = new SweepPlan { From = 3, To = 120, Find = SweepGoal.Parity, TrialsPerPoint = 1 },
        };
        var listener = new SilentListener();
        return new Sweep(plan, new SweepTrials(plan, runner, listener, new RunSignals(), ExperimentFolder.Create(null, "x", plan)), listener);
    }

    /// <summary>Every variant but a is half as slow again from a rate on.</summary>
    private sealed class Server(double slowFrom) : ITrialRunner
    {
        public Dictionary<string, List<string>> Rates { get; } = [];

        public Task<RunResult> RunAsync(VariantPlan variant, int round, RunSignals signals)
        {
            if (!Rates.TryGetValue(variant.Name, out var seen)) Rates[variant.Name] = seen = [];
            seen.Add(variant.Shape.Rate!);
            var rate = double.Parse(variant.Shape.Rate![..^2], System.Globalization.CultureInfo.InvariantCulture);
            var factor = variant.Name != "a" && rate >= slowFrom ? 1.5 : 1;
            var run = SampleRuns.Closed();
            var latency = run.Measured.Latency;
            var quantiles = latency.Response.Quantiles.Select(q => q with { Nanos = (long)(q.Nanos * factor), Reliable = true });
            var measured = run.Measured with { Latency = latency with { Response = latency.Response with { Quantiles = [.. quantiles] } } };
            return Task.FromResult(run with { Measured = measured });
        }
    }
}
