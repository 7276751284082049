namespace Dyno.Http;

/// <summary>
/// Requests that need values of earlier answers. In each iteration a virtual user sends them in order with <see cref="WireClient"/> and
/// its own cookies. Over HTTP/2 the users of a worker share connections, one stream each. The workload is paced and recorded like any
/// other.
/// </summary>
public sealed class SequenceWorkload : IWorkload
{
    private readonly Lock _lock = new();
    private readonly Dictionary<int, int> _eventSteps = [];
    private WireNetwork? _network;

    /// <summary>Creates the workload.</summary>
    /// <param name="requests">At least one, in order; names are unique.</param>
    /// <param name="options">How to send them: HTTP/1.1 or HTTP/2, no pipelining.</param>
    /// <exception cref="UserFault">The options ask for something that a sequence does not support.</exception>
    public SequenceWorkload(ImmutableArray<DependentRequest> requests, HttpOptions options)
    {
        if (options.Version == HttpVersionChoice.Http3)
            throw new UserFault("requests that need earlier answers are not sent over HTTP/3", "leave --http3 out, or load the other requests alone with --request");
        if (options.PipelineDepth > 1)
            throw new UserFault("requests that need earlier answers cannot be pipelined", "leave --pipeline out");
        if (options.MaxEvents > 0)
            throw new UserFault("requests that need earlier answers read a stream of events to its end",
                "leave --events out, or load the other requests alone with --request");
        Requests = [.. requests.Select(r => TraceHeader.AddTo(r, options.TraceShare))];
        Options = options;
        Once = new OnceAnswers(requests.Length);
        var checks = StepChecks.Of(options.Checks, [.. requests.Select(r => (r.Name, r.Checks))]);
        CheckSet = new CheckSet(checks);
        Checks = checks.Names;
        Steps = [.. requests.Select(r => new StepRecord { Name = r.Name, Method = r.Method, Url = r.ShownUrl })];
    }

    public ImmutableArray<DependentRequest> Requests { get; }

    /// <summary>How they are sent.</summary>
    public HttpOptions Options { get; }

    /// <summary>The answers that all virtual users share.</summary>
    internal OnceAnswers Once { get; }

    internal CheckSet CheckSet { get; }

    internal FeedProgress FeedProgress { get; } = new();

    public string Driver => "client";

    public ImmutableArray<StepRecord> Steps { get; private set; }

    public ImmutableArray<string> Checks { get; }

    public ImmutableArray<string> NegotiatedProtocols => _network?.NegotiatedProtocols ?? [];

    /// <inheritdoc cref="HttpSession.EventStepOf"/>
    internal int EventStepOf(int step)
    {
        lock (_lock)
        {
            if (_eventSteps.TryGetValue(step, out var known)) return known;
            _eventSteps[step] = Steps.Length;
            Steps = HttpSession.WithEvents(Steps, step);
            return _eventSteps[step];
        }
    }

    public Task PrepareAsync(CancellationToken cancellationToken)
    {
        _ = new WireNetwork(Options); // reports unreadable certificates before the run
        return Task.CompletedTask;
    }

    public IWorker CreateWorker(WorkerContext context)
    {
        lock (_lock) _network ??= new WireNetwork(Options, context.Clock);
        var rows = new FeedRows(Options.Feed, FeedProgress, context);
        var connections = Options.Version == HttpVersionChoice.Http2 ? new Http2Pool(Options.StreamsPerConnection) : null;
        return new SequenceWorker(rows, new AsyncWorker(context, user => new SequenceUser(this, _network, connections, rows, context, user)), connections);
    }
}
