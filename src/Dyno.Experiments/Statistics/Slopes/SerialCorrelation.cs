namespace Dyno.Experiments;

/// <summary>How much neighbouring values resemble each other, and what this costs: n values are worth n / inflation independent ones.</summary>
internal static class SerialCorrelation
{
    // A coefficient nearer to 1 cannot be distinguished from a random walk with some hundred values.
    private const double Most = 0.95;

    /// <summary>
    /// The factor by which the variance of a mean or a slope is larger than for independent values: (1 + ρ) / (1 − ρ) for residuals that
    /// follow an autoregressive process of order 1 (Bayley and Hammersley, J. R. Stat. Soc. Suppl. 8, 1946). Negative correlation counts as none.
    /// </summary>
    /// <param name="residuals">Residuals from a fitted line, in the order of time.</param>
    public static double Inflation(ReadOnlySpan<double> residuals)
    {
        var rho = Math.Clamp(Coefficient(residuals), 0, Most);
        return (1 + rho) / (1 - rho);
    }

    /// <summary>
    /// The coefficient of lag 1, corrected for the bias of a series whose mean and slope were fitted: r ≈ ρ − (2 + 4ρ) / n
    /// (Marriott and Pope, Biometrika 41, 1954).
    /// </summary>
    private static double Coefficient(ReadOnlySpan<double> residuals)
    {
        var n = residuals.Length;
        if (n < 6) return Most;
        var mean = 0.0;
        foreach (var r in residuals) mean += r / n;
        double all = 0, lagged = 0;
        for (var i = 0; i < n; i++)
        {
            all += (residuals[i] - mean) * (residuals[i] - mean);
            if (i > 0) lagged += (residuals[i] - mean) * (residuals[i - 1] - mean);
        }
        return all == 0 ? 0 : (n * (lagged / all) + 2) / (n - 4);
    }
}
