namespace Dyno.Caching.Limits;

/// <summary>
/// Counts finished calls for long enough to measure a rate: for three times the duration of a call, at least 20 ms and 64 calls. The count
/// begins when the calls of the previous limit have ended.
/// </summary>
internal sealed class ThroughputWindow(TimeProvider time)
{
    private const int FewestCalls = 64;
    private const double ShortestSeconds = 0.02;
    private const double CallsLong = 3;

    private long _begunAt;
    private bool _begun;
    private double _settleSeconds;
    private double _callSeconds;
    private int _calls;
    private int _queued;

    /// <summary>Calls served per second in the window that just ended; null when the limit did not hold calls back.</summary>
    public double? Rate { get; private set; }

    /// <summary>Begins a window. Calls that end within about one call's duration from then on belong to the previous limit.</summary>
    public void Begin(long now)
    {
        (_begunAt, _begun, _settleSeconds, _calls, _queued) = (now, true, _callSeconds, 0, 0);
    }

    /// <summary>Adds a call; returns true when the call ends the window.</summary>
    public bool Add(in CallSample sample)
    {
        if (!_begun) Begin(sample.EndedAt);
        _callSeconds += (sample.Duration.TotalSeconds - _callSeconds) * 0.1;
        var seconds = time.GetElapsedTime(_begunAt, sample.EndedAt).TotalSeconds - _settleSeconds;
        if (seconds <= 0) return false;

        if (!sample.Dropped) _calls++;
        if (sample.Queued) _queued++;
        if (seconds < Math.Max(ShortestSeconds, CallsLong * _callSeconds) || _calls < FewestCalls) return false;

        Rate = _queued * 10 >= _calls * 9 ? _calls / seconds : null;
        if (Rate is null) Begin(sample.EndedAt);
        return true;
    }
}
