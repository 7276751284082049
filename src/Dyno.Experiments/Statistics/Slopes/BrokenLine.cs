namespace Dyno.Experiments;

/// <summary>
/// Two straight pieces that meet at a knot: values over time whose slope changes once. The knot with the smallest sum of squares is taken
/// (Hinkley, J. Am. Stat. Assoc. 66, 1971), and kept only when the change of slope is beyond doubt.
/// </summary>
/// <param name="Knot">Index of the point at which the second piece begins.</param>
/// <param name="Before">Slope of the first piece.</param>
/// <param name="After">Slope of the second piece.</param>
internal readonly record struct BrokenLine(int Knot, double Before, double After)
{
    // The critical value at 1 % of the largest |t| over all knots is 3.5 for independent values (Andrews, Econometrica 61, 1993, table I,
    // one parameter, trimming 15 %: 12.2 as a square). The serial correlation is an estimate, so a little more is asked for.
    private const double Critical = 4;
    private const int FewestPerPiece = 6;
    private const double LeastShare = 0.1;
    private const double LeastEffect = 0.01; // of the range of the values: what no one would see is no change

    /// <summary>The change of slope; null when there is none beyond doubt.</summary>
    public static BrokenLine? Find(ReadOnlySpan<double> times, ReadOnlySpan<double> values)
    {
        var n = times.Length;
        var edge = Math.Max(FewestPerPiece, (int)(n * LeastShare));
        if (n < 2 * edge + 1) return null;
        (Fit Fit, int Knot)? best = null;
        for (var knot = edge; knot < n - edge; knot++)
            if (Fit.Of(times, values, times[knot]) is { } fit && (best is null || fit.SquaredError < best.Value.Fit.SquaredError)) best = (fit, knot);
        if (best is not var (found, at)) return null;
        var error = Math.Sqrt(found.SquaredError / (n - 4) * found.ChangeVariance * SerialCorrelation.Inflation(found.Residuals(times, values)));
        if (Math.Abs(found.Change) <= Critical * error || !IsVisible(found.Change * (times[^1] - times[0]), values)) return null;
        return new BrokenLine(at, found.Slope, found.Slope + found.Change);
    }

    private static bool IsVisible(double effect, ReadOnlySpan<double> values)
    {
        var (least, most) = (double.PositiveInfinity, double.NegativeInfinity);
        foreach (var value in values) (least, most) = (Math.Min(least, value), Math.Max(most, value));
        return Math.Abs(effect) > LeastEffect * (most - least);
    }

    /// <summary>Least squares of a + b·t + d·max(0, t − knot), in times and values that are centred first.</summary>
    private readonly record struct Fit(double KnotTime, double Constant, double Slope, double Change, double SquaredError, double ChangeVariance)
    {
        public static Fit? Of(ReadOnlySpan<double> times, ReadOnlySpan<double> values, double knot)
        {
            var n = times.Length;
            double meanT = 0, meanH = 0, meanY = 0;
            for (var i = 0; i < n; i++)
            {
                meanT += times[i] / n;
                meanH += Math.Max(0, times[i] - knot) / n;
                meanY += values[i] / n;
            }
            double tt = 0, th = 0, hh = 0, ty = 0, hy = 0, yy = 0;
            for (var i = 0; i < n; i++)
            {
                var (t, h, y) = (times[i] - meanT, Math.Max(0, times[i] - knot) - meanH, values[i] - meanY);
                (tt, th, hh, ty, hy, yy) = (tt + t * t, th + t * h, hh + h * h, ty + t * y, hy + h * y, yy + y * y);
            }
            var determinant = tt * hh - th * th;
            if (determinant <= 1e-12 * tt * hh) return null;
            var slope = (hh * ty - th * hy) / determinant;
            var change = (tt * hy - th * ty) / determinant;
            return new Fit(knot, meanY - slope * meanT - change * meanH, slope, change,
                Math.Max(0, yy - slope * ty - change * hy), tt / determinant);
        }

        public double[] Residuals(ReadOnlySpan<double> times, ReadOnlySpan<double> values)
        {
            var residuals = new double[times.Length];
            for (var i = 0; i < residuals.Length; i++)
                residuals[i] = values[i] - Constant - Slope * times[i] - Change * Math.Max(0, times[i] - KnotTime);
            return residuals;
        }
    }
}
