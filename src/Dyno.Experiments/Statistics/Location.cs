namespace Dyno.Experiments;

/// <summary>The location of values: the Hodges–Lehmann estimate with its interval, which is exact where the number of values allows the level.</summary>
/// <param name="Interval">Its interval, in the unit of the values; null for a single value.</param>
internal sealed record Location(double Center, RatioInterval? Interval)
{
    /// <summary>The location of values that may be zero or negative, one for each round.</summary>
    public static Location Of(double[] values, double level)
    {
        var walsh = WalshAverages.Of(values);
        return new Location(WalshAverages.Median(walsh), Within(values, walsh, level));
    }

    private static RatioInterval? Within(double[] values, double[] walsh, double level)
    {
        if (values.Length < 2) return null;
        if (values.Length > SignedRankDistribution.LargestExact) return ByStudent(values, level);
        var rank = SignedRankDistribution.CriticalRank(values.Length, level);
        if (rank == 0) return ByStudent(values, level);
        return new(walsh[rank - 1], walsh[^rank], level, SignedRankDistribution.Coverage(values.Length, rank), IntervalMethod.SignedRank);
    }

    /// <summary>The interval by Student's t around the mean, for at least two values.</summary>
    internal static RatioInterval ByStudent(double[] values, double level)
    {
        var mean = values.Average();
        var quantile = StudentT.InvCDF(0, 1, values.Length - 1, 1 - (1 - level) / 2);
        var half = quantile * Math.Sqrt(PooledScatter.Variance(values) / values.Length);
        return new(mean - half, mean + half, level, level, IntervalMethod.StudentT);
    }
}
