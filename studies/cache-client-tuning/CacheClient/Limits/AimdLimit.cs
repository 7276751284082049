namespace Dyno.Caching.Limits;

/// <summary>
/// Additive increase, multiplicative decrease: the limit grows by one call while no call is dropped or too slow and at least half of it is
/// used, and shrinks by a tenth when a call is dropped or takes too long. This is the rule of TCP's congestion control, with the numbers of
/// Netflix's concurrency-limits.
/// </summary>
/// <param name="range">The bounds of the limit.</param>
/// <param name="tooLong">The longest duration of a good call; a longer call counts as dropped.</param>
public sealed class AimdLimit(LimitRange range, TimeSpan tooLong) : IConcurrencyLimit
{
    private double _limit = range.Clamp(range.Initial);

    /// <inheritdoc/>
    public int Current => (int)_limit;

    /// <inheritdoc/>
    public void Observe(in CallSample sample)
    {
        if (sample.Dropped || sample.Duration > tooLong) _limit = range.Clamp(_limit * 0.9);
        else if (sample.InFlight * 2 >= _limit) _limit = range.Clamp(_limit + 1);
    }
}
