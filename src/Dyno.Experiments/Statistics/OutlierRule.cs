namespace Dyno.Experiments;

/// <summary>
/// Finds launches that lie apart from the other launches of their variant. Such a launch has a modified z-score above 3.5 and differs from
/// the median by more than the practical threshold. The score is 0.6745 · |x − median| / MAD of the logarithms; MAD is the median distance
/// from the median (Iglewicz and Hoaglin, "How to Detect and Handle Outliers", 1993). The threshold is required as well, because the MAD of
/// few launches is sometimes tiny. The launches are marked and kept: signed ranks tolerate them, and occasional slow launches are a
/// property of the program.
/// </summary>
public static class OutlierRule
{
    /// <summary>The fewest launches among which a launch can lie apart.</summary>
    public const int FewestLaunches = 5;

    /// <summary>The score above which a launch lies apart.</summary>
    public const double Limit = 3.5;

    private const double ToStandardDeviations = 0.6745; // the quartile of the normal distribution: MAD ÷ standard deviation

    /// <summary>For each figure whether it lies apart from the others.</summary>
    /// <param name="figures">A figure per launch, above 0.</param>
    /// <param name="threshold">The smallest relative difference that matters, e.g. 0.02.</param>
    public static bool[] LieApart(IReadOnlyList<double> figures, double threshold)
    {
        if (figures.Count < FewestLaunches || figures.Any(figure => figure <= 0)) return new bool[figures.Count];
        double[] logs = [.. figures.Select(figure => Math.Log(figure))];
        var (middle, spread) = SpreadOf(logs);
        var matters = Math.Log(1 + threshold);
        return Array.ConvertAll(logs, x => Math.Abs(x - middle) is var distance && distance > matters && ToStandardDeviations * distance > Limit * spread);
    }

    /// <summary>The modified z-score of the value that lies farthest from the median; infinite where most values are equal.</summary>
    internal static double LargestScore(double[] values)
    {
        var (middle, spread) = SpreadOf(values);
        var farthest = values.Max(x => Math.Abs(x - middle));
        return farthest == 0 ? 0 : ToStandardDeviations * farthest / spread;
    }

    private static (double Median, double MedianDistance) SpreadOf(double[] values)
    {
        var middle = MedianOf(values);
        return (middle, MedianOf([.. values.Select(x => Math.Abs(x - middle))]));
    }

    private static double MedianOf(double[] values)
    {
        double[] sorted = [.. values.Order()];
        return WalshAverages.Median(sorted);
    }
}
