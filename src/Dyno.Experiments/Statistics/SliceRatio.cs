namespace Dyno.Experiments;

/// <summary>
/// One paired log-ratio from the slices of a round of duet trials: the ratio of the sums over all counted blocks, so that a launch counts
/// with the mean over its time. A pause, such as a collector's, is a part of the program and counts in proportion; what something else
/// took of the machine is set aside in whole blocks, by the machine's own figures (docs/adr/0045).
/// </summary>
internal static class SliceRatio
{
    private const int FewestBlocks = 4; // for a scatter

    /// <summary>Whether a metric is read slice by slice: the rate, and CPU per request.</summary>
    public static bool Reads(string metric) => QuotientOf(metric) is not null;

    /// <summary>The log-ratio; null where the metric or the trials have no slices.</summary>
    /// <param name="variant">The variant's slices in the same round.</param>
    public static double? LogRatio(string metric, DuetRecord? baseline, DuetRecord? variant) =>
        Blocks(metric, baseline, variant) is { } blocks && Sums(blocks) is { From.IsPositive: true, To.IsPositive: true } sums
            ? sums.To.Log - sums.From.Log : null;

    /// <summary>
    /// The standard error of the log-ratio from the scatter of its blocks: that of repeated measurements of the same launches. By the delta
    /// method for a ratio of sums (Cochran, Sampling Techniques, 1977, §6.4). Null where there is no log-ratio, or there are few blocks.
    /// </summary>
    public static double? StandardError(string metric, DuetRecord? baseline, DuetRecord? variant)
    {
        if (Blocks(metric, baseline, variant) is not { Count: >= FewestBlocks } blocks) return null;
        if (Sums(blocks) is not { From.IsPositive: true, To.IsPositive: true } sums) return null;
        var squares = blocks.Sum(block => Math.Pow(PartOf(block.To, sums.To) - PartOf(block.From, sums.From), 2));
        return Math.Sqrt(squares * blocks.Count / (blocks.Count - 1));

        static double PartOf(Quotient of, Quotient sum) => of.Numerator / sum.Numerator - of.Denominator / sum.Denominator;
    }

    private static List<(Quotient From, Quotient To)>? Blocks(string metric, DuetRecord? baseline, DuetRecord? variant)
    {
        if (baseline is null || variant is null || QuotientOf(metric) is not { } quotient) return null;
        var others = variant.Slices.Where(s => !s.IsSetAside).ToDictionary(s => s.Block, quotient);
        var blocks = new List<(Quotient From, Quotient To)>();
        foreach (var slice in baseline.Slices.Where(s => !s.IsSetAside))
            if (quotient(slice) is { } from && others.GetValueOrDefault(slice.Block) is { } to) blocks.Add((from, to));
        return blocks;
    }

    private static (Quotient From, Quotient To) Sums(List<(Quotient From, Quotient To)> blocks) =>
        blocks.Aggregate((From: default(Quotient), To: default(Quotient)), (sums, block) => (sums.From + block.From, sums.To + block.To));

    private static Func<SliceResult, Quotient?>? QuotientOf(string metric) => metric switch
    {
        "rate" => slice => new Quotient(GoodOf(slice), slice.Length),
        "server.cpuPerRequest" => slice => slice.CpuMicros is { } micros ? new Quotient(micros, slice.Requests) : null,
        _ => null,
    };

    private static double GoodOf(SliceResult slice) =>
        slice.Requests == 0 ? 0 : (slice.Counted ?? slice.Requests) * (slice.Requests - slice.Failed) / slice.Requests;

    private readonly record struct Quotient(double Numerator, double Denominator)
    {
        public bool IsPositive => Numerator > 0 && Denominator > 0;

        public double Log => Math.Log(Numerator / Denominator);

        public static Quotient operator +(Quotient one, Quotient other) => new(one.Numerator + other.Numerator, one.Denominator + other.Denominator);
    }
}
