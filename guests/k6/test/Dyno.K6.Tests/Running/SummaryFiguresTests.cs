using Dyno.Metrics;

namespace Dyno.K6.Tests;

public sealed class SummaryFiguresTests
{
    [Theory]
    [InlineData(1_500, MetricUnit.Time, null, "1.5s/s")]
    [InlineData(1_500, MetricUnit.Time, "ms", "1500.00ms/s")]
    [InlineData(1_500, MetricUnit.Data, null, "1.5 kB/s")]
    [InlineData(1_500, MetricUnit.Default, "ms", "1500/s")]
    public void A_rate_has_the_unit_of_what_is_counted(double value, MetricUnit unit, string? timeUnit, string text) =>
        SummaryFigures.Rate(value, unit, timeUnit).ShouldBe(text);
}
