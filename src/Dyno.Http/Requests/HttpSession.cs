namespace Dyno.Http;

/// <summary>The input of every driver: the requests of an iteration, validated and built, and their origins.</summary>
internal sealed class HttpSession
{
    private const string Message = "message";
    private static readonly string[] EventParts = ["first event", "next event"];
    private readonly FeedProgress _progress = new();

    private readonly ImmutableArray<ImmutableArray<string>> _protocols;
    private readonly Dictionary<int, int> _eventSteps = [];
    private int[] _messageSteps = [];

    private HttpSession(ImmutableArray<HttpRequestPlan> plans, HttpOptions options)
    {
        Options = options;
        IsGrpc = HasCalls(plans);
        IsWebSocket = plans.Any(p => p.WebSocket is not null);
        if (IsWebSocket) WebSockets = [.. plans.Select(p => WebSocketMessages.Build(p, options.Feed, options.WebSocket.Compresses))];
        var sent = IsWebSocket ? [.. plans.Select(p => WebSocketUpgrade.Of(p, options.WebSocket.Compresses))] : plans;
        Requests = [.. sent.Select(p => RequestBytes.Build(p, options.ReuseConnections, options.Feed))];
        if (options.Version == HttpVersionChoice.Http2 && !HasCalls(plans)) Http2 = [.. plans.Select(p => Http2Request.Build(p, options.Feed))];
        var places = sent.Select(PlaceOf).ToList();
        var distinct = places.Distinct().ToList();
        Origins = [.. distinct.Select(p => p.Origin)];
        OriginOf = [.. places.Select(p => distinct.IndexOf(p))];
        _protocols = IsWebSocket ? [.. plans.Select(p => WebSocketUpgrade.ProtocolsOf(p.Headers))] : [];
        Steps = [.. plans.Select(p => new StepRecord { Name = p.Name, Method = MethodOf(p), Url = p.ShownUrl ?? p.Url.AbsoluteUri })];
        if (IsWebSocket) Steps = [.. Steps, PartOf(Steps[0], "pushed"), PartOf(Steps[0], "ping")];
        StepChecks = ChecksOf(plans, options);
        Weighted = options.Weights.IsDefaultOrEmpty ? null : new WeightedSteps(options.Weights);
    }

    /// <summary>How requests are sent.</summary>
    public HttpOptions Options { get; }

    /// <summary>The requests in plan order: the index is the step.</summary>
    public ImmutableArray<RequestBytes> Requests { get; }

    /// <summary>The requests in the form of HTTP/2; empty for another version.</summary>
    public ImmutableArray<Http2Request> Http2 { get; private set; } = [];

    /// <summary>Whether any request is a gRPC call; calls are built once their services are known (<see cref="PrepareCallsAsync"/>).</summary>
    public bool IsGrpc { get; }

    /// <summary>Whether a server must be asked for its services by reflection.</summary>
    public bool NeedsServer => Requests.Any(r => r.Plan.Grpc is { Source.IsReflection: true });


    /// <summary>Whether all requests are messages over WebSockets.</summary>
    public bool IsWebSocket { get; }

    /// <summary>The messages of each request; empty without WebSockets.</summary>
    public ImmutableArray<WebSocketMessages> WebSockets { get; } = [];

    /// <summary>The subprotocols that a request's handshake offers.</summary>
    public ImmutableArray<string> ProtocolsOf(int step) => _protocols[step];

    /// <summary>The step that times pushed messages, which answer no request, each from the previous message.</summary>
    public int PushedStep => Steps.Length - 2;

    public int PingStep => Steps.Length - 1;

    /// <summary>Virtual users that share a connection: the pipeline depth, or the number of streams.</summary>
    public int UsersPerConnection => Options.Version == HttpVersionChoice.Http2 ? Options.StreamsPerConnection : Options.PipelineDepth;

    /// <summary>The distinct origins. A virtual user has one connection to each.</summary>
    public ImmutableArray<HttpOrigin> Origins { get; }

    /// <summary>Per request, the index of its origin.</summary>
    public ImmutableArray<int> OriginOf { get; }

