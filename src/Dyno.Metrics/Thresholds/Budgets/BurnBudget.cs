namespace Dyno.Metrics;

/// <summary>
/// An error budget and the windows in which its burn rate is measured: <c>errors burn &lt; 14.4 of 0.1% over 1h and 5m</c>. The burn rate is
/// the share of failed requests in a window, divided by the budget; with several windows the lowest of them counts, so that a limit is crossed
/// only when it is crossed in all: the long window says that it matters, the short one that it continues (The Site Reliability Workbook, 2018,
/// chapter 5, "Multiwindow, Multi-Burn-Rate Alerts").
/// </summary>
/// <param name="Budget">The share of requests that may fail, above 0 and at most 1.</param>
/// <param name="Windows">One to four windows, the longest first.</param>
public sealed record BurnBudget(double Budget, ImmutableArray<TimeSpan> Windows)
{
    private const string Begin = "errors burn";
    private const string Example = "errors burn < 14.4 of 0.1% over 1h and 5m";
    private const int MostWindows = 4;
    private static readonly TimeSpan Week = TimeSpan.FromDays(7);

    public TimeSpan Longest => Windows[0];

    public TimeSpan Shortest => Windows[^1];

    /// <summary>Whether a text begins as a budget does.</summary>
    internal static bool IsMeant(string text) => text.StartsWith(Begin, StringComparison.Ordinal);

    internal static bool TryParse(string text, [NotNullWhen(true)] out Threshold? threshold, [NotNullWhen(false)] out string? error)
    {
        (threshold, error) = (null, null);
        if (!OperatorSyntax.TrySplit(text, out var figure, out var comparison, out var right) || figure != Begin
            || right.Split(" over ") is not [var limitOfBudget, var over] || limitOfBudget.Split(" of ") is not [var limit, var budget])
            error = $"'{text}' is not a budget: write {Example}";
        else if (comparison is not (ThresholdOperator.Less or ThresholdOperator.LessOrEqual))
            error = $"'{text}' demands a high burn rate: write < or <=, as in {Example}";
        else if (!Quantity.TryNumber(limit.Trim(), out var most) || most <= 0)
            error = $"'{limit.Trim()}' is not a burn rate: write a number above zero, as in {Example}; 1 uses the budget up in its time";
        else if (!budget.TrimEnd().EndsWith('%') || !Quantity.TryShare(budget.Trim(), out var share) || share is <= 0 or > 1)
            error = $"'{budget.Trim()}' is not a budget: write the share of requests that may fail, as in 0.1%";
        else if (!TryWindows(over, out var windows))
            error = $"'{over.Trim()}' are not windows: write one to {MostWindows} times from 1s to 7 days (168h) with 'and' between them, as in 1h and 5m";
        else
            threshold = new Threshold
            {
                Selector = new MetricSelector("http_req_failed"),
                Type = MetricType.Rate,
                Expression = new ThresholdExpression(new Aggregation(AggregationKind.Rate), comparison, most, text),
                Burn = new BurnBudget(share, windows),
            };
        return error is null;
    }

    /// <summary>The budget as a threshold writes it.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Budget * 100:0.######}% over {string.Join(" and ", Windows.Select(BudgetText.Of))}");

    private static bool TryWindows(string text, out ImmutableArray<TimeSpan> windows)
    {
        var parts = text.Split(" and ");
        var read = new List<TimeSpan>();
        foreach (var part in parts)
            if (Quantity.TryDuration(part, out var window) && window >= TimeSpan.FromSeconds(1) && window <= Week) read.Add(window);
        windows = [.. read.OrderDescending()];
        return read.Count == parts.Length && read.Count is >= 1 and <= MostWindows && read.Distinct().Count() == read.Count;
    }
}
