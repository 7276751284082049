using Dyno.Results.Runs;

namespace Dyno.Experiments.Statistics;

/// <summary>
/// One paired log-ratio from the slices of a round of duet trials: the Hodges–Lehmann estimate over all counted blocks, where each block
/// gives the logarithm of variant ÷ baseline. The two slices of a block are a fraction of a second apart, so a disturbance of both cancels
/// out; a block with a disturbance of only one slice changes the estimate no more than one value among many does. docs/adr/0045 says why
/// the ratio of the sums is not used: such a block would change it in proportion. Neighbouring blocks are summed until each side has 100 ms,
/// so that a pause of a few milliseconds, such as a collector's, counts in proportion however short the slices are. Where a slice has no
/// answer, so many more are summed that none is left out; nothing is added to a count, which would pull the ratios of few requests towards 1.
/// </summary>
internal static class SliceRatio
{
    /// <summary>With fewer blocks the sums of the trials give the better ratio.</summary>
    public const int FewestBlocks = 4;

    private const double ShortestSum = 0.1; // s
    private const int MostValues = 200; // the pairwise means of the values are sorted, so with more blocks neighbouring blocks are averaged first

    /// <summary>Whether a metric is read slice by slice: the rate, and CPU per request.</summary>
    public static bool Reads(string metric) => QuotientOf(metric) is not null;

    /// <summary>The log-ratio; null where the metric or the trials have no slices.</summary>
    /// <param name="metric">The metric.</param>
    /// <param name="baseline">The baseline's slices in this round.</param>
    /// <param name="variant">The variant's slices in the same round.</param>
    public static double? LogRatio(string metric, DuetRecord? baseline, DuetRecord? variant)
    {
        return Logs(metric, baseline, variant) is { } logs ? Estimate(logs) : null;
    }

    /// <summary>
    /// The standard error of the log-ratio from its slices alone: the scatter of repeated measurements of the same launches. Computed from
    /// the exact signed-rank interval, which a few disturbed blocks do not widen. Null where there is no log-ratio.
    /// </summary>
    public static double? StandardError(string metric, DuetRecord? baseline, DuetRecord? variant)
    {
        const double Level = 0.95, Quantile = 1.96;
        if (Logs(metric, baseline, variant) is not { } logs) return null;
        return Location.Of(Merged(logs, SignedRankDistribution.LargestExact), Level).Interval is { } within ? (within.High - within.Low) / 2 / Quantile : null;
    }

    internal static double Estimate(double[] logs) => WalshAverages.Median(WalshAverages.Of(Merged(logs, MostValues)));

    private static double[]? Logs(string metric, DuetRecord? baseline, DuetRecord? variant)
    {
        if (baseline is null || variant is null || QuotientOf(metric) is not { } quotient) return null;
        var others = variant.Slices.Where(s => !s.IsSetAside).ToDictionary(s => s.Block, quotient);
        var blocks = new List<(Quotient From, Quotient To)>();
        foreach (var slice in baseline.Slices.Where(s => !s.IsSetAside))
            if (quotient(slice) is { } from && others.GetValueOrDefault(slice.Block) is { } to) blocks.Add((from, to));
        return blocks.Count == 0 ? null : Logs(blocks, Math.Max(1, (int)Math.Round(ShortestSum / baseline.Slices.Average(s => s.Length))));
    }

    // As many neighbouring blocks are taken together as it takes for each side to have an answer in all of them.
    private static double[]? Logs(List<(Quotient From, Quotient To)> blocks, int fewest)
    {
        for (var width = Math.Clamp(fewest, 1, Math.Max(1, blocks.Count / FewestBlocks)); blocks.Count / width >= FewestBlocks; width++)
        {
            var joined = Joined(blocks, width).ToList();
            if (joined.TrueForAll(j => j.From.IsPositive && j.To.IsPositive)) return [.. joined.Select(j => j.To.Log - j.From.Log)];
        }
        return null;
    }

    // What is left over at the end is taken with the last ones.
    private static IEnumerable<(Quotient From, Quotient To)> Joined(List<(Quotient From, Quotient To)> blocks, int width)
    {
        for (var (begin, left) = (0, blocks.Count / width); left > 0; begin += width, left--)
        {
            var own = blocks.GetRange(begin, left == 1 ? blocks.Count - begin : width);
            yield return (own.Aggregate(default(Quotient), (sum, b) => sum + b.From), own.Aggregate(default(Quotient), (sum, b) => sum + b.To));
        }
    }

    private static double[] Merged(double[] logs, int most)
    {
        var width = (logs.Length + most - 1) / most;
        return width > 1 ? [.. logs.Chunk(width).Select(chunk => chunk.Average())] : logs;
    }

    private static Func<SliceResult, Quotient?>? QuotientOf(string metric) => metric switch
    {
        "rate" => slice => slice.Length > 0 ? new Quotient(slice.Requests - slice.Failed, slice.Length) : null,
        "server.cpuPerRequest" => slice => slice.CpuMicros is { } micros ? new Quotient(micros, slice.Requests) : null,
        _ => null,
    };

    private readonly record struct Quotient(double Numerator, double Denominator)
    {
        public bool IsPositive => Numerator > 0 && Denominator > 0;

        public double Log => Math.Log(Numerator / Denominator);

        public static Quotient operator +(Quotient one, Quotient other) => new(one.Numerator + other.Numerator, one.Denominator + other.Denominator);
    }
}
