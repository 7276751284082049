namespace Dyno.Experiments;

/// <summary>
/// The order of the variants in each round, from a recorded seed: in as many consecutive rounds as there are variants each has each place
/// once, so that neither drift of the machine nor what a place is worth falls on one of them more than on another. Which order comes when
/// is drawn. The order of a round depends on the seed and its number only, so a resumed experiment continues with the same orders.
/// </summary>
internal static class RoundOrder
{
    private const int OfRotations = 0x5EED;

    /// <summary>A permutation of 0 … <paramref name="variants"/> − 1 for round <paramref name="round"/>.</summary>
    public static int[] Of(long seed, int round, int variants)
    {
        if (variants == 0) return [];
        var (cycle, within) = (Math.DivRem(round, variants).Quotient, round % variants);
        var drawn = Drawn(seed, cycle, variants);
        var rotation = Drawn(seed ^ OfRotations, cycle, variants)[within];
        return [.. drawn[rotation..], .. drawn[..rotation]];
    }

    private static int[] Drawn(long seed, int cycle, int variants)
    {
        var order = Enumerable.Range(0, variants).ToArray();
        new Random(HashCode(seed, cycle)).Shuffle(order);
        return order;
    }

    // Not System.HashCode, which has another salt in each process: the order must be the same in every process.
    private static int HashCode(long seed, int cycle)
    {
        var mixed = (ulong)seed * 0x9E3779B97F4A7C15UL + (ulong)cycle * 0xBF58476D1CE4E5B9UL;
        mixed ^= mixed >> 31;
        return (int)(mixed * 0x94D049BB133111EBUL >> 33);
    }
}
