namespace Dyno.Metrics;

/// <summary>
/// Picks the number in a bucket that a person most likely wrote: the number with the most trailing zeros. A bucket is less than 0.1 % wide,
/// so a number of three digits always comes back unchanged.
/// </summary>
internal static class RoundNumber
{
    internal static long Within(long low, long high)
    {
        if (low == 0) return 0;
        var step = 1L;
        var best = low;
        while (step <= high / 10)
        {
            step *= 10;
            var candidate = high - high % step;
            if (candidate < low) break;
            best = candidate;
        }

        return best;
    }
}
