namespace Dyno.Inputs;

/// <summary>
/// What the user asked for on the command line, before anything is checked. Null means "not set": then the file decides, then the default.
/// <see cref="InputReader"/> reads the texts with units, so that all mistakes are reported at once.
/// </summary>
public sealed record LoadRequest
{
    /// <summary>An http or https URL (<c>localhost:5000/x</c> is enough), or a file.</summary>
    public string? Target { get; init; }

    /// <summary><c>--curl</c>: a curl command line in place of a target.</summary>
    public string? Curl { get; init; }

    /// <summary><c>--var</c>: values of variables, each as <c>NAME=VALUE</c>; they win over the values in a file.</summary>
    public ImmutableArray<string> Variables { get; init; } = [];

    /// <summary><c>-X</c>: method. Default GET, POST when there is a body. URL only.</summary>
    public string? Method { get; init; }

    /// <summary><c>-H "Name: value"</c>: added to every request; replaces headers of the same name from a file.</summary>
    public ImmutableArray<string> Headers { get; init; } = [];

    /// <summary><c>-b</c>: body as text, sent as UTF-8. URL only.</summary>
    public string? Body { get; init; }

    /// <summary><c>--body-file</c>: file whose bytes are the body. URL only.</summary>
    public string? BodyFile { get; init; }

    /// <summary><c>--data</c>: CSV or JSON file whose columns fill the <c>{{column}}</c> slots.</summary>
    public string? DataFile { get; init; }

    /// <summary><c>--data-order</c>: <c>sequential</c> (default), <c>random</c>, <c>unique</c> or <c>per-user</c>.</summary>
    public string? DataOrder { get; init; }

    /// <summary><c>--request</c>: only the requests with these names, and the requests whose answers these need. Files only.</summary>
    public ImmutableArray<string> RequestNames { get; init; } = [];

    /// <summary>
    /// <c>--http-env</c>: for a <c>.http</c> file, the environment of <c>http-client.env.json</c> whose variables are used; for a Postman
    /// collection, the file of an environment; for a Bruno collection, the name or the file of one.
    /// </summary>
    public string? HttpEnvironment { get; init; }

    /// <summary><c>--auth</c>: the login whose token every request without an Authorization header carries. Null: none.</summary>
    public string? Auth { get; init; }

    /// <summary>
    /// <c>--allow-outside-files</c>: the input may name files outside of its repository, or outside of its folder when it is in no
    /// repository. Default false.
    /// </summary>
    public bool AllowsOutsideFiles { get; init; }

    /// <summary><c>-c</c>: connections (virtual users), 1 to 1,000,000. With a rate: the most connections that may be used. Default 50.</summary>
    public int? Connections { get; init; }

    /// <summary><c>-d</c>: length of the measurement. Default <c>10s</c>.</summary>
    public string? Duration { get; init; }

    /// <summary><c>-i</c>: this many iterations instead of a duration; a duration is then the upper bound (default 10 min).</summary>
    public long? Iterations { get; init; }

    /// <summary><c>--rate</c>: starts per time (<c>200/s</c>, <c>200</c>, <c>12000/m</c>), whatever the server does.</summary>
    public string? Rate { get; init; }

    /// <summary><c>--arrivals</c>: <c>uniform</c> (default) or <c>poisson</c>. Needs a rate.</summary>
    public string? Arrivals { get; init; }

    /// <summary><c>--warmup</c>: warm-up before the measurement, recorded apart. Default none.</summary>
    public string? WarmUp { get; init; }

    /// <summary><c>--timeout</c>: time for one request. Default <c>30s</c>.</summary>
    public string? Timeout { get; init; }

    /// <summary><c>--connect-timeout</c>: time to connect and shake hands. Default <c>10s</c>.</summary>
    public string? ConnectTimeout { get; init; }

    /// <summary><c>--graceful-stop</c>: time for work in flight at the end. Default <c>30s</c>.</summary>
    public string? GracefulStop { get; init; }

    /// <summary><c>--delay</c>: pause of a virtual user between two requests. Default none.</summary>
    public string? Delay { get; init; }

    /// <summary><c>--random-order</c>: each virtual user takes the requests of a pass in a random order. Default false.</summary>
    public bool? RandomOrder { get; init; }

    /// <summary><c>--threads</c>: generator worker threads. Default: half of the CPUs, at least 1, at most 8.</summary>
    public int? Threads { get; init; }

    /// <summary><c>--wait</c>: how workers wait for due starts. Default hybrid.</summary>
    public WaitStrategy? Wait { get; init; }

    /// <summary><c>--driver</c>: the driver that sends. Default: the fastest one that works on this machine.</summary>
    public DriverChoice? Driver { get; init; }

    /// <summary><c>--http2</c>, <c>--http3</c>. Default HTTP/1.1.</summary>
    public HttpVersionChoice? HttpVersion { get; init; }

    /// <summary><c>--insecure</c>: accept any certificate. Default false.</summary>
    public bool? Insecure { get; init; }

    /// <summary><c>--cacert</c>: PEM file with additional trusted roots.</summary>
    public string? CaFile { get; init; }

    /// <summary><c>--cert</c>: file of the client certificate, PEM or PKCS#12.</summary>
    public string? ClientCertificateFile { get; init; }

    /// <summary><c>--key</c>: PEM file of the client certificate's key.</summary>
    public string? ClientKeyFile { get; init; }

    /// <summary><c>--cert-password-env</c>: environment variable with the password of the client certificate's key. Null: no password.</summary>
    public string? ClientKeyPasswordVariable { get; init; }

