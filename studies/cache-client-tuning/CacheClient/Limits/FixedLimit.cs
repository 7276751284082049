namespace Dyno.Caching.Limits;

/// <summary>A limit that never changes.</summary>
public sealed class FixedLimit : IConcurrencyLimit
{
    /// <param name="calls">The calls in flight, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="calls"/> is less than 1.</exception>
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
