namespace Dyno.Experiments.Rounds;

/// <summary>
/// The order of the variants in each round: drawn at random from a recorded seed, so that drift of the machine falls on
/// every variant alike. The order of a round depends on the seed and its number only, so a resumed experiment goes on
/// with the same orders.
/// </summary>
internal static class RoundOrder
{
    /// <summary>A permutation of 0 … <paramref name="variants"/> − 1 for round <paramref name="round"/>.</summary>
    public static int[] Of(long seed, int round, int variants)
    {
        var order = Enumerable.Range(0, variants).ToArray();
        new Random(HashCode(seed, round)).Shuffle(order);
        return order;
    }

    // Not System.HashCode, which has another salt in each process: the order must be the same in every process.
    private static int HashCode(long seed, int round)
    {
        var mixed = (ulong)seed * 0x9E3779B97F4A7C15UL + (ulong)round * 0xBF58476D1CE4E5B9UL;
        mixed ^= mixed >> 31;
        return (int)(mixed * 0x94D049BB133111EBUL >> 33);
    }
}
