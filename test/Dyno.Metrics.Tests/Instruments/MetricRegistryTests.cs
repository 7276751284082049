namespace Dyno.Metrics.Tests;

public class MetricRegistryTests
{
    private readonly MetricRegistry _registry = new();

    [Fact]
    public void The_same_declaration_gives_the_same_metric() =>
        Register("orders", MetricType.Counter).ShouldBeSameAs(Register("orders", MetricType.Counter));

    [Fact]
    public void One_name_cannot_be_two_types()
    {
        Register("orders", MetricType.Counter);
        _registry.TryRegister(new("orders", MetricType.Trend, MetricUnit.Time), out _, out var error).ShouldBeFalse();
        error.ShouldBe("metric 'orders' is already a Counter and cannot be a Trend of times, too: give one of them another name");
    }

    [Fact]
    public void An_impossible_name_is_refused()
    {
        _registry.TryRegister(new("my orders", MetricType.Counter), out _, out var error).ShouldBeFalse();
        error!.ShouldContain("'my orders' is not a metric name");
    }

    [Fact]
    public void A_part_of_an_unknown_metric_is_refused()
    {
        Register("orders", MetricType.Counter);
        _registry.TryAddSubMetric(new("order", [new("a", "1")]), out var error).ShouldBeFalse();
        error.ShouldBe("there is no metric 'order': the metrics are orders");
    }

    [Fact]
    public void Values_go_to_the_metric_and_to_the_parts_whose_tags_they_carry()
    {
        var orders = Register("orders", MetricType.Counter);
        var (shop, shopA) = (Selector("orders{shop:1}"), Selector("orders{shop:1,kind:a}"));
        Keep(shop, shopA, shop);
        var recorder = _registry.CreateRecorder();
        recorder.Add(orders, 1);
        recorder.Add(orders, 10, new Dictionary<string, string> { ["shop"] = "1" });
        recorder.Add(orders, 100, new Dictionary<string, string> { ["kind"] = "a", ["shop"] = "1", ["x"] = "y" });
        recorder.Add(orders, 1000, new Dictionary<string, string> { ["shop"] = "2" });
        (Count(Selector("orders")), Count(shop), Count(shopA)).ShouldBe((1111, 110, 100));
        orders.SubMetrics.ShouldBe([shop, shopA]);
    }

    [Fact]
    public void Parts_that_nobody_asked_for_do_not_exist()
    {
        Register("orders", MetricType.Counter);
        Reader().Sum(Selector("orders{shop:1}")).ShouldBeNull();
        Reader().TryRead(Selector("orders{shop:1}"), new(AggregationKind.Count), out _).ShouldBeFalse();
        Reader().Sum(Selector("nothing")).ShouldBeNull();
    }

    [Fact]
    public void Workers_are_read_together()
    {
        var orders = Register("orders", MetricType.Counter);
        foreach (var value in (double[])[1, 2, 3]) _registry.CreateRecorder().Add(orders, value);
        Count(Selector("orders")).ShouldBe(6);
    }

    [Fact]
    public void A_metric_without_values_is_not_measured_yet()
    {
        Register("orders", MetricType.Counter);
        _registry.CreateRecorder();
        Reader().TryRead(Selector("orders"), new(AggregationKind.Count), out var value).ShouldBeFalse();
        value.ShouldBe(0);
    }

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void What_is_no_finite_number_is_not_recorded(double value)
    {
        var orders = Register("orders", MetricType.Counter);
        _registry.CreateRecorder().Add(orders, value).ShouldBeFalse();
        Reader().Sum(Selector("orders"))!.IsEmpty.ShouldBeTrue();
    }

    [Fact]
    public void Metrics_declared_after_the_recorder_was_made_are_recorded_too()
    {
        var recorder = _registry.CreateRecorder();
        for (var i = 0; i < 100; i++) recorder.Add(Register($"m{i}", MetricType.Counter), i).ShouldBeTrue();
        for (var i = 0; i < 100; i++) Count(Selector($"m{i}")).ShouldBe(i);
    }

    [Fact]
    public void Everything_can_be_read_by_name()
    {
        Register("b", MetricType.Rate);
        Register("a", MetricType.Trend);
        Keep(Selector("a{x:1}"));
        Reader().ReadAll().Select(read => read.Selector.ToString()).ShouldBe(["a", "a{x:1}", "b"]);
    }

    [Fact]
    public void Reading_while_workers_record_never_goes_back_and_ends_exact()
    {
        const int Values = 300_000;
        var (orders, times) = (Register("orders", MetricType.Counter), Register("times", MetricType.Trend));
        var workers = Enumerable.Range(0, 3).Select(_ => new Thread(() =>
        {
            var recorder = _registry.CreateRecorder();
            for (var i = 0; i < Values; i++) { recorder.Add(orders, 1); recorder.Add(times, i % 1_000); }
        })).ToList();
        workers.ForEach(worker => worker.Start());
        var (last, reader) = (0.0, Reader());
        while (workers.Exists(worker => worker.IsAlive))
        {
            var count = Count(Selector("orders"));
            count.ShouldBeGreaterThanOrEqualTo(last);
            last = count;
            if (reader.TryRead(Selector("times"), new(AggregationKind.Med), out var median)) median.ShouldBeInRange(0, 999);
        }

        workers.ForEach(worker => worker.Join());
        Count(Selector("orders")).ShouldBe(3 * Values);
        reader.TryRead(Selector("times"), new(AggregationKind.Avg), out var mean).ShouldBeTrue();
        mean.ShouldBe(499.5, 1e-9);
    }

    private Metric Register(string name, MetricType type)
    {
        _registry.TryRegister(new(name, type), out var metric, out var error).ShouldBeTrue(error);
        return metric!;
    }

    private void Keep(params MetricSelector[] parts)
    {
        foreach (var part in parts) _registry.TryAddSubMetric(part, out var error).ShouldBeTrue(error);
    }

    private MetricReader Reader() => new(_registry) { Elapsed = TimeSpan.FromSeconds(1) };

    private double Count(MetricSelector selector) => Reader().Sum(selector)!.Read(new(AggregationKind.Count), default);

    private static MetricSelector Selector(string text)
    {
        MetricSelector.TryParse(text, out var selector, out var error).ShouldBeTrue(error);
        return selector!;
    }
}
