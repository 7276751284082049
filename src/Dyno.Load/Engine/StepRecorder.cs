namespace Dyno.Load;

/// <summary>Records what one worker sees of one step in one phase. The threading rules are those of <see cref="Recorder"/>.</summary>
public sealed class StepRecorder
{
    /// <summary>One above the highest status code.</summary>
    public const int StatusLimit = 1000;

    private readonly long[] _statuses = new long[StatusLimit];
    private readonly StatusTimes[]? _times;
    private long _minBytes = long.MaxValue;

    internal StepRecorder(bool isOpen, ImmutableArray<int> timedStatuses = default)
    {
        if (!timedStatuses.IsDefaultOrEmpty) _times = [.. timedStatuses.Select(status => new StatusTimes(status, isOpen))];
        Service = new Histogram();
        Response = isOpen ? new Histogram() : Service;
        FailedService = new Histogram();
        FailedResponse = isOpen ? new Histogram() : FailedService;
    }

    /// <summary>Latencies of good answers, from the actual start.</summary>
    public Histogram Service { get; }

    /// <summary>Latencies of good answers, from the intended start; the same object as <see cref="Service"/> in a closed model.</summary>
    public Histogram Response { get; }

    /// <summary>Latencies of failed requests, from the actual start.</summary>
    public Histogram FailedService { get; }

    /// <summary>Latencies of failed requests, from the intended start; the same object as <see cref="FailedService"/> in a closed model.</summary>
    public Histogram FailedResponse { get; }

    /// <summary>Number of answers per status code, which is the index. Index 0 counts judged answers without a status.</summary>
    public ReadOnlySpan<long> Statuses => _statuses;

    /// <summary>Bytes of whole answers, heads included.</summary>
    public long BytesReceived { get; private set; }

    /// <summary>Bytes of the smallest good answer; 0 when there was none.</summary>
    public long MinBytes => _minBytes == long.MaxValue ? 0 : _minBytes;

    /// <summary>Bytes of the largest good answer.</summary>
    public long MaxBytes { get; private set; }

    /// <summary>Latencies of the requests with this status; null when no threshold asks for them.</summary>
    public StatusTimes? TimesOf(int status) => Array.Find(_times ?? [], times => times.Status == status);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Answered(long responseNanos, long serviceNanos, int status, long bytesReceived, bool failed)
    {
        _statuses[status]++;
        BytesReceived += bytesReceived;
        if (_times is not null) RecordTimes(status, responseNanos, serviceNanos);
        if (failed) { RecordFailed(responseNanos, serviceNanos); return; }
        if (bytesReceived < _minBytes) _minBytes = bytesReceived;
        if (bytesReceived > MaxBytes) MaxBytes = bytesReceived;
        Service.Record(serviceNanos);
        if (!ReferenceEquals(Response, Service)) Response.Record(responseNanos);
    }

    /// <summary>Records an answer that code has judged. A status of 0 means that there is none.</summary>
    internal void Judged(long responseNanos, long serviceNanos, in AnswerOutcome verdict) =>
        Answered(responseNanos, serviceNanos, verdict.Status, verdict.BytesReceived, !verdict.IsGood);

    /// <summary>Records a request without an answer.</summary>
    internal void Failed(long responseNanos, long serviceNanos)
    {
        if (_times is not null) RecordTimes(0, responseNanos, serviceNanos);
        RecordFailed(responseNanos, serviceNanos);
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // rare: kept out of the hot path of the other runs
    private void RecordTimes(int status, long responseNanos, long serviceNanos)
    {
        foreach (var times in _times!)
            if (times.Status == status) times.Record(responseNanos, serviceNanos);
    }

    private void RecordFailed(long responseNanos, long serviceNanos)
    {
        FailedService.Record(serviceNanos);
        if (!ReferenceEquals(FailedResponse, FailedService)) FailedResponse.Record(responseNanos);
    }
}
