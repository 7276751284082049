using System.Collections.Immutable;
using Dyno.Results.Runs;

namespace Dyno.Load.Duets;

/// <summary>
/// Chooses the blocks of a round that are set aside because something other than the variants used the machine. The rule looks at the idle
/// time of the servers' CPUs and at the stalls of the generator, never at what a slice measured. A block is set aside with the slices of
/// all its variants, so the rule favours no variant. At most a quarter of the blocks is set aside, the most disturbed first, because
/// leaving out blocks does not make a permanently disturbed machine quiet.
/// </summary>
internal static class DisturbedBlocks
{
    /// <summary>How far the CPU share of others in a slice may lie above the usual share of this round.</summary>
    public const double MostOthers = 0.10;

    /// <summary>The largest share of the blocks that is set aside.</summary>
    public const double Most = 0.25;

    /// <summary>Returns the numbers of the blocks to set aside.</summary>
    /// <param name="slices">The slices of all variants of the round.</param>
    public static ImmutableHashSet<int> Of(IReadOnlyCollection<SliceResult> slices)
    {
        double[] others = [.. slices.Select(s => s.OthersShare).OfType<double>().Order()];
        var usual = others.Length == 0 ? 0 : others[others.Length / 2];
        var blocks = slices.GroupBy(s => s.Block).Select(b => (Block: b.Key, Degree: b.Max(s => DegreeOf(s, usual)))).ToList();
        return [.. blocks.Where(b => b.Degree > MostOthers).OrderByDescending(b => b.Degree).ThenBy(b => b.Block)
            .Take((int)(Most * blocks.Count)).Select(b => b.Block)];
    }

    // A stall of the generator disturbs the whole slice, even when nothing disturbed the servers' CPUs.
    private static double DegreeOf(SliceResult slice, double usual) =>
        slice.StalledSeconds > 0 ? 1 + slice.StalledSeconds : slice.OthersShare is { } share ? share - usual : 0;
}
