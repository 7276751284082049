namespace Dyno.Observation;

/// <summary>Observes a server by the metrics that it gives or sends, and makes the same figures of them as of a process on this machine.</summary>
public sealed class ElsewhereProbe : IServerProbe, IAsyncDisposable
{
    private const double LongSilence = 3; // seconds
    private static readonly TimeSpan LastPatience = TimeSpan.FromSeconds(3);

    private readonly IServerMetrics _source;
    private readonly ReadingTimeline _timeline;
    private readonly CancellationTokenSource _stop = new();
    private Task _asked = Task.CompletedTask;
    private IAsyncDisposable? _beside;

    private ElsewhereProbe(IServerMetrics source, TimeProvider time) => (_source, _timeline) = (source, new ReadingTimeline(time));

    /// <summary>Where the figures come from, in words.</summary>
    public string Place => _source.Place;

    /// <summary>The figures that do not come, by the names of <c>FigureTable</c>.</summary>
    public ImmutableArray<string> Missing => FiguresFromMetrics.Missing(_timeline.Has);

    /// <summary>Waits for the first figures of a server.</summary>
    /// <param name="source">Where they come from. The probe disposes it.</param>
    /// <param name="beside">What brings the figures to the source, such as a listener; the probe disposes it, too.</param>
    /// <exception cref="Dyno.Results.UserFault">Nothing comes, or nothing that Dyno understands.</exception>
    public static async Task<ElsewhereProbe> StartAsync(
        IServerMetrics source, TimeProvider time, IAsyncDisposable? beside, CancellationToken cancellation)
    {
        var probe = new ElsewhereProbe(source, time) { _beside = beside };
        try
        {
            await source.StartAsync(probe._timeline.Take, cancellation);
            return probe;
        }
        catch
        {
            await probe.DisposeAsync();
            throw;
        }
    }

    public long? MethodsCompiled => (long?)_timeline.Sent(ServerFigure.MethodsCompiled);

    public ServerMoment? Latest => _timeline.Latest is { } point ? ReadingFigures.Moment(point) : null;

    public void Begin()
    {
        _timeline.Begin();
        _asked = _source.AskAsync(_stop.Token); // EndAsync awaits it
    }

    public void Sample(TimeSpan sinceBegin)
    {
        // The source brings readings by itself.
    }

    public async ValueTask<ServerObservation?> EndAsync(long requests)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token);
        limit.CancelAfter(LastPatience);
        await _asked.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _source.AskAsync(limit.Token);
        var summary = _timeline.End();
        var missing = FiguresFromMetrics.Missing(figure => IsGiven(summary, figure));
        return ReadingFigures.Observation(summary, requests) with
        {
            Source = Place,
            Missing = missing,
            SourceNotes = [.. Notes(summary)],
        };
    }

    /// <summary>
    /// Requests that the server counted since the first reading; null when it does not count them, when its figures are not of this moment,
    /// or when the readings themselves, which it may count, are more than a few of them.
    /// </summary>
    public long? Served => !_source.Answers || _timeline.Restarts > 0 || _timeline.Total(ServerFigure.Requests) is not { } served
        || (_source as PrometheusMetrics)?.Reads * 500L > served ? null : (long)served;

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _asked.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _source.DisposeAsync();
        if (_beside is not null) await _beside.DisposeAsync();
        _stop.Dispose();
    }

    private static bool IsGiven(ReadingSummary summary, ServerFigure figure) =>
        !summary.Refused.Contains(figure) && (summary.Changes.ContainsKey(figure) || summary.Levels.ContainsKey(figure));

    private IEnumerable<string> Notes(ReadingSummary summary)
    {
        if (summary.WindowSeconds <= 0) yield return $"too few figures came in the measurement ({_timeline.Readings}): {_source.Remedy}";
        if (_timeline.Restarts > 0) yield return "the counters began anew during the measurement: the server was started again, and what it did just before is not counted";
        if (!summary.Refused.IsEmpty)
            yield return $"values that cannot be true were refused, and their figures are not given: {string.Join(", ", FiguresFromMetrics.Missing(figure => !summary.Refused.Contains(figure)))}";
        if (_source.Trouble is { } trouble) yield return trouble;
        if (_timeline.SinceLast is > LongSilence and var silent) yield return $"the last figures came {silent:0} s before the end";
    }
}
