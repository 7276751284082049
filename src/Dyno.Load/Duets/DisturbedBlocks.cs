using System.Collections.Immutable;
using Dyno.Results.Runs;

namespace Dyno.Load.Duets;

/// <summary>
/// Chooses the blocks of a round that are set aside: those in which something else than the variants took the machine. The rule
/// looks at the idle time of the servers' CPUs and at the stalls of the generator, never at what a slice measured. A block goes
/// with the slices of all its variants, so the rule favours no variant. At most a quarter of the blocks goes, the most disturbed
/// first: a machine that is disturbed all the time is not made quiet by looking away.
/// </summary>
internal static class DisturbedBlocks
{
    /// <summary>How far the share that others took may lie above what is usual in this round.</summary>
    public const double MostOthers = 0.10;

    /// <summary>The largest part of the blocks that is set aside.</summary>
    public const double Most = 0.25;

    /// <summary>The blocks.</summary>
    /// <param name="slices">The slices of all variants of the round.</param>
    public static ImmutableHashSet<int> Of(IReadOnlyCollection<SliceResult> slices)
    {
        double[] others = [.. slices.Select(s => s.OthersShare).OfType<double>().Order()];
        var usual = others.Length == 0 ? 0 : others[others.Length / 2];
        var blocks = slices.GroupBy(s => s.Block).Select(b => (Block: b.Key, Degree: b.Max(s => DegreeOf(s, usual)))).ToList();
        return [.. blocks.Where(b => b.Degree > MostOthers).OrderByDescending(b => b.Degree).ThenBy(b => b.Block)
            .Take((int)(Most * blocks.Count)).Select(b => b.Block)];
    }

    // A stall of the generator is a disturbance of the whole slice, however much the servers' CPUs were left alone.
    private static double DegreeOf(SliceResult slice, double usual) =>
        slice.StalledSeconds > 0 ? 1 + slice.StalledSeconds : slice.OthersShare is { } share ? share - usual : 0;
}
