namespace Dyno.Experiments;

/// <summary>How long a program is sampled: until it has used enough CPU time.</summary>
internal static class SamplingTime
{
    private const double WantedCpuSeconds = 3; // 3,000 samples
    private static readonly TimeSpan Shortest = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(30);

    /// <summary>The time.</summary>
    /// <param name="cores">The CPUs that the program keeps busy; 0 when unknown.</param>
    /// <param name="mostOf">The most that the load has time for; null: it continues.</param>
    public static TimeSpan Of(double cores, TimeSpan? mostOf = null)
    {
        var wanted = cores > 0 ? TimeSpan.FromSeconds(Math.Min(WantedCpuSeconds / cores, Longest.TotalSeconds)) : Longest;
        if (wanted < Shortest) wanted = Shortest;
        return mostOf is { } most && most < wanted ? most : wanted;
    }
}
