using MathNet.Numerics.LinearRegression;

namespace Dyno.Experiments;

/// <summary>Finds the load above which throughput grows too little, or falls.</summary>
internal static class Knee
{
    private const int FewestPoints = 5;

    /// <summary>
    /// The load of the highest throughput by the Universal Scalability Law, C(N) = γN ÷ (1 + α(N − 1) + βN(N − 1)):
    /// N* = √((1 − α) ÷ β). Fitted as N ÷ C(N), which is linear in the parameters.
    /// Gunther, "Guerrilla Capacity Planning", 2007, chapter 4.
    /// </summary>
    /// <returns>Null with fewer than five points, or where the fit says that throughput never falls.</returns>
    public static double? OfScalability(IReadOnlyList<(double Load, double Throughput)> points)
    {
        if (points.Count < FewestPoints || points.Any(p => p.Load <= 0 || p.Throughput <= 0)) return null;
        double[][] terms = [.. points.Select(p => (double[])[1, p.Load - 1, p.Load * (p.Load - 1)])];
        double[] perCaller = [.. points.Select(p => p.Load / p.Throughput)];
        // Weights by which relative errors count equally at every load.
        double[] weights = [.. perCaller.Select(y => 1 / (y * y))];
        var fitted = WeightedRegression.Weighted(terms, perCaller, weights, intercept: false);
        var (alpha, beta) = (fitted[1] / fitted[0], fitted[2] / fitted[0]);
        return beta > 0 && alpha < 1 ? Math.Sqrt((1 - Math.Max(0, alpha)) / beta) : null;
    }

    /// <summary>
    /// The point where an increasing curve lies farthest above the straight line between its ends, both axes scaled to 0…1: Kneedle,
    /// Satopää et al., ICDCSW 2011, with sensitivity 1. The load is taken by its logarithm, because loads are tried in equal ratios.
    /// </summary>
    /// <returns>Null with fewer than five points, or where the curve does not bend.</returns>
    public static double? OfBend(IReadOnlyList<(double Load, double Throughput)> points)
    {
        if (points.Count < FewestPoints) return null;
        var sorted = points.OrderBy(p => p.Load).ToList();
        var peak = sorted.MaxBy(p => p.Throughput);
        var rising = sorted.TakeWhile(p => p.Load <= peak.Load).ToList();
        if (rising.Count < 3) return peak.Load;
        var (left, right) = (Math.Log(rising[0].Load), Math.Log(rising[^1].Load));
        var (low, high) = (rising[0].Throughput, rising[^1].Throughput);
        if (right <= left || high <= low) return null;
        var distances = rising.Select(p => (p.Load, Above: (p.Throughput - low) / (high - low) - (Math.Log(p.Load) - left) / (right - left))).ToList();
        var knee = distances.MaxBy(d => d.Above);
        var sensitivity = 1.0 / (rising.Count - 1);
        return knee.Above > sensitivity / 2 ? knee.Load : null;
    }
}
