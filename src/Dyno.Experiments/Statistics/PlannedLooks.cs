namespace Dyno.Experiments.Statistics;

/// <summary>
/// When an experiment that may add rounds is allowed to look at its data. Looking after every round would give 19 % false
/// verdicts (simulated); five planned looks, each at 1 − 0.05/(5m), keep the error at 5 %.
/// </summary>
public static class PlannedLooks
{
    private static readonly int[] Rounds = [8, 11, 15, 21, 30];

    /// <summary>The rounds after which to look, for <paramref name="comparisons"/> compared variants.</summary>
    public static IReadOnlyList<int> For(int comparisons)
    {
        var first = (int)Math.Ceiling(Math.Log2(200.0 * comparisons) - 1e-9);
        return [.. Rounds.Select(r => Math.Max(r, first)).Distinct()];
    }

    /// <summary>The level of each look.</summary>
    public static double LevelFor(int comparisons)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(comparisons, 1);
        return 1 - 0.05 / (Rounds.Length * comparisons);
    }
}
