namespace Dyno.Metrics;

/// <summary>A condition on a metric: <c>p(99)&lt;200</c>.</summary>
/// <param name="ThresholdOperator">How the figure is compared with the limit.</param>
/// <param name="Limit">The limit, in the metric's unit (times: milliseconds).</param>
/// <param name="Text">The expression as the user wrote it, without spaces around it.</param>
/// <remarks>Grammar, as k6 documents it: <c>aggregation operator number</c> with the operators
/// <c>&lt; &lt;= &gt; &gt;= == === !=</c>.</remarks>
public sealed record ThresholdExpression(Aggregation Aggregation, ThresholdOperator ThresholdOperator, double Limit, string Text)
{
    private const string Grammar =
        "write a figure, an operator (<, <=, >, >=, ==, ===, !=) and a number, as in p(99)<200";

    /// <summary>Whether the threshold holds for this value of its figure.</summary>
    public bool Holds(double value) => ThresholdOperator switch
    {
        ThresholdOperator.Less => value < Limit,
        ThresholdOperator.LessOrEqual => value <= Limit,
        ThresholdOperator.Greater => value > Limit,
        ThresholdOperator.GreaterOrEqual => value >= Limit,
        ThresholdOperator.Equal => value == Limit,
        _ => value != Limit,
    };

    /// <summary>Reads an expression in k6's grammar.</summary>
    /// <param name="text">For example <c>rate&lt;0.01</c>.</param>
    /// <param name="expression">The expression; null when the text is wrong.</param>
    /// <param name="error">What is wrong and what to write; null when nothing is.</param>
    public static bool TryParse(
        string text, [NotNullWhen(true)] out ThresholdExpression? expression, [NotNullWhen(false)] out string? error)
    {
        (expression, error) = (null, null);
        if (!OperatorSyntax.TrySplit(text, out var figure, out var comparison, out var number))
            error = $"'{text.Trim()}' has no operator: {Grammar}";
        else if (!Aggregation.TryParse(figure, out var aggregation))
            error = $"'{figure}' is not a figure of a metric: "
                + "the figures are count, rate, value, avg, min, max, med, p(N) with N from 0 to 100";
        else if (!TryNumber(number, out var limit))
            error = $"'{number}' is not a number: {Grammar}";
        else
            expression = new ThresholdExpression(aggregation, comparison, limit, text.Trim());
        return expression is not null;
    }

    /// <summary>The condition as the user wrote it.</summary>
    public override string ToString() => Text;

    /// <summary>The expression in k6's grammar, however it was written, with the limit in the metric's unit.</summary>
    internal string Plain => string.Create(CultureInfo.InvariantCulture, $"{Aggregation}{OperatorSyntax.SymbolOf(ThresholdOperator)}{Limit:R}");

    private static bool TryNumber(string text, out double number) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out number) && double.IsFinite(number);
}
