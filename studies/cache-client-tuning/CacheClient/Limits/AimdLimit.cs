namespace Dyno.Caching.Limits;

/// <summary>
/// Additive increase, multiplicative decrease: one call more while all is well and at least half of the limit is used, a tenth
/// less when a call is dropped or takes longer than it may. The rule of TCP's congestion control; the numbers are those of
/// Netflix's concurrency-limits.
/// </summary>
/// <param name="range">Between which ends.</param>
/// <param name="tooLong">A call that takes longer counts as dropped.</param>
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
