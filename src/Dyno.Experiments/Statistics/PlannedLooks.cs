namespace Dyno.Experiments;

/// <summary>
/// When an experiment that may add rounds is allowed to look at its data, and at which level. Looking after every round would give 19 %
/// false verdicts (simulated). The error of 5 % is spent over a few planned looks: little at the first ones, nearly all at the last one.
/// </summary>
public static class PlannedLooks
{
    public const int MostRounds = 30;

    // A look that is not planned, such as that after rounds that were added to a finished experiment, takes its share of five equal ones.
    private const double Unplanned = 5;

    private static readonly int[] Early = [8, 11, 15, 21];

    /// <summary>The rounds after which to look, where the experiment ends after <paramref name="last"/> rounds.</summary>
    public static ImmutableArray<int> For(int last) => [.. Early.Where(rounds => rounds < last), last];

    /// <summary>The level at a look that was not planned.</summary>
    /// <param name="comparisons">How many variants are compared.</param>
    public static double LevelFor(int comparisons)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(comparisons, 1);
        return 1 - 0.05 / (Unplanned * comparisons);
    }

    /// <summary>The level at the last of some looks.</summary>
    /// <param name="looks">The rounds of all looks so far, this one included, in their order.</param>
    /// <param name="last">After how many rounds the experiment ends.</param>
    /// <param name="isLast">Whether no look follows, so that what is left of the error is spent.</param>
    /// <param name="comparisons">How many variants are compared.</param>
    public static double LevelAt(IReadOnlyList<int> looks, int last, bool isLast, int comparisons)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(comparisons, 1);
        double[] fractions = [.. looks.Select(rounds => Math.Min(1, (double)rounds / last))];
        return 1 - ErrorSpending.Of(fractions, ErrorSpending.Total / comparisons, isLast);
    }
}
