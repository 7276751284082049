namespace Dyno.Experiments;

/// <summary>
/// Halves a range until its ends are within a tolerance of each other. The middle is the geometric mean, because rates and numbers of
/// connections are compared as ratios. Both ends are measured first; what lies beyond an end is not guessed.
/// </summary>
internal static class Bisection
{
    /// <summary>The most values that are measured.</summary>
    public static int MostPoints(SweepPlan plan)
    {
        var halvings = Math.Log(plan.To / plan.From) / Math.Log(Width(plan));
        return 2 + (int)Math.Max(0, Math.Ceiling(Math.Log2(halvings)));
    }

    /// <summary>Searches.</summary>
    /// <param name="isBeyond">Measures at a value, and returns whether the value lies beyond the point that is searched; null when the search must end.</param>
    public static async Task<Bracket> RunAsync(SweepPlan plan, Func<double, Task<bool?>> isBeyond)
    {
        if (await isBeyond(plan.From) is not { } isFirstBeyond) return new Bracket(null, null, IsWhole: false);
        if (isFirstBeyond) return new Bracket(null, plan.From);
        if (await isBeyond(plan.To) is not { } isLastBeyond) return new Bracket(plan.From, null, IsWhole: false);
        if (!isLastBeyond) return new Bracket(plan.To, null);
        var (low, high) = (plan.From, plan.To);
        while (high / low > Width(plan) && !(plan.Over.IsWhole && high - low <= 1))
        {
            var middle = plan.Over.IsWhole ? Math.Clamp(Math.Round(Math.Sqrt(low * high)), low + 1, high - 1) : Math.Sqrt(low * high);
            if (await isBeyond(middle) is not { } beyond) return new Bracket(low, high, IsWhole: false);
            if (beyond) high = middle;
            else low = middle;
        }
        return new Bracket(low, high);
    }

    // ±5 % around the middle: the ends are 10 % apart.
    private static double Width(SweepPlan plan) => (1 + plan.Tolerance) / (1 - plan.Tolerance);
}