    /// <summary><c>--server-name</c>: name for SNI and the host name check.</summary>
    public string? ServerName { get; init; }

    /// <summary><c>--tls-min</c>, the lowest TLS version accepted. Default 1.2.</summary>
    public TlsVersion? TlsMin { get; init; }

    /// <summary><c>--tls-max</c>, the highest TLS version offered. Default 1.3.</summary>
    public TlsVersion? TlsMax { get; init; }

    /// <summary><c>--no-reuse</c>: a new connection for every request. Default false.</summary>
    public bool? NoConnectionReuse { get; init; }

    /// <summary><c>--pipeline</c>: requests in flight per connection, 1 to 1,024. Default 1.</summary>
    public int? PipelineDepth { get; init; }

    /// <summary><c>--streams</c>: requests in flight on each HTTP/2 connection; <c>-c</c> then counts connections (default 1).</summary>
    public int? Streams { get; init; }

    /// <summary><c>--proto</c>: .proto files (or one set of descriptors) with the types of gRPC calls; empty: the server is asked for the types.</summary>
    public ImmutableArray<string> ProtoFiles { get; init; } = [];

    /// <summary><c>--import-path</c>: folders in which imports of .proto files are looked for.</summary>
    public ImmutableArray<string> ImportPaths { get; init; } = [];

    /// <summary><c>--messages</c>: messages that a streaming gRPC call sends. Default: each message given once.</summary>
    public int? Messages { get; init; }

    /// <summary><c>--message-pause</c>: pause between two messages of a streaming gRPC call. Default none.</summary>
    public string? MessagePause { get; init; }

    /// <summary><c>--send</c>: messages over a WebSocket, one exchange each.</summary>
    public ImmutableArray<string> Send { get; init; } = [];

    /// <summary><c>--binary</c>: messages are bytes. Default false.</summary>
    public bool? Binary { get; init; }

    /// <summary><c>--answers</c>: how many messages answer one message. Default one.</summary>
    public int? Answers { get; init; }

    /// <summary><c>--match $.id</c>: the field that says which message an answer belongs to. Default: answers come in the order of the messages.</summary>
    public string? Match { get; init; }

    /// <summary><c>--compress</c>: offer permessage-deflate. Default false.</summary>
    public bool? Compress { get; init; }

    /// <summary><c>--ping</c>: how often each WebSocket pings its server. Default never.</summary>
    public string? Ping { get; init; }

    /// <summary><c>--max-message</c>: the longest message that is taken. Default 16 MiB.</summary>
    public string? MaxMessage { get; init; }

    /// <summary><c>--events</c>: number of server-sent events after which a request is complete. Default: when the stream ends.</summary>
    public int? Events { get; init; }

    /// <summary><c>--ramp</c>: the time over which connections begin, evenly. Default all at once.</summary>
    public string? Ramp { get; init; }

    /// <summary><c>--dns-ttl</c>: how long a resolved name is used. Default: once per run.</summary>
    public string? DnsTtl { get; init; }

    /// <summary><c>--connect-to HOST1:PORT1:HOST2:PORT2</c>, as in curl.</summary>
    public ImmutableArray<string> ConnectTo { get; init; } = [];

    /// <summary><c>--unix-socket</c>: path of a socket that replaces TCP.</summary>
    public string? UnixSocket { get; init; }

    /// <summary><c>--trace</c>: every request begins a trace, and this share asks the server to record it. Default: no traces.</summary>
    public string? Trace { get; init; }

    /// <summary><c>--trace-url</c>: where a viewer shows a trace, with <c>{traceId}</c> for its id. Default none.</summary>
    public string? TraceUrl { get; init; }

    /// <summary><c>--check 'status == 200'</c>: conditions on every answer.</summary>
    public ImmutableArray<string> Checks { get; init; } = [];

    /// <summary><c>--threshold</c>: conditions on the run.</summary>
    public ImmutableArray<string> Thresholds { get; init; } = [];

    /// <summary><c>--health-limit errors=5%</c>: limits of the health rules, each by the name that the rule prints.</summary>
    public ImmutableArray<string> HealthLimits { get; init; } = [];

    /// <summary><c>--seed</c>: seed of every random choice. Default: drawn, and recorded.</summary>
    public long? Seed { get; init; }

    /// <summary><c>--execution-segment 0:1/4</c>: the share of the work this process does. Default all.</summary>
    public string? ExecutionSegment { get; init; }

    /// <summary>
    /// The address of the subject that Dyno started: it replaces scheme, host and port of every request, and the target may be a bare path
    /// (<c>/hello</c>). A first reading that only looks for mistakes may have any address here.
    /// </summary>
    public Uri? RebaseTo { get; init; }

    /// <summary>
    /// The address of each instance of the subject, the first one as <see cref="RebaseTo"/>. The load is divided among several instances,
    /// unless its requests say to which instance they go. Empty or one: there is nothing to divide.
    /// </summary>
    public ImmutableArray<Uri> Instances { get; init; } = [];

    /// <summary>
    /// <c>--base-url</c>: the address of a server that runs already, such as <c>http://localhost:5000</c>; it does what
    /// <see cref="RebaseTo"/> does, which wins.
    /// </summary>
    public string? BaseUrl { get; init; }

    /// <summary>Keeps only the requests with this path (without the query); null keeps all.</summary>
    public string? OnlyPath { get; init; }

    /// <summary>The options that are set, name to text, with secrets masked; names as on the command line, without dashes.</summary>
    public ImmutableSortedDictionary<string, string> Set => SetOptions.Of(this);
}
