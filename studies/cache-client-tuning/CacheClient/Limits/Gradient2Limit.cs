namespace Dyno.Caching.Limits;

/// <summary>
/// Compares the duration of a call with the average of the last 600 calls. The new limit is limit × tolerance × average ÷ duration, at
/// most the old limit and at least half of it, plus a small queue. After Netflix's concurrency-limits (Gradient2).
/// </summary>
/// <param name="range">The bounds of the limit.</param>
public sealed class Gradient2Limit(LimitRange range) : IConcurrencyLimit
{
    private const double Tolerance = 1.5;
    private const double Smoothing = 0.2;
    private const int Queue = 4;
    private const int Window = 600;
    private const int FirstSamples = 10;

    private double _limit = range.Clamp(range.Initial);
    private double _average;
    private int _seen;

    /// <inheritdoc/>
    public int Current => (int)_limit;

    /// <inheritdoc/>
    public void Observe(in CallSample sample)
    {
        var duration = Math.Max(sample.Duration.TotalMicroseconds, 0.1);
        Average(duration);
        if (_average / duration > 2) _average *= 0.95; // the service has become faster: forget the slow calls sooner
        if (sample.InFlight * 2 < _limit) return;

        var gradient = Math.Clamp(Tolerance * _average / duration, 0.5, 1);
        _limit = range.Clamp(_limit * (1 - Smoothing) + (_limit * gradient + Queue) * Smoothing);
    }

    private void Average(double duration)
    {
        _seen++;
        _average = _seen <= FirstSamples
            ? _average + (duration - _average) / _seen
            : _average + (duration - _average) * (2.0 / (Window + 1));
    }
}
