namespace Dyno.Caching.Limits;

/// <summary>Always the same number of calls.</summary>
public sealed class FixedLimit : IConcurrencyLimit
{
    /// <param name="calls">The calls in flight, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">Less than 1.</exception>
    public FixedLimit(int calls)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(calls, 1);
        Current = calls;
    }

    /// <inheritdoc/>
    public int Current { get; }

    /// <inheritdoc/>
    public void Observe(in CallSample sample)
    {
    }
}