    public FeedRows RowsFor(WorkerContext context) => new(Options.Feed, _progress, context);

    public ImmutableArray<StepRecord> Steps { get; private set; }

    public ImmutableArray<string> Checks => StepChecks.Names;

    /// <summary>The checks, with the requests that they apply to.</summary>
    public StepChecks StepChecks { get; }

    /// <summary>Draws the single request of an iteration; null when an iteration is a pass through all requests.</summary>
    public WeightedSteps? Weighted { get; }

    /// <summary>Requests in one iteration.</summary>
    public int PassLength => Weighted is null ? Requests.Length : 1;

    /// <summary>Finds the methods of all calls, in files or by asking the servers, and builds the calls.</summary>
    /// <exception cref="UserFault">A file or server cannot be read or lacks the method, or a message does not fit.</exception>
    public async Task PrepareCallsAsync(CancellationToken cancellationToken)
    {
        if (!IsGrpc || !Http2.IsEmpty) return;
        var schemas = new Dictionary<(GrpcSource, HttpOrigin), GrpcSchema>();
        var built = ImmutableArray.CreateBuilder<Http2Request>();
        foreach (var plan in Requests.Select(r => r.Plan))
        {
            if (plan.Grpc is not { } grpc) { built.Add(Http2Request.Build(plan, Options.Feed)); continue; }
            var key = (grpc.Source, HttpOrigin.Of(plan.Url));
            if (!schemas.TryGetValue(key, out var schema)) schemas[key] = schema = await grpc.Source.ReadAsync(plan.Url, Options, cancellationToken);
            var isCompressed = plan.Headers.Any(h => h.Name.Equals("grpc-encoding", StringComparison.OrdinalIgnoreCase) && h.Value == "gzip");
            built.Add(Http2Request.OfCall(plan, GrpcCall.Create(grpc, schema, plan.Name, Options.Feed, plan.Slots, isCompressed), Options));
        }
        Http2 = built.ToImmutable();
        _messageSteps = new int[Http2.Length];
        for (var step = 0; step < Http2.Length; step++)
        {
            _messageSteps[step] = -1;
            if (Http2[step].Call is not { Method.IsServerStreaming: true }) continue;
            _messageSteps[step] = Steps.Length;
            Steps = Steps.Add(PartOf(Steps[step], Message));
        }
    }

    /// <summary>The step that times the messages of a streaming call; −1 for none.</summary>
    public int MessageStepOf(int step) => _messageSteps.Length == 0 ? -1 : _messageSteps[step];

    /// <summary>
    /// The step that records the time to the first event of an answer; the next step has the times between events. Both are created
    /// when any worker sees the first such answer.
    /// </summary>
    public int EventStepOf(int step)
    {
        lock (_eventSteps)
        {
            if (_eventSteps.TryGetValue(step, out var known)) return known;
            _eventSteps[step] = Steps.Length;
            Steps = WithEvents(Steps, step);
            return _eventSteps[step];
        }
    }

    /// <summary>The steps, followed by two steps for the events of one step.</summary>
    internal static ImmutableArray<StepRecord> WithEvents(ImmutableArray<StepRecord> steps, int step)
    {
        var of = steps[step];
        return [.. steps, .. EventParts.Select(part => PartOf(of, part))];
    }

    /// <inheritdoc cref="HttpWorkload.MayBePart"/>
    internal static bool MayBePart(string request, string name) => EventParts.Append(Message).Any(part => name == NameOf(request, part));

    private static string NameOf(string request, string part) => $"{request} ({part})";

    private static StepRecord PartOf(StepRecord step, string part) => step with { Name = NameOf(step.Name, part), IsPart = true };

    /// <summary>Validates the plans and builds the session.</summary>
    /// <exception cref="UserFault">The plans or options have problems; the message names all of them.</exception>
    public static HttpSession Create(ImmutableArray<HttpRequestPlan> plans, HttpOptions options)
    {
        var problems = ProblemsOf(plans, options).ToList();
        if (problems.Count > 0) throw new UserFault(string.Join(Environment.NewLine, problems));
        return new HttpSession([.. plans.Select(p => TraceHeader.AddTo(p, options.TraceShare))], options);
    }

