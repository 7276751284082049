namespace Dyno.History.Tests;

/// <summary>Series with a known truth.</summary>
internal static class Planted
{
    /// <summary>A series of log-ratios: the level of each commit plus normal noise.</summary>
    /// <param name="seed">The seed.</param>
    /// <param name="count">Number of commits.</param>
    /// <param name="noise">Standard deviation.</param>
    /// <param name="level">The true level of a commit.</param>
    /// <param name="known">The part of the variance that the launches' intervals tell, 0 to 1.</param>
    public static SeriesValue[] Series(int seed, int count, double noise, Func<int, double> level, double known = 0.5)
    {
        var random = new Random(seed);
        return [.. Enumerable.Range(0, count).Select(i => new SeriesValue(level(i) + Normal.Sample(random, 0, noise), known * noise * noise))];
    }
}
