namespace Dyno.Profiling;

/// <summary>
/// Two sets of launches compared, the launch as the unit. The profile scales itself: a method is measured by all others that did not change
/// for certain, whose sum scatters far less than any of them, so that no CPU time per request of a single launch is needed, which is too noisy
/// for adding up.
/// </summary>
internal sealed class ProfileDifference
{
    private const double LeastOfScale = 0.003; // of the request: what is rarer scatters too much to tell the factor
    private const double LeastTested = 0.002;  // of the request
    private const double WorthOfPrior = 8;     // launches that the common scatter of all keys counts for
    private const double LeastUnchanged = 0.5; // of the request: with less, nothing tells what did not change

    private readonly ImmutableArray<MeasuredLaunch> _before;
    private readonly ImmutableArray<MeasuredLaunch> _after;
    private readonly double _micros;
    private readonly HashSet<string> _moved = new(StringComparer.Ordinal); // finest keys that differ for certain

    /// <summary>Prepares a comparison.</summary>
    /// <param name="micros">CPU time of the baseline per request, in microseconds.</param>
    public ProfileDifference(IReadOnlyCollection<ProfiledLaunch> before, IReadOnlyCollection<ProfiledLaunch> after, double micros)
    {
        _micros = micros;
        var finest = before.Select(l => l.Shares(StackOwner.FinestKey)).ToList();
        var mean = finest.SelectMany(s => s.Keys).Distinct().ToDictionary(key => key, key => finest.Average(s => s.GetValueOrDefault(key)));
        (_before, _after) = ([.. before.Select(Measured)], [.. after.Select(Measured)]);
        // One key at a time, the one farthest from what most of the request did: a large change makes all others look smaller until it is left out.
        while (_moved.Sum(key => mean.GetValueOrDefault(key)) < 1 - LeastUnchanged
            && Changes(StackOwner.FinestKey).Where(c => c.IsCertain && !_moved.Contains(c.Key)).MaxBy(c => Distance(c.Key)) is { } next) _moved.Add(next.Key);

        double Distance(string key)
        {
            var (x, y) = (_before.Average(l => l.Finest.GetValueOrDefault(key) * l.Micros), _after.Average(l => l.Finest.GetValueOrDefault(key) * l.Micros));
            return Math.Abs(y - x) / Math.Sqrt(x + y);
        }

        MeasuredLaunch Measured(ProfiledLaunch launch)
        {
            var own = launch.Shares(StackOwner.FinestKey);
            return new MeasuredLaunch(launch, own, micros / ScaleOf(own, mean));
        }
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
    /// <param name="sign">-1: none costs less by more than this.</param>
    public double MostMore(int sign = 1)
    {
        var methods = Changes(StackOwner.Keys).Where(c => !StackOwner.IsArea(c.Key))
            .Where(c => !c.Key.Contains(StackOwner.Separator, StringComparison.Ordinal)).ToList();
        return methods.Select(c => sign * c.Difference + StudentTest.Factor(c.Freedom, 1 - 0.1 / methods.Count) * c.Error) // one-sided
            .Append(LeastTested * Before).Max();
    }

    // The weighted median of the ratios of all keys. It is the factor of what did not change, as long as most of the request did not.
    private static double ScaleOf(Dictionary<string, double> own, Dictionary<string, double> baseline)
    {
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
    /// <param name="keysOf">What a stack counts for.</param>
    /// <param name="isTouched">Which keys are tested however rare they are; null: none.</param>
    /// <param name="areNested">Whether keys hold each other, and what changed within them, as the paths of a tree do.</param>
    public ImmutableArray<CostChange> Changes(
        Func<ImmutableArray<CodeFrame>, IEnumerable<string>> keysOf, Func<string, bool>? isTouched = null, bool areNested = false)
    {
        var (before, after) = (_before.Select(l => l.Launch.Shares(keysOf)).ToList(), _after.Select(l => l.Launch.Shares(keysOf)).ToList());
        var rows = before.Concat(after).SelectMany(shares => shares.Keys).Distinct(StringComparer.Ordinal)
            .Where(key => isTouched?.Invoke(key) == true
                || Math.Max(before.Average(s => s.GetValueOrDefault(key)), after.Average(s => s.GetValueOrDefault(key))) >= LeastTested)
            .Select(key => new TestedKey(key, Counted(key, _before, before, areNested), Counted(key, _after, after, areNested), _micros)).ToList();
        if (rows.Count == 0) return [];
        // The scatter of each key beyond counting is drawn towards that of all keys: with a few launches its own is too uncertain.
        var common = Math.Max(1, Median([.. rows.Select(r => r.Excess)]));
        var freedom = WorthOfPrior + before.Count + after.Count - 2;
        var errors = rows.Select(r => Math.Sqrt(r.Counting * (WorthOfPrior * common + (freedom - WorthOfPrior) * r.Excess) / freedom)).ToList();
        double[] chances = [.. rows.Select((r, i) => StudentTest.Probability(r.Difference / errors[i], freedom))];
        var shares = StudentTest.FalseShares(chances);
        return [.. rows.Select((r, i) => new CostChange(r.Key, r.Before, r.Difference, errors[i], freedom, chances[i], shares[i]))];
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

    private ImmutableArray<CountedKey> Counted(
        string key, ImmutableArray<MeasuredLaunch> launches, List<Dictionary<string, double>> shares, bool isNested)
    {
        var others = _moved.Where(moved => isNested || !StackOwner.IsWithin(moved, key)).ToList();
        return [.. launches.Select((l, i) =>
        {
            var (share, samples) = (shares[i].GetValueOrDefault(key), Math.Max(1, l.Launch.Total));
            return new CountedKey(share, Math.Max(1 / samples, 1 - (isNested ? 0 : share) - others.Sum(moved => l.Finest.GetValueOrDefault(moved))), samples);
        })];
    }

    /// <summary>A launch with the shares of its finest keys, and the microseconds per request that all its samples together stand for.</summary>
    private sealed record MeasuredLaunch(ProfiledLaunch Launch, Dictionary<string, double> Finest, double Micros);

    /// <summary>A key in a launch: its share, that of all else that did not change for certain, and the samples of the launch.</summary>
    private readonly record struct CountedKey(double Share, double Rest, double Samples)
    {
        public double Ratio => Share / Rest;

        /// <summary>The variance of the ratio by counting alone, of at least one sample.</summary>
        public double Variance => Math.Max(Share, 1 / Samples) * (1 + Math.Max(Share, 1 / Samples) / Rest) / (Rest * Rest * Samples);
    }

    private sealed class TestedKey
    {
        public TestedKey(string key, ImmutableArray<CountedKey> before, ImmutableArray<CountedKey> after, double micros)
        {
            Key = key;
            var microsOfRest = micros * before.Average(c => c.Rest);
            double[] x = [.. before.Select(c => c.Ratio * microsOfRest)], y = [.. after.Select(c => c.Ratio * microsOfRest)];
            Before = x.Average();
            Difference = y.Average() - Before;
            Counting = microsOfRest * microsOfRest * (before.Average(c => c.Variance) / x.Length + after.Average(c => c.Variance) / y.Length);
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
