namespace Dyno.Metrics.Tests;

public class InstrumentTests
{
    private static readonly TimeSpan Elapsed = TimeSpan.FromSeconds(4);

    [Theory]
    [InlineData(MetricType.Counter, "count=10 rate=2.5")]
    [InlineData(MetricType.Gauge, "max=4 min=0 value=3")]
    [InlineData(MetricType.Rate, "fails=1 passes=4 rate=0.8")]
    [InlineData(MetricType.Trend, "avg=2 max=4 med=2 min=0 p(90)=3.6 p(95)=3.8")]
    public void Each_type_sums_up_by_its_own_figures(MetricType type, string figures) =>
        Figures(Of(type, 1, 2, 0, 4, 3)).ShouldBe(figures);

    [Theory]
    [InlineData(MetricType.Counter, "count=0 rate=0")]
    [InlineData(MetricType.Gauge, "max=0 min=0 value=0")]
    [InlineData(MetricType.Rate, "fails=0 passes=0 rate=0")]
    [InlineData(MetricType.Trend, "avg=0 max=0 med=0 min=0 p(90)=0 p(95)=0")]
    public void Nothing_is_all_zero(MetricType type, string figures)
    {
        Of(type).IsEmpty.ShouldBeTrue();
        Figures(Of(type)).ShouldBe(figures);
    }

    [Theory]
    [InlineData(MetricType.Counter)]
    [InlineData(MetricType.Gauge)]
    [InlineData(MetricType.Rate)]
    [InlineData(MetricType.Trend)]
    public void Merging_equals_adding_everything_to_one(MetricType type)
    {
        var merged = Instrument.Create(type);
        merged.Merge(Of(type, 5, 0, -2));
        merged.Merge(Of(type));
        merged.Merge(Of(type, 1, 7));
        Figures(merged).ShouldBe(Figures(Of(type, 5, 0, -2, 1, 7)));
    }

    [Fact]
    public void The_latest_value_of_a_gauge_wins_whatever_the_order_of_merging()
    {
        var (first, second) = (Of(MetricType.Gauge, 1), Of(MetricType.Gauge, 2));
        var merged = new Gauge();
        merged.Merge(second);
        merged.Merge(first);
        merged.Value.ShouldBe(2);
        first.Add(3);
        var again = new Gauge();
        again.Merge(second);
        again.Merge(first);
        again.Value.ShouldBe(3);
    }

    [Fact]
    public void A_type_does_not_answer_for_another()
    {
        Should.Throw<ArgumentException>(() => new Counter().Read(new(AggregationKind.Avg), Elapsed))
            .Message.ShouldContain("a Counter has no avg");
        Should.Throw<ArgumentException>(() => new Counter().Merge(new Rate()))
            .Message.ShouldContain("a Rate cannot be merged into a Counter");
    }

    [Fact]
    public void A_rate_over_no_time_is_zero() =>
        Of(MetricType.Counter, 5).Read(new(AggregationKind.Rate), TimeSpan.Zero).ShouldBe(0);

    internal static Instrument Of(MetricType type, params double[] values)
    {
        var instrument = Instrument.Create(type);
        foreach (var value in values) instrument.Add(value);
        return instrument;
    }

    private static string Figures(Instrument instrument) =>
        string.Join(' ', instrument.Figures(Elapsed).Select(figure => $"{figure.Key}={Math.Round(figure.Value, 9)}"));
}
