namespace Dyno.Metrics.Tests;

public class ThresholdExpressionTests
{
    [Theory]
    [InlineData("p(99)<200", "p(99)", ThresholdOperator.Less, 200)]
    [InlineData(" p(99.9) <= 1e3 ", "p(99.9)", ThresholdOperator.LessOrEqual, 1000)]
    [InlineData("p( 95 )>.5", "p(95)", ThresholdOperator.Greater, 0.5)]
    [InlineData("p(0)>=0", "p(0)", ThresholdOperator.GreaterOrEqual, 0)]
    [InlineData("p(100)==1", "p(100)", ThresholdOperator.Equal, 1)]
    [InlineData("med===1", "med", ThresholdOperator.Equal, 1)]
    [InlineData("avg!=-1.5", "avg", ThresholdOperator.NotEqual, -1.5)]
    [InlineData("min>1", "min", ThresholdOperator.Greater, 1)]
    [InlineData("max<1", "max", ThresholdOperator.Less, 1)]
    [InlineData("count<+1", "count", ThresholdOperator.Less, 1)]
    [InlineData("rate<0.01", "rate", ThresholdOperator.Less, 0.01)]
    [InlineData("value<1", "value", ThresholdOperator.Less, 1)]
    public void Figure_operator_and_number_are_read(string text, string figure, ThresholdOperator comparison, double limit)
    {
        ThresholdExpression.TryParse(text, out var expression, out var error).ShouldBeTrue(error);
        expression!.Aggregation.ToString().ShouldBe(figure);
        (expression.ThresholdOperator, expression.Limit, expression.Text).ShouldBe((comparison, limit, text.Trim()));
    }

    [Theory]
    [InlineData("", "has no operator")]
    [InlineData("p(99)", "has no operator: write a figure, an operator (<, <=, >, >=, ==, ===, !=) and a number")]
    [InlineData("p(99)=200", "has no operator")]
    [InlineData("p(99)!200", "has no operator")]
    [InlineData("p(101)<200", "'p(101)' is not a figure of a metric")]
    [InlineData("p(-1)<200", "'p(-1)' is not a figure")]
    [InlineData("p()<200", "'p()' is not a figure")]
    [InlineData("p(x)<200", "'p(x)' is not a figure")]
    [InlineData("p99<200", "'p99' is not a figure")]
    [InlineData("AVG<200", "'AVG' is not a figure")]
    [InlineData("<200", "'' is not a figure")]
    [InlineData("avg<", "'' is not a number")]
    [InlineData("avg<200ms", "'200ms' is not a number")]
    [InlineData("avg<1<2", "'1<2' is not a number")]
    [InlineData("avg!==1", "'=1' is not a number")]
    [InlineData("avg<NaN", "'NaN' is not a number")]
    [InlineData("avg<1e999", "'1e999' is not a number")]
    public void What_is_wrong_is_said(string text, string message)
    {
        ThresholdExpression.TryParse(text, out var expression, out var error).ShouldBeFalse();
        expression.ShouldBeNull();
        error!.ShouldContain(message);
    }

    [Theory]
    [InlineData("avg<5", 4.9, true)]
    [InlineData("avg<5", 5, false)]
    [InlineData("avg<=5", 5, true)]
    [InlineData("avg<=5", 5.1, false)]
    [InlineData("avg>5", 5.1, true)]
    [InlineData("avg>5", 5, false)]
    [InlineData("avg>=5", 5, true)]
    [InlineData("avg>=5", 4.9, false)]
    [InlineData("avg==5", 5, true)]
    [InlineData("avg==5", 4, false)]
    [InlineData("avg===5", 5, true)]
    [InlineData("avg!=5", 4, true)]
    [InlineData("avg!=5", 5, false)]
    public void The_comparison_decides(string text, double value, bool holds)
    {
        ThresholdExpression.TryParse(text, out var expression, out _).ShouldBeTrue();
        expression!.Holds(value).ShouldBe(holds);
    }

    [Theory]
    [InlineData(MetricType.Counter, "count rate")]
    [InlineData(MetricType.Gauge, "value")]
    [InlineData(MetricType.Rate, "rate")]
    [InlineData(MetricType.Trend, "avg min max med p(90)")]
    public void Each_type_has_its_figures(MetricType type, string figures)
    {
        string[] all = ["count", "rate", "value", "avg", "min", "max", "med", "p(90)"];
        var allowed = all.Where(text => Aggregation.TryParse(text, out var figure) && figure.IsAllowedFor(type));
        string.Join(' ', allowed).ShouldBe(figures);
    }
}
