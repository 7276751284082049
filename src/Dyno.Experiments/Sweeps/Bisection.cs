using Dyno.Experiments.Plans;

namespace Dyno.Experiments.Sweeps;

/// <summary>
/// Halves a range of rates until its ends are within a tolerance of each other: the middle is geometric, because rates are compared
/// as ratios. Both ends are measured first; what lies beyond an end is not guessed.
/// </summary>
internal static class Bisection
{
    /// <summary>Rates measured at most.</summary>
    public static int MostPoints(SweepPlan plan)
    {
        var halvings = Math.Log(plan.To / plan.From) / Math.Log(Bracket(plan));
        return 2 + (int)Math.Max(0, Math.Ceiling(Math.Log2(halvings)));
    }

    /// <summary>Searches.</summary>
    /// <param name="plan">The range and the tolerance.</param>
    /// <param name="isBeyond">Measures at a rate: whether it lies beyond what is searched; null when the search is to end.</param>
    /// <returns>The bracket; its lower end null when already the lowest rate was beyond, its upper null when even the highest was not.</returns>
    public static async Task<(double? Low, double? High)> RunAsync(SweepPlan plan, Func<double, Task<bool?>> isBeyond)
    {
        if (await isBeyond(plan.From) is not false) return (null, plan.From);
        if (await isBeyond(plan.To) is not true) return (plan.To, null);
        var (low, high) = (plan.From, plan.To);
        while (high / low > Bracket(plan))
        {
            var middle = Math.Sqrt(low * high);
            if (await isBeyond(middle) is not { } beyond) break;
            if (beyond) high = middle;
            else low = middle;
        }
        return (low, high);
    }

    // ±5 % around the middle: the ends are 10 % apart.
    private static double Bracket(SweepPlan plan) => (1 + plan.Tolerance) / (1 - plan.Tolerance);
}
