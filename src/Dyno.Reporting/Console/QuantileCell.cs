namespace Dyno.Reporting;

/// <summary>A quantile in a column, marked with <c>~</c> when it rests on too few values.</summary>
internal static class QuantileCell
{
    public static string Of(LatencyResult latency, double wanted)
    {
        if (latency.Count == 0 || latency.At(wanted) is not { } quantile) return "–";
        return quantile.Reliable ? FigureText.TimeCell(quantile.Nanos) : "~" + FigureText.TimeCell(quantile.Nanos);
    }
}
