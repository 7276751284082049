namespace Dyno.Reporting;

/// <summary>A quantile in a column, marked with <c>~</c> when it rests on too few values.</summary>
internal static class QuantileCell
{
    public static string Of(LatencyResult latency, double wanted)
    {
        if (latency.Count == 0) return "–";
        var quantile = latency.Quantiles.FirstOrDefault(quantile => Math.Abs(quantile.Quantile - wanted) < 1e-9);
        if (quantile is null) return "–";
        return quantile.Reliable ? FigureText.TimeCell(quantile.Nanos) : "~" + FigureText.TimeCell(quantile.Nanos);
    }
}
