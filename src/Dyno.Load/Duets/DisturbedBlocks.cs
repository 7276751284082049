namespace Dyno.Load;

/// <summary>
/// Chooses the blocks of a round that are set aside because something other than the variants used the machine. The rule looks at the idle
/// time of the servers' CPUs and at the stalls of the generator, never at what a slice measured. A block is set aside with the slices of
/// all its variants, so the rule favours no variant. At most a quarter of the blocks is set aside, the most disturbed first, because
/// leaving out blocks does not make a permanently disturbed machine quiet. The kernel counts idle time in steps of 10 ms, so blocks of short
/// slices are looked at together.
/// </summary>
internal static class DisturbedBlocks
{
    /// <summary>How far the CPU share of others in a block may lie above the usual share of this round.</summary>
    public const double MostOthers = 0.10;

    /// <summary>The largest share of the blocks that is set aside.</summary>
    public const double Most = 0.25;

    private const double ShortestLook = 0.1; // s of each variant

    /// <summary>Returns the numbers of the blocks to set aside.</summary>
    public static ImmutableHashSet<int> Of(IReadOnlyCollection<SliceResult> slices)
    {
        if (slices.Count == 0) return [];
        var together = Math.Max(1, (int)Math.Round(ShortestLook / slices.Average(s => s.Length)));
        var shares = slices.Where(s => s.OthersShare is not null).GroupBy(s => s.Block / together)
            .ToDictionary(look => look.Key, look => look.Average(s => s.OthersShare!.Value));
        double[] sorted = [.. shares.Values.Order()];
        var usual = sorted.Length == 0 ? 0 : sorted[sorted.Length / 2];
        var blocks = slices.GroupBy(s => s.Block).Select(b => (Block: b.Key, Degree: Math.Max(b.Max(StallOf),
            shares.TryGetValue(b.Key / together, out var share) ? share - usual : 0))).ToList();
        return [.. blocks.Where(b => b.Degree > MostOthers).OrderByDescending(b => b.Degree).ThenBy(b => b.Block)
            .Take((int)(Most * blocks.Count)).Select(b => b.Block)];
    }

    // A stall of the generator disturbs the whole slice, even when nothing disturbed the servers' CPUs.
    private static double StallOf(SliceResult slice) => slice.StalledSeconds > 0 ? 1 + slice.StalledSeconds : 0;
}