    private static IEnumerable<string> ProblemsOf(ImmutableArray<HttpRequestPlan> plans, HttpOptions options)
    {
        if (plans.IsDefaultOrEmpty) yield return "the session has no requests; give it at least one";
        if (plans.Select(p => p.WebSocket is null).Distinct().Count() > 1)
            yield return "the session mixes WebSockets and HTTP requests: use a separate session for each";
        if (options.TraceShare > 0 && plans.Any(p => p.WebSocket is not null))
            yield return "the messages of a WebSocket carry no trace: leave --trace out, or load the other requests alone with --request";
        if (plans.Length > ushort.MaxValue) yield return $"the session has {plans.Length} requests; use at most {ushort.MaxValue}";
        var checks = ChecksOf(plans, options).Checks.Length;
        if (checks > CheckSet.MaxCount) yield return $"{checks} checks; use at most {CheckSet.MaxCount}";
        if (!options.Weights.IsDefaultOrEmpty && (options.Weights.Length != plans.Length || options.Weights.Any(w => w is < 1 or > 1000)))
            yield return "the weights do not fit the requests: give each a weight from 1 to 1000";
        if (options.PipelineDepth is < 1 or > 1024) yield return $"pipeline depth {options.PipelineDepth}: use 1 to 1024";
        if (options.StreamsPerConnection is < 1 or > HttpOptions.MaxStreams) yield return $"{options.StreamsPerConnection} streams: use 1 to {HttpOptions.MaxStreams}";
        if (options.Version != HttpVersionChoice.Http11 && options.PipelineDepth > 1) yield return "pipelining needs HTTP/1.1: leave --pipeline out, HTTP/2 and HTTP/3 multiplex requests on a connection (--streams)";
        if (options.MaxHeadBytes is < 256 or > 16 * 1024 * 1024) yield return $"head limit {options.MaxHeadBytes}: use 256 to 16777216 bytes";
        if (options.Timeout <= TimeSpan.Zero) yield return "the time-out must be above 0";
        if (options.ConnectTimeout <= TimeSpan.Zero) yield return "the connect time-out must be above 0";
        if (options.FirstHandshakeTimeout <= TimeSpan.Zero) yield return "the time for the first handshake must be above 0";
        if (options.Delay < TimeSpan.Zero) yield return "the delay must not be negative";
        if (options.Tls.MinVersion > options.Tls.MaxVersion) yield return "the lowest TLS version is above the highest";
        if (options.PipelineDepth > 1 && !options.ReuseConnections) yield return "pipelining needs connections to be reused";
        if (options.Feed is { } feed)
            foreach (var problem in ProblemsOf(feed)) yield return problem;
    }

    // A WebSocket is opened by one handshake, so the handshake's content belongs to the connection.
    private static (HttpOrigin Origin, string Handshake) PlaceOf(HttpRequestPlan plan) => (HttpOrigin.Of(plan.Url), plan.WebSocket is null ? ""
        : $"{plan.Url.PathAndQuery}\n{string.Join('\n', plan.Headers.Select(h => $"{h.Name}: {h.Value}"))}");

    private static string MethodOf(HttpRequestPlan plan) => plan.WebSocket is not null ? "WEBSOCKET" : plan.Grpc is null ? plan.Method : "GRPC";

    private static bool HasCalls(ImmutableArray<HttpRequestPlan> plans) => plans.Any(p => p.Grpc is not null);

    private static StepChecks ChecksOf(ImmutableArray<HttpRequestPlan> plans, HttpOptions options) =>
        StepChecks.Of(options.Checks, [.. plans.Select(p => (p.Name, p.Checks))]);

    private static IEnumerable<string> ProblemsOf(DataFeed feed)
    {
        if (feed.Rows.IsDefaultOrEmpty) yield return "the data feed has no rows";
        else if (feed.Rows.Any(r => r.Length != feed.Columns.Length)) yield return "a row of the data feed has the wrong number of columns";
    }
}
