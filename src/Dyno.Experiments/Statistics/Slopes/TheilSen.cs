namespace Dyno.Experiments;

/// <summary>
/// The slope of values over time as the median of the slopes between all pairs of points (Theil 1950; Sen, J. Am. Stat. Assoc. 63, 1968). Up to
/// 29 % of the points may be wrong in any way.
/// </summary>
internal static class TheilSen
{
    /// <summary>The slope and its interval.</summary>
    /// <param name="times">Ascending times, at least two different ones.</param>
    /// <param name="level">Level of the interval, 0 to 1.</param>
    public static SlopeEstimate Of(ReadOnlySpan<double> times, ReadOnlySpan<double> values, double level)
    {
        var slopes = SlopesOf(times, values);
        var slope = Median(slopes);
        var intercept = InterceptOf(times, values, slope);
        var residuals = new double[values.Length];
        for (var i = 0; i < residuals.Length; i++) residuals[i] = values[i] - intercept - slope * times[i];
        var (lower, upper) = Interval(slopes, values.Length, SerialCorrelation.Inflation(residuals), level);
        return new SlopeEstimate(slope, lower, upper, intercept);
    }

    // Sen's interval by ranks (Gilbert, Statistical Methods for Environmental Pollution Monitoring, 1987, 16.4.2): the variance of Kendall's
    // S, here larger by the serial correlation, as Hamed and Rao (J. Hydrol. 204, 1998) enlarge it for the Mann–Kendall test.
    private static (double Lower, double Upper) Interval(double[] slopes, int n, double inflation, double level)
    {
        var variance = n * (n - 1.0) * (2.0 * n + 5) / 18 * inflation;
        var half = Normal.InvCDF(0, 1, 1 - (1 - level) / 2) * Math.Sqrt(variance) / 2;
        var lower = (int)Math.Floor(slopes.Length / 2.0 - half) - 1;
        var upper = (int)Math.Ceiling(slopes.Length / 2.0 + half);
        return (lower < 0 ? double.NegativeInfinity : slopes[lower], upper >= slopes.Length ? double.PositiveInfinity : slopes[upper]);
    }

    private static double InterceptOf(ReadOnlySpan<double> times, ReadOnlySpan<double> values, double slope)
    {
        var rests = new double[values.Length];
        for (var i = 0; i < rests.Length; i++) rests[i] = values[i] - slope * times[i];
        Array.Sort(rests);
        return Median(rests);
    }

    private static double[] SlopesOf(ReadOnlySpan<double> times, ReadOnlySpan<double> values)
    {
        var slopes = new List<double>(times.Length * (times.Length - 1) / 2);
        for (var i = 1; i < times.Length; i++)
            for (var j = 0; j < i; j++)
                if (times[i] > times[j]) slopes.Add((values[i] - values[j]) / (times[i] - times[j]));
        slopes.Sort();
        return [.. slopes];
    }

    private static double Median(double[] sorted) =>
        sorted.Length % 2 == 1 ? sorted[sorted.Length / 2] : (sorted[sorted.Length / 2 - 1] + sorted[sorted.Length / 2]) / 2;
}
