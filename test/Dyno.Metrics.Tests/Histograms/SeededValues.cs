namespace Dyno.Metrics.Tests;

/// <summary>Values to record, the same in every test run.</summary>
internal static class SeededValues
{
    internal const long Microsecond = 1_000;
    internal const long Hour = 3_600_000_000_000;

    /// <summary>Evenly spread over the orders of magnitude from 1 µs to 1 h.</summary>
    internal static long[] OverTheWholeRange(int seed, int count)
    {
        var random = new Random(seed);
        var span = Math.Log((double)Hour / Microsecond);
        return Values(count, () => (long)(Microsecond * Math.Exp(random.NextDouble() * span)));
    }

    /// <summary>What a server's latencies look like: most near 200 µs, a long tail.</summary>
    internal static long[] LikeLatencies(int seed, int count)
    {
        var random = new Random(seed);
        return Values(count, () => (long)(200_000 / Math.Pow(1 - random.NextDouble(), 0.7)));
    }

    private static long[] Values(int count, Func<long> next)
    {
        var values = new long[count];
        for (var i = 0; i < count; i++) values[i] = Math.Clamp(next(), Microsecond, Hour);
        return values;
    }
}
