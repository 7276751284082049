namespace Dyno.Load;

/// <summary>
/// Keeps the traces of the slowest requests, and of some that failed, in memory of a fixed size. One thread writes. A request that is
/// neither slow nor failed costs one comparison.
/// </summary>
public sealed class TraceRecorder
{
    /// <summary>The number of the slowest requests that are kept, and of the failed ones.</summary>
    public const int Most = TraceResult.Most;

    /// <summary>The number of failed requests with the same error and status that are kept: the first ones.</summary>
    public const int MostAlike = TraceResult.MostAlike;

    private readonly TracedEnd[] _slowest = new TracedEnd[Most];
    private readonly TracedEnd[] _failed = new TracedEnd[Most];
    private int _slowestCount;
    private int _failedCount;
    private int _quickest;           // index of the quickest of the slowest
    private long _floorNanos = -1;   // a request must take longer to be kept

    /// <summary>Requests that ended and had asked for their traces to be recorded.</summary>
    public long Sampled { get; private set; }

    /// <summary>The slowest requests with a recorded trace, in no order.</summary>
    public ReadOnlySpan<TracedEnd> Slowest => _slowest.AsSpan(0, _slowestCount);

    /// <summary>The first failed requests, in the order of their ends.</summary>
    public ReadOnlySpan<TracedEnd> Failed => _failed.AsSpan(0, _failedCount);

    /// <summary>Takes a request that has ended.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Ended(in TracedEnd end)
    {
        if (end.Trace.IsSampled)
        {
            Sampled++;
            if (end.ResponseNanos > _floorNanos) Keep(end);
        }
        if (!end.Outcome.IsGood && _failedCount < Most) KeepFailed(end);
    }

    private void Keep(in TracedEnd end)
    {
        if (_slowestCount < Most) _slowest[_slowestCount++] = end;
        else _slowest[_quickest] = end;
        if (_slowestCount < Most) return;
        _quickest = 0;
        for (var i = 1; i < Most; i++)
            if (_slowest[i].ResponseNanos < _slowest[_quickest].ResponseNanos) _quickest = i;
        _floorNanos = _slowest[_quickest].ResponseNanos;
    }

    private void KeepFailed(in TracedEnd end)
    {
        var alike = 0;
        for (var i = 0; i < _failedCount; i++)
            if (_failed[i].Outcome.Error == end.Outcome.Error && _failed[i].Outcome.Status == end.Outcome.Status) alike++;
        if (alike < MostAlike) _failed[_failedCount++] = end;
    }
}

/// <summary>A request with a trace that has ended.</summary>
/// <param name="Step">Index of the step.</param>
/// <param name="IntendedNanos">Intended start, on the engine's clock.</param>
/// <param name="StartNanos">Start.</param>
/// <param name="EndNanos">End.</param>
public readonly record struct TracedEnd(int Step, TraceId Trace, long IntendedNanos, long StartNanos, long EndNanos, AnswerOutcome Outcome)
{
    /// <summary>End − intended start, in nanoseconds.</summary>
    public long ResponseNanos => EndNanos - IntendedNanos;

    /// <summary>End − start, in nanoseconds.</summary>
    public long ServiceNanos => EndNanos - StartNanos;
}
