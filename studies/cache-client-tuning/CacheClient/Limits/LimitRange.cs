namespace Dyno.Caching.Limits;

/// <summary>The initial value and the bounds of a limit.</summary>
/// <param name="Initial">The initial number of calls in flight.</param>
/// <param name="Min">The smallest number, at least 1.</param>
/// <param name="Max">The largest number.</param>
public sealed record LimitRange(int Initial = 20, int Min = 1, int Max = 1000)
{
    internal double Clamp(double calls) => Math.Clamp(calls, Math.Max(1, Min), Max);
}
