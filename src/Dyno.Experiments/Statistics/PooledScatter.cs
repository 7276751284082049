namespace Dyno.Experiments;

/// <summary>
/// The scatter of launches, estimated from a variant and from the control together. The log-ratio of a round has the variance of a launch
/// times 2 against one baseline, times 1.5 against the mean of two; that of the control against the baseline has it times 2. Eight rounds
/// alone say so little about their scatter that an interval must be 3.5 standard deviations wide to each side; sixteen values say more.
/// </summary>
/// <remarks>
/// Pooling assumes that variant and baseline scatter alike, and that no launch was disturbed by itself. A pair whose variance is twice the
/// control's keeps its own interval, and so does one that has an outlier, which signed ranks tolerate and a variance does not. Simulated,
/// eight rounds, 5 % promised: false differences are 4.2 % where both scatter alike, 5.4 % and 5.8 % where the variant scatters 1.5 and 2
/// times as much; a limit of 3.5 would make the latter 8.0 % (docs/adr/0045).
/// </remarks>
internal static class PooledScatter
{
    private const double MostUnequal = 2; // variant's variance ÷ the control's
    private const double Outlier = 5;       // modified z-score
    private const double OfTwo = 2;         // the variance of log(a) − log(b), in variances of a launch
    private const double OfThree = 1.5;     // that of log(a) − (log(b) + log(c)) ÷ 2

    /// <summary>
    /// The estimate of a pair with an interval from both scatters; null where the control says nothing, the variant scatters by far more, or
    /// a launch lies apart.
    /// </summary>
    /// <param name="logRatios">One per round.</param>
    /// <param name="baselines">Launches of the baseline's program that each of them is taken against: 1 or 2.</param>
    /// <param name="control">The control's log-ratios against the baseline, one per round.</param>
    /// <param name="level">Confidence level.</param>
    public static RatioEstimate? Estimate(double[] logRatios, int baselines, double[] control, double level)
    {
        if (logRatios.Length < 2 || control.Length < 2) return null;
        var factor = baselines == 2 ? OfThree : OfTwo;
        var (own, controls) = (Variance(logRatios) / factor, Variance(control) / OfTwo);
        if (own > MostUnequal * controls || OutlierRule.LargestScore(logRatios) > Outlier || OutlierRule.LargestScore(control) > Outlier) return null;
        var (ofOwn, ofControl) = (logRatios.Length - 1, control.Length - 1);
        var launch = (ofOwn * own + ofControl * controls) / (ofOwn + ofControl);
        // The median of the Walsh averages has π/3 times the variance of the mean where the scatter is normal (Hodges and Lehmann 1963).
        var error = Math.Sqrt(Math.PI / 3 * factor * launch / logRatios.Length);
        var half = StudentT.InvCDF(0, 1, ofOwn + ofControl, 1 - (1 - level) / 2) * error;
        var center = WalshAverages.Median(WalshAverages.Of(logRatios));
        return new RatioEstimate
        {
            Rounds = logRatios.Length,
            Ratio = Math.Exp(center),
            Deviation = Math.Sqrt(factor * launch),
            Interval = new RatioInterval(Math.Exp(center - half), Math.Exp(center + half), level, level, IntervalMethod.PooledT),
        };
    }

    /// <summary>The variance of at least two values.</summary>
    public static double Variance(double[] values)
    {
        var mean = values.Average();
        return values.Sum(x => (x - mean) * (x - mean)) / (values.Length - 1);
    }
}
