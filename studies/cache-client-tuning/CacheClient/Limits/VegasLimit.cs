namespace Dyno.Caching.Limits;

/// <summary>
/// Estimates from the shortest duration seen how many calls wait in the service, limit × (1 − shortest ÷ duration). It keeps that number
/// between 3 and 6 times log10 of the limit, like TCP Vegas and, after it, Netflix's concurrency-limits. Every call counts, however short:
/// a filter below 100 µs would ignore all calls on loopback.
/// </summary>
/// <param name="range">The bounds of the limit.</param>
/// <param name="random">Draws the times at which the shortest duration is measured again.</param>
public sealed class VegasLimit(LimitRange range, Random random) : IConcurrencyLimit
{
    private const int ProbeEvery = 30;

    private double _limit = range.Clamp(range.Initial);
    private double _shortest;
    private long _untilProbe;

    /// <inheritdoc/>
    public int Current => (int)_limit;

    /// <inheritdoc/>
    public void Observe(in CallSample sample)
    {
        var duration = Math.Max(sample.Duration.TotalMicroseconds, 0.1);
        if (--_untilProbe <= 0 || duration < _shortest || _shortest == 0)
        {
            if (_untilProbe <= 0) _untilProbe = (long)((0.5 + random.NextDouble()) * ProbeEvery * _limit);
            _shortest = duration;
            return;
        }

        var step = Math.Max(1, Math.Log10(_limit));
        var waiting = Math.Ceiling(_limit * (1 - _shortest / duration));
        if (sample.Dropped) _limit = range.Clamp(_limit - step);
        else if (sample.InFlight * 2 >= _limit) _limit = range.Clamp(_limit + Change(waiting, step));
    }

    private static double Change(double waiting, double step) =>
        waiting <= step ? 6 * step : waiting < 3 * step ? step : waiting > 6 * step ? -step : 0;
}
