namespace Dyno.Caching.Limits;

/// <summary>Where a limit begins and between which ends it moves.</summary>
/// <param name="Initial">The calls in flight at the start.</param>
/// <param name="Min">The fewest, at least 1.</param>
/// <param name="Max">The most.</param>
public sealed record LimitRange(int Initial = 20, int Min = 1, int Max = 1000)
{
    internal double Clamp(double calls) => Math.Clamp(calls, Math.Max(1, Min), Max);
}
