namespace Dyno.Results.Tests;

public sealed class MetricMergeTests
{
    private static readonly RunResult Sample =
        RunResultJson.ReadFile(Path.Combine(RepositoryRoot.Path, "test", "Dyno.Results.Tests", "Samples", $"run-result.v{RunResult.CurrentSchemaVersion}.json")) with { Profile = null };

    private static readonly DateTimeOffset Noon = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);

    [Fact]
    public void Counters_are_added_and_their_rates_divided_by_the_whole_run()
    {
        ValuesOf("orders", [Run("a", 0, Counter("orders", 30)), Run("b", 60, Counter("orders", 50))])
            .ShouldBe([new("count", 80), new("rate", 4)]); // 10 s each, one after the other
        ValuesOf("orders", [Run("a", 0, Counter("orders", 30)), Run("b", 1, Counter("orders", 50))])
            .ShouldBe([new("count", 80), new("rate", 8)]); // side by side
    }

    [Fact]
    public void Rates_are_those_of_all_values() =>
        ValuesOf("ok", [Run("a", 0, Rate("ok", 9, 1)), Run("b", 60, Rate("ok", 0, 90))])
            .ShouldBe([new("fails", 91), new("passes", 9), new("rate", 0.09)]);

    [Fact]
    public void Trends_are_read_again_from_all_values_and_never_averaged()
    {
        var values = ValuesOf("waited", [Run("a", 0, Trend("waited", [.. Enumerable.Repeat(1.0, 90)])), Run("b", 60, Trend("waited", [.. Enumerable.Repeat(100.0, 10), -5]))]);

        values["min"].ShouldBe(-5);
        values["max"].ShouldBe(100);
        values["med"].ShouldBe(1);
        values["p(95)"].ShouldBe(100, 0.1);
        values["avg"].ShouldBe(1085 / 101.0, 1e-9);
    }

    [Fact]
    public void A_gauge_keeps_the_value_of_the_run_that_ended_last_and_the_extremes_of_all() =>
        ValuesOf("depth", [Run("b", 60, Gauge("depth", 7, 3)), Run("a", 0, Gauge("depth", 9, 1))])
            .ShouldBe([new("max", 9), new("min", 1), new("value", 3)]);

    [Fact]
    public void Users_of_runs_side_by_side_add_up()
    {
        ValuesOf("vus", [Run("a", 0, Gauge("vus", 2, 5)), Run("b", 1, Gauge("vus", 3, 4))]).ShouldBe([new("max", 9), new("min", 5), new("value", 9)]);
        ValuesOf("vus", [Run("a", 0, Gauge("vus", 2, 5)), Run("b", 60, Gauge("vus", 3, 4))]).ShouldBe([new("max", 5), new("min", 2), new("value", 4)]);
    }

    [Fact]
    public void What_only_some_of_the_runs_could_have_told_is_left_out_and_named()
    {
        var old = Trend("waited", 1) with { Distribution = null };
        var merged = RunMerge.Of([Run("a", 0, Counter("orders{kind:odd}", 1), Trend("waited", 1)), Run("b", 60, Counter("other", 1), old)]);

        merged.Measured.Metrics.Select(m => m.Name).ShouldBe(["other"]);
        merged.LeftOut.ShouldContain("the custom metrics orders, waited: see each run");
        RunMerge.Of([Run("a", 0, Counter("http_reqs", 1)), Run("b", 60) with { Plan = Sample.Plan }]).LeftOut
            .ShouldContain("http_reqs, which not every run keeps: see each run");
    }

    [Fact]
    public void Thresholds_are_judged_again_on_the_merged_metrics()
    {
        var few = Threshold("orders", "count>60", passed: false, 30);
        var share = Threshold("ok", "rate>0.8", passed: true, 0.9);
        var merged = RunMerge.Of(
        [
            Run("a", 0, Counter("orders", 30), Rate("ok", 9, 1)) with { Thresholds = [few, share] },
            Run("b", 60, Counter("orders", 50), Rate("ok", 0, 90)) with { Thresholds = [few with { Value = 50 }, share with { Passed = false, Value = 0 }] },
        ]);

        merged.Thresholds.ShouldBe([few with { Passed = true, Value = 80 }, share with { Passed = false, Value = 0.09 }]);
        merged.LeftOut.ShouldBeEmpty();
    }

    [Fact]
    public void What_ended_a_run_stays_crossed()
    {
        var held = Threshold("orders", "count<100", passed: true, 30);
        var ended = held with { Passed = false, Value = 120, Aborted = true };
        RunMerge.Of([Run("a", 0, Counter("orders", 30)) with { Thresholds = [held] }, Run("b", 60, Counter("orders", 50)) with { Thresholds = [ended] }])
            .Thresholds.ShouldBe([ended]);
    }

    [Fact]
    public void Thresholds_of_other_loads_are_judged_on_the_merged_measurement()
    {
        var slow = Threshold("response_time", "p99 < 50ms", passed: false, 60);
        var runs = new[] { Run("a", 0), Run("b", 60) }.Select(run => run with { Plan = Sample.Plan, Thresholds = [slow, Threshold("checks", "rate>0.5", true, 1)] }).ToList();
        var merged = RunMerge.Of(runs);

        merged.Thresholds.Length.ShouldBe(2);
        var figure = new Aggregation(AggregationKind.Percentile, 99);
        new ResultMetrics(merged.Measured).TryRead(new MetricSelector("response_time"), figure, out var p99).ShouldBeTrue();
        merged.Thresholds[0].Value.ShouldBe(p99);
        merged.Thresholds[0].Passed.ShouldBe(p99 < 50);
        merged.LeftOut.ShouldBeEmpty();
    }

    [Fact]
    public void Thresholds_that_cannot_be_judged_on_all_runs_are_named_with_what_was_crossed()
    {
        var crossed = Threshold("m", "p(99)<5", passed: false, 6);
        var merged = RunMerge.Of([Run("a", 0) with { Thresholds = [crossed] }, Run("b", 60) with { Thresholds = [crossed with { Passed = true, Value = 4 }] }]);

        merged.Thresholds.ShouldBe([crossed]);
        merged.LeftOut.ShouldNotContain(text => text.Contains("the thresholds m"), "it is shown as crossed");
        RunMerge.Of([Run("a", 0, Counter("orders", 1)) with { Thresholds = [Threshold("orders", "count>0", passed: true, 1)] }, Run("b", 60, Counter("orders", 1))]).LeftOut
            .ShouldContain("the thresholds orders: count>0: they cannot be judged on all runs; none was crossed");
    }

    private static ImmutableSortedDictionary<string, double> ValuesOf(string name, IReadOnlyCollection<RunResult> runs) =>
        RunMerge.Of(runs).Measured.Metrics.Single(m => m.Name == name).Values;

    private static ThresholdRecord Threshold(string metric, string expression, bool passed, double value) =>
        new() { Metric = metric, Expression = expression, Passed = passed, Value = value };

    private static MetricResult Counter(string name, double count) => Metric(name, MetricType.Counter, new Counter(), count);

    private static MetricResult Gauge(string name, params double[] values) => Metric(name, MetricType.Gauge, new Gauge(), values);

    private static MetricResult Trend(string name, params double[] values) => Metric(name, MetricType.Trend, new Trend(), values);

    private static MetricResult Rate(string name, int passes, int fails) =>
        Metric(name, MetricType.Rate, new Rate(), [.. Enumerable.Repeat(1.0, passes), .. Enumerable.Repeat(0.0, fails)]);

    private static MetricResult Metric(string name, MetricType type, Instrument instrument, params double[] values)
    {
        foreach (var value in values) instrument.Add(value);
        MetricSelector.TryParse(name, out var selector, out _).ShouldBeTrue();
        return MetricFigures.Of(new MetricDefinition(selector!.Name, type, MetricUnit.Default), selector, instrument, TimeSpan.FromSeconds(10));
    }

    private static RunResult Run(string id, double second, params MetricResult[] metrics) => Sample with
    {
        Id = id,
        StartedAt = Noon.AddSeconds(second),
        EndedAt = Noon.AddSeconds(second + 10),
        Plan = Sample.Plan with { InputKind = "k6" },
        WarmUp = null,
        Server = null,
        Services = [],
        Thresholds = [],
        MergedRuns = [],
        LeftOut = [],
        Growth = null,
        Measured = Sample.Measured with { DurationSeconds = 10, Metrics = [.. metrics] },
    };
}
