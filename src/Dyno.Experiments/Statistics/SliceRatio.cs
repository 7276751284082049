using Dyno.Results.Runs;

namespace Dyno.Experiments.Statistics;

/// <summary>
/// One paired log-ratio from the slices of a round of duet trials: the Hodges–Lehmann estimate over all counted blocks, where each block
/// gives the logarithm of variant ÷ baseline. The two slices of a block are a fraction of a second apart, so a disturbance of both cancels
/// out; a block with a disturbance of only one slice changes the estimate no more than one value among many does. docs/adr/0045 says why
/// the ratio of the sums is not used: such a block would change it in proportion.
/// </summary>
internal static class SliceRatio
{
    /// <summary>With fewer blocks the sums of the trials give the better ratio.</summary>
    public const int FewestBlocks = 4;

    private const int MostValues = 200; // the pairwise means of the values are sorted, so with more blocks neighbouring blocks are averaged first

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
        if (baseline is null || variant is null || FigureOf(metric) is not { } figure) return null;
        var others = variant.Slices.Where(s => !s.IsSetAside).ToDictionary(s => s.Block, figure);
        var logs = new List<double>();
        foreach (var slice in baseline.Slices.Where(s => !s.IsSetAside))
            if (figure(slice) is { } from && others.GetValueOrDefault(slice.Block) is { } to) logs.Add(Math.Log(to / from));
        return logs.Count < FewestBlocks ? null : [.. logs];
    }

    private static double[] Merged(double[] logs, int most)
    {
        var width = (logs.Length + most - 1) / most;
        return width > 1 ? [.. logs.Chunk(width).Select(chunk => chunk.Average())] : logs;
    }

    // A half is added to the count, so that a slice without a single answer counts as very slow and is not left out.
    private static Func<SliceResult, double?>? FigureOf(string metric) => metric switch
    {
        "rate" => slice => slice.Length > 0 ? (slice.Requests - slice.Failed + 0.5) / slice.Length : null,
        "server.cpuPerRequest" => slice => slice.CpuMicros is { } micros and > 0 ? micros / (slice.Requests + 0.5) : null,
        _ => null,
    };
}
