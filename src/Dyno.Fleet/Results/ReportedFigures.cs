namespace Dyno.Fleet;

/// <summary>The measurement of one agent as its snapshots report it: all there is when its result never comes.</summary>
internal sealed class ReportedFigures
{
    private readonly Histogram _times = new();
    private Histogram _part = new(); // the times of the last snapshot
    private RunSnapshot? _last;
    private long _earlier;
    private int _users;

    /// <summary>Whether a snapshot of the measurement has told of a request.</summary>
    public bool HasAny => _last is { Requests: > 0 };

    /// <summary>Adds a snapshot; those of the warm-up do not count.</summary>
    public void Add(RunSnapshot snapshot)
    {
        if (snapshot.Recording != RunPhase.Measure) return;
        var part = string.IsNullOrEmpty(snapshot.Histogram) ? new Histogram() : HdrEncoding.DecodeBase64(snapshot.Histogram);
        var last = _last?.Requests ?? 0;
        // The last snapshot of a phase may include the interval before.
        var includesLast = Math.Abs(part.Count - (snapshot.Requests - _earlier)) < Math.Abs(part.Count - (snapshot.Requests - last));
        if (!includesLast) _times.Merge(_part);
        (_part, _earlier, _last, _users) = (part, last, snapshot, Math.Max(_users, snapshot.ActiveVirtualUsers));
    }

    /// <summary>The figures as those of a phase. Snapshots tell nothing of single requests, and of good and failed ones only their number.</summary>
    public PhaseResult ToPhase()
    {
        if (_last is not { } last) throw new InvalidOperationException("nothing was reported");
        var seconds = last.Elapsed.TotalSeconds;
        var none = LatencyFigures.Of(new Histogram());
        var response = LatencyFigures.Of([_times, _part]);
        var times = new LatencyPair { Response = response, Service = last.OfferedPerSecond is null ? response : none };
        var unknown = new LatencyPair { Response = none, Service = none };
        return new PhaseResult
        {
            DurationSeconds = seconds,
            Totals = new Totals
            {
                Requests = last.Requests,
                FailedRequests = last.FailedRequests,
                RequestsPerSecond = seconds > 0 ? last.Requests / seconds : 0,
                Iterations = last.Iterations,
                IterationsPerSecond = seconds > 0 ? last.Iterations / seconds : 0,
                DroppedIterations = last.DroppedIterations,
                BytesSent = last.BytesSent,
                BytesReceived = last.BytesReceived,
                MaxVirtualUsers = _users,
            },
            Latency = last.FailedRequests > 0 ? unknown : times,
            AllLatency = last.FailedRequests > 0 ? times : null,
            IterationDuration = unknown,
            Steps = [],
            Errors =
            [
                .. last.Errors.OrderByDescending(error => error.Value)
                    .Select(error => new ErrorResult { Kind = error.Key, Count = error.Value, FirstExample = "only its number was reported" }),
            ],
        };
    }
}
