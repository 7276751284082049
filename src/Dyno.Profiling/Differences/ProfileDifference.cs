namespace Dyno.Profiling;

/// <summary>
/// Two sets of launches compared, the launch as the unit. The profile scales itself: what did not change tells the factor between two
/// launches, so that no CPU time per request of a single launch is needed, which is too noisy for adding up.
/// </summary>
internal sealed class ProfileDifference
{
    private const double LeastOfScale = 0.003; // of the request: what is rarer scatters too much to tell the factor
    private const double LeastTested = 0.002;  // of the request
    private const double WorthOfPrior = 8;     // launches that the common scatter of all keys counts for

    private readonly ImmutableArray<ScaledLaunch> _before;
    private readonly ImmutableArray<ScaledLaunch> _after;

    /// <summary>Prepares a comparison.</summary>
    /// <param name="micros">CPU time of the baseline per request, in microseconds.</param>
    public ProfileDifference(IReadOnlyCollection<ProfiledLaunch> before, IReadOnlyCollection<ProfiledLaunch> after, double micros)
    {
        var shares = before.Select(l => l.Shares(StackOwner.FinestKey)).ToList();
        var mean = shares.SelectMany(s => s.Keys).Distinct().ToDictionary(key => key, key => shares.Average(s => s.GetValueOrDefault(key)));
        _before = [.. before.Select(l => new ScaledLaunch(l, micros / ScaleOf(l, mean)))];
        _after = [.. after.Select(l => new ScaledLaunch(l, micros / ScaleOf(l, mean)))];
    }

    /// <summary>CPU time of the baseline per request, in microseconds.</summary>
    public double Before => _before.Average(l => l.Micros);

    /// <summary>What the variant needs more per request, in microseconds.</summary>
    public double Total => _after.Average(l => l.Micros) - Before;

    /// <summary>
    /// The standard error of <see cref="Total"/>, in microseconds. Launches of one round were up together, and what disturbs a round disturbs
    /// both sides, so the rounds' differences are taken where each round has a launch of both.
    /// </summary>
    public double TotalError => _before.Length == _after.Length
        ? Math.Sqrt(Variance([.. _after.Zip(_before, (y, x) => y.Micros - x.Micros)]) / _before.Length)
        : Math.Sqrt(Variance([.. _before.Select(l => l.Micros)]) / _before.Length + Variance([.. _after.Select(l => l.Micros)]) / _after.Length);

    /// <summary>
    /// No method of the user's costs more by more than this, in microseconds, at a confidence of 95 % for all methods together (Bonferroni).
    /// </summary>
    public double MostMore()
    {
        var methods = Changes(StackOwner.Keys).Where(c => !StackOwner.IsArea(c.Key))
            .Where(c => !c.Key.Contains(StackOwner.Separator, StringComparison.Ordinal)).ToList();
        return methods.Select(c => c.Difference + StudentTest.Factor(c.Freedom, 1 - 0.1 / methods.Count) * c.Error) // one-sided
            .Append(LeastTested * Before).Max();
    }

    // The weighted median of the ratios of all keys. It is the factor of what did not change, as long as most of the request did not.
    private static double ScaleOf(ProfiledLaunch launch, Dictionary<string, double> baseline)
    {
        var own = launch.Shares(StackOwner.FinestKey);
        var ratios = baseline.Where(b => b.Value >= LeastOfScale)
            .Select(b => (Ratio: own.GetValueOrDefault(b.Key) / b.Value, Weight: b.Value)).OrderBy(r => r.Ratio).ToList();
        var half = ratios.Sum(r => r.Weight) / 2;
        double sum = 0;
        foreach (var (ratio, weight) in ratios)
        {
            sum += weight;
            if (sum >= half) return ratio > 0 ? ratio : 1;
        }
        return 1;
    }

    /// <summary>Each key with its difference.</summary>
    public ImmutableArray<CostChange> Changes(Func<ImmutableArray<CodeFrame>, IEnumerable<string>> keysOf)
    {
        var before = _before.Select(l => l.With(keysOf)).ToList();
        var after = _after.Select(l => l.With(keysOf)).ToList();
        var rows = before.Concat(after).SelectMany(l => l.Shares.Keys).Distinct(StringComparer.Ordinal)
            .Where(key => Math.Max(before.Average(l => l.ShareOf(key)), after.Average(l => l.ShareOf(key))) >= LeastTested)
            .Select(key => new TestedKey(key, before, after)).ToList();
        if (rows.Count == 0) return [];
        // The scatter of each key beyond counting is drawn towards that of all keys: with a few launches its own is too uncertain.
        var common = Math.Max(1, Median([.. rows.Select(r => r.Excess)]));
        var freedom = WorthOfPrior + before.Count + after.Count - 2;
        var errors = rows.Select(r => Math.Sqrt(r.Counting * (WorthOfPrior * common + (freedom - WorthOfPrior) * r.Excess) / freedom)).ToList();
        var shares = StudentTest.FalseShares([.. rows.Select((r, i) => StudentTest.Probability(r.Difference / errors[i], freedom))]);
        return [.. rows.Select((r, i) => new CostChange(r.Key, r.Before, r.Difference, errors[i], freedom, shares[i]))];
    }

    private static double Median(double[] values)
    {
        Array.Sort(values);
        return (values[(values.Length - 1) / 2] + values[values.Length / 2]) / 2;
    }

    private static double Variance(double[] values)
    {
        if (values.Length < 2) return 0;
        var mean = values.Average();
        return values.Sum(v => (v - mean) * (v - mean)) / (values.Length - 1);
    }

    /// <summary>A launch with the microseconds per request that all its samples together stand for.</summary>
    private sealed record ScaledLaunch(ProfiledLaunch Launch, double Micros)
    {
        public LaunchShares With(Func<ImmutableArray<CodeFrame>, IEnumerable<string>> keysOf) => new(Launch.Shares(keysOf), Micros, Math.Max(1, Launch.Total));
    }

    private sealed record LaunchShares(Dictionary<string, double> Shares, double Micros, double Samples)
    {
        public double ShareOf(string key) => Shares.GetValueOrDefault(key);

        public double CostOf(string key) => ShareOf(key) * Micros;

        /// <summary>The variance that counting alone gives; of at least one sample.</summary>
        public double CountingVariance(string key) => Math.Max(ShareOf(key), 1 / Samples) * Micros * Micros / Samples;
    }

    private sealed class TestedKey
    {
        public TestedKey(string key, List<LaunchShares> before, List<LaunchShares> after)
        {
            Key = key;
            double[] x = [.. before.Select(l => l.CostOf(key))], y = [.. after.Select(l => l.CostOf(key))];
            Before = x.Average();
            Difference = y.Average() - Before;
            Counting = before.Average(l => l.CountingVariance(key)) / x.Length + after.Average(l => l.CountingVariance(key)) / y.Length;
            Excess = (Variance(x) / x.Length + Variance(y) / y.Length) / Counting;
        }

        public string Key { get; }

        public double Before { get; }

        public double Difference { get; }

        /// <summary>The variance of the difference that counting alone would give.</summary>
        public double Counting { get; }

        /// <summary>The variance that the launches show, as a multiple of <see cref="Counting"/>.</summary>
        public double Excess { get; }
    }
}
