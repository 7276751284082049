using static Dyno.Cli.Symbols;

namespace Dyno.Cli;

/// <summary>
/// Requests: a URL, a file of requests, a curl command line. Values with units stay texts, because the input reader checks them together
/// with the file and reports all mistakes at once.
/// </summary>
internal sealed class RequestKind : LoadKind
{
    private readonly OptionTable<LoadRequest> _table = new();
    private readonly Option<string?> _curl = Text("--curl", "'COMMAND'", "Send the request of this curl command line instead of a TARGET");
    private readonly Option<bool> _http2 = Flag("--http2", "Speak HTTP/2");
    private readonly Option<bool> _http3 = Flag("--http3", "Use HTTP/3, where the system supports it");
    private readonly Option<string[]> _subjectArguments = Many("--subject-args", "'ARGS'", "Arguments of the program; or write them after --");
    private readonly Option<string?> _baseUrl = Text("--base-url", "URL", "Send every request to this server, whatever host the file names; a path such as /hello is then a TARGET");
    private readonly Option<string?> _layout = ReportSymbols.LayoutOption();
    private readonly Option<string[]> _outputs = Many("--out", "KIND=WHERE",
        "Send a snapshot a second there while the run goes on: json=FILE, csv=FILE, prometheus=HOST:PORT, otlp=URL, influxdb=URL; may be repeated", "-o");

    // Stands for the program that dyno run would start, which makes requests complete whose URLs are only paths.
    private readonly Option<string?> _inspectedSubject = Text("--subject", "PATH", "As for dyno run: requests go to this program (here http://subject; nothing is built or started)");

    public RequestKind()
    {
        Option connections = _table.On(Number("--connections", "N", "Connections at once (default: 50, or what the file says)", "-c"), (load, n) => load with { Connections = n });
        Option rate = _table.On(Text("--rate", "RATE", "Offer this rate however fast the server is: 20000/s, 600/m. Without a rate the connections loop"), (load, text) => load with { Rate = text });
        Option length = _table.On(Text("--duration", "TIME", "How long to measure: 30s, 1m30s (default: 10s, or what the file says)", "-d"), (load, text) => load with { Duration = text });
        Option warmUp = _table.On(Text("--warmup", "TIME", "Load before the measurement, recorded separately (default: none, or what the file says)"), (load, text) => load with { WarmUp = text });
        Option thresholds = _table.On(Many("--threshold", "EXPRESSION", "Limit on the whole run: 'p99 < 200ms', 'errors == 0', 'http_req_duration: p(99)<200'; may be repeated")!, (load, all) => load with { Thresholds = [.. all] });
        var load = LoadOptions();
        var request = RequestOptions();
        var wire = WireOptions();
        var grpc = GrpcOptions();
        var sockets = SocketOptions();
        var tls = TlsOptions();
        _table.On(Shared.HealthLimits!, (load, all) => load with { HealthLimits = [.. all] });
        _table.Add("The six main options", connections, rate, length, warmUp, thresholds, Shared.Subject);
        _table.Add("Request", request);
        _table.Add("Load", load);
        _table.Add("Program under test", Shared.Framework, Shared.Runtime, Shared.SubjectEnvironment, _subjectArguments, Shared.SubjectPort, Shared.Ready,
            Shared.ReadyTimeout, Shared.Instances, Shared.Observe, Shared.ServerMetrics, Shared.ServerOtlp, Shared.NoPin, Shared.KeepFiles, Shared.Profile);
        _table.Add("Result", Shared.FailOn, Shared.HealthLimits, Shared.Format, Shared.Full, _layout, Shared.Result, Shared.SummaryExport, _outputs,
            Shared.NoStore, Shared.RunName, Shared.Quiet, Shared.Verbose);
        _table.Add("Wire", wire);
        _table.Add("gRPC", grpc);
        _table.Add("WebSockets and events", sockets);
        _table.Add("Several machines", [.. Shared.Fleet.Options]);
        _table.Add("TLS", tls);
        InspectGroups =
        [
            new("Load", [connections, rate, length, warmUp, .. load.Where(o => o.Name is "--iterations" or "--arrivals" or "--delay" or "--random-order"), thresholds, _inspectedSubject]),
            new("Requests", [.. request.Where(o => o.Name is not ("--body-file" or "--timeout"))]),
            new("Wire", [.. wire.Where(o => o.Name is "--driver" or "--threads" or "--http2" or "--http3" or "--streams")]),
            new("gRPC", [.. grpc.Take(2)]),
            new("WebSockets", [.. sockets.Take(4)]),
            new("TLS", [.. tls.Take(2)]),
        ];
    }

    public override string Name => "requests";

    public override string WhyNot(string option) => "see the options of a target that is a URL or a file of requests: dyno run --help";

    /// <summary>Always true: this kind is the last, and takes every target that no other kind takes.</summary>
    public override bool Takes(string target) => true;

    public override string RunPurpose => "Load a target, and print a result that can be trusted, or why it cannot.";

    public override string InspectPurpose => "Print the plan of a URL or a file as JSON, and why each request uses its driver. Sends no load.";

    public override Argument<string?> Target { get; } = new("TARGET")
    {
        Description = "A URL (http, https, ws, wss, grpc, grpcs), or a file: .http, .websurge, HAR, Postman, Bruno, JMeter, OpenAPI, curl, k6 (.js, .ts), C# (.cs); with --subject a path such as /hello is enough",
        Arity = ArgumentArity.ZeroOrOne,
    };

    /// <summary>The options that shape the load. The record of a run has each of them that was given.</summary>
    public IReadOnlyList<Option> Setting => _table.Setting;

    public override IReadOnlyList<OptionGroup> RunGroups => _table.Groups;

    public override IReadOnlyList<OptionGroup> InspectGroups { get; }

    public override IReadOnlyList<Example> RunExamples { get; } =
    [
        new("As fast as 64 connections can send, for 10 s after 2 s of warm-up",
            "dyno run http://localhost:5000/hello -c 64 -d 10s --warmup 2s"),
        new("20,000 starts a second, however fast the server is; fail when p99 reaches 50 ms",
            "dyno run http://localhost:5000/hello --rate 20000/s --threshold 'p99 < 50ms'"),
        new("Build and start a project, load it with a WebSurge session, stop it",
            "dyno run hello.websurge --subject src/Hello"),
        new("Run a load written in C#: a file, or a project's folder",
            "dyno run load.cs"),
        new("2,000 messages a second over WebSockets, each with one answer",
            "dyno run ws://localhost:5000/echo --send ping --rate 2000/s"),
        new("POST JSON, check every answer, keep the result",
            "dyno run http://localhost:5000/orders -H 'Content-Type: application/json' \\\n"
            + "    -b '{\"item\":1}' --check 'status == 201' --result orders.json"),
    ];

    public override IReadOnlyList<Example> InspectExamples { get; } =
    [
        new("What dyno run would do with a file", "dyno inspect Api.http"),
        new("With the variables of an environment", "dyno inspect Api.http --http-env dev"),
        new("A curl command line, as Dyno understands it", "dyno inspect --curl 'curl http://localhost:5000/login -d user=ann'"),
        new("A file whose URLs are paths, for a program that Dyno would start", "dyno inspect Api.http --subject src/MyApi"),
        new("The services and methods of a gRPC server", "dyno inspect grpc://localhost:5000"),
        new("Which driver each request uses", "dyno inspect Api.http | jq -r \\\n      '.scenarios[].requests[] | [.name, .driver, .why] | @tsv'"),
    ];

    public override string HelpCommand(string command) => $"dyno {command} --help";

    public override IEnumerable<string> Contradictions(CommandResult command)
    {
        if (command.GetResult(_http2) is { Implicit: false } && command.GetResult(_http3) is { Implicit: false })
            yield return "--http2 and --http3 contradict each other: write one of them";
        var subject = command.GetResult(Shared.Subject) ?? command.GetResult(_inspectedSubject);
        if (command.GetResult(_baseUrl) is { Implicit: false } && subject is { Implicit: false })
            yield return BaseUrlOrSubject;
        if (command.Command.Name == "inspect") yield break;
        foreach (var needless in Shared.WithoutSubject(command, _subjectArguments)) yield return needless;
        if (command.GetResult(Shared.Subject) is null && command.GetResult(Target) is not { Tokens.Count: > 0 } && command.GetResult(_curl) is null)
            yield return "TARGET is missing: write a URL, or a file such as Api.http, load.js or load.cs";
    }

    public override RunOptions Read(ParseResult parsed, IReadOnlyList<string> programArguments, ICollection<Problem> problems)
    {
        var load = _table.Read(parsed, new LoadRequest { Target = parsed.GetValue(Target) });
        var isInspectedOnSubject = parsed.CommandResult.Command.Name == "inspect" && parsed.ValidValue(_inspectedSubject) is not null;
        string[] arguments = [.. (parsed.ValidValue(_subjectArguments) ?? []).SelectMany(CommandLineParser.SplitCommandLine), .. programArguments];
        return RunOptionsReader.Read(parsed, Shared, new AskedRequests(load) { IsInspectedOnSubject = isInspectedOnSubject }, arguments) with
        {
            Layout = ReportSymbols.LayoutOf(parsed, _layout, Shared.Full),
            Outputs = [.. parsed.ValidValue(_outputs) ?? []],
        };
    }

    private Option[] LoadOptions() =>
    [
        _table.On(Long("--iterations", "N", "Measure a number of iterations instead of a time", "-i"), (load, n) => load with { Iterations = n }),
        _table.On(Choice("--arrivals", "How the starts of --rate are spread (default: uniform)", "uniform", "poisson"), (load, text) => load with { Arrivals = text }),
        _table.On(Long("--seed", "N", "Seed of all random choices (default: a random seed, which is recorded)"), (load, n) => load with { Seed = n }),
        _table.On(Text("--execution-segment", "FROM:TO", "Only a share of the load, such as 0:1/4, so that processes can split a plan", "--segment"), (load, text) => load with { ExecutionSegment = text }),
        _table.On(Text("--delay", "TIME", "Pause of a connection between two requests (default: none)"), (load, text) => load with { Delay = text }),
        _table.On(Flag("--random-order", "Requests of a session in a random order"), load => load with { RandomOrder = true }),
        _table.On(Text("--ramp", "TIME", "Start the connections evenly over this time (default: all at once)"), (load, text) => load with { Ramp = text }),
        _table.On(Text("--graceful-stop", "TIME", "Time for work in flight at the end (default: 30s)"), (load, text) => load with { GracefulStop = text }),
    ];

    private Option[] RequestOptions() =>
    [
        _table.On(Text("--method", "METHOD", "Method (default: GET, or POST with a body)", "-X"), (load, text) => load with { Method = text }),
        _table.On(Many("--header", "'NAME: VALUE'", "Header of every request; may be repeated", "-H")!, (load, all) => load with { Headers = [.. all] }),
        _table.On(Text("--body", "TEXT", "Body", "-b"), (load, text) => load with { Body = text }),
        _table.On(Text("--body-file", "FILE", "Body from a file"), (load, text) => load with { BodyFile = text }),
        _table.On(_curl, (load, text) => load with { Curl = text }),
        _table.On(Text("--data", "FILE", "Rows (CSV or JSON) for {{column}} in URL, headers and body"), (load, text) => load with { DataFile = text }),
        _table.On(Choice("--data-order", "How rows are taken: unique ends after the last row (default: sequential)", "sequential", "random", "unique", "per-user"), (load, text) => load with { DataOrder = text }),
        _table.On(Many("--request", "NAME", "Only this request of a file, and the requests whose answers it needs; may be repeated")!, (load, all) => load with { RequestNames = [.. all] }),
        _table.On(_baseUrl, (load, text) => load with { BaseUrl = text }),
        _table.On(Text("--only-path", "PATH", "Only the requests of a file to this path"), (load, text) => load with { OnlyPath = text }),
        _table.On(Text("--http-env", "NAME|FILE", "Environment of http-client.env.json for an .http file; the environment of a Postman or Bruno collection"), (load, text) => load with { HttpEnvironment = text }),
        _table.On(Text("--auth", "LOGIN", "Send the token of this login of http-client.env.json (or of a request with # @token) with every request; renewed before it expires"), (load, text) => load with { Auth = text }),
        _table.On(Many("--var", "NAME=VALUE", "Value of a variable, {{NAME}}, instead of the file's value; may be repeated")!, (load, all) => load with { Variables = [.. all] }),
        _table.On(Flag("--allow-outside-files", "Allow the input to use files outside its repository (without a repository: outside its folder)"), load => load with { AllowsOutsideFiles = true }),
        _table.On(Text("--timeout", "TIME", "Longest time for an answer (default: 30s)"), (load, text) => load with { Timeout = text }),
        _table.On(Text("--trace", "SHARE", "Every request begins a trace (traceparent), and this share asks the server to record it: all, 1% (default: no traces)"), (load, text) => load with { Trace = text }),
        _table.On(Text("--trace-url", "URL", "Where your viewer shows a trace, with {traceId} for its id: 'http://localhost:16686/trace/{traceId}'"), (load, text) => load with { TraceUrl = text }),
        _table.On(Many("--check", "CONDITION", "Condition on every answer: 'status == 200', 'body contains \"ok\"'; may be repeated")!, (load, all) => load with { Checks = [.. all] }),
    ];

    private Option[] WireOptions() =>
    [
        _table.On(Choice("--driver", "Driver that sends the requests (default: auto, the fastest that works here)", "auto", "linux", "portable", "httpclient"), (load, name) => load with { Driver = Among<DriverChoice>(name) }),
        _table.On(Number("--threads", "N", "Worker threads (default: half of the CPUs, at most 8)"), (load, n) => load with { Threads = n }),
        _table.On(Choice("--wait", "How a worker waits for a due start: busy for the least lag, frugal for the least CPU (default: hybrid)", "hybrid", "busy", "frugal"), (load, name) => load with { Wait = Among<WaitStrategy>(name) }),
        _table.On(_http2, load => load with { HttpVersion = HttpVersionChoice.Http2 }),
        _table.On(_http3, load => load with { HttpVersion = HttpVersionChoice.Http3 }),
        _table.On(Flag("--no-keepalive", "A new connection for every request", "--no-reuse"), load => load with { NoConnectionReuse = true }),
        _table.On(Number("--pipeline", "N", "Requests in flight per connection (default: 1)"), (load, n) => load with { PipelineDepth = n }),
        _table.On(Number("--streams", "N", "Requests in flight on each HTTP/2 connection; -c then counts connections (default: one connection for up to 100)"), (load, n) => load with { Streams = n }),
        _table.On(Many("--connect-to", "HOST1:PORT1:HOST2:PORT2", "Connect to another address than the URL's, as in curl; may be repeated")!, (load, all) => load with { ConnectTo = [.. all] }),
        _table.On(Text("--unix-socket", "PATH", "Connect to a Unix socket"), (load, text) => load with { UnixSocket = text }),
        _table.On(Text("--connect-timeout", "TIME", "Longest time to connect, with the handshake (default: 10s, for a server's first TLS handshake 3s)"), (load, text) => load with { ConnectTimeout = text }),
        _table.On(Text("--dns-ttl", "TIME", "Resolve names again after this time (default: once per run)"), (load, text) => load with { DnsTtl = text }),
    ];

    private Option[] GrpcOptions() =>
    [
        _table.On(Many("--proto", "FILE", "A .proto file with the types of a gRPC service (default: server reflection); may be repeated")!, (load, all) => load with { ProtoFiles = [.. all] }),
        _table.On(Many("--import-path", "FOLDER", "Folder in which to search for imports of .proto files, besides the folder of the file; may be repeated")!, (load, all) => load with { ImportPaths = [.. all] }),
        _table.On(Number("--messages", "N", "Messages that a streaming call sends (default: each one given once)"), (load, n) => load with { Messages = n }),
        _table.On(Text("--message-pause", "TIME", "Pause between two messages of a call (default: none)"), (load, text) => load with { MessagePause = text }),
    ];

    private Option[] SocketOptions() =>
    [
        _table.On(Many("--send", "TEXT", "Message over a WebSocket; may be repeated, one exchange after the other. Without a message the socket stays open")!,
            (load, all) => load with { Send = [.. all] }),
        _table.On(Flag("--binary", "Messages are bytes, not text"), load => load with { Binary = true }),
        _table.On(Number("--answers", "N", "Number of answers to each message (default: 1; 0: none)"), (load, n) => load with { Answers = n }),
        _table.On(Text("--match", "PATH", "JSON field, such as $.id, that matches an answer to its message (default: by order)"),
            (load, text) => load with { Match = text }),
        _table.On(Flag("--compress", "Offer permessage-deflate"), load => load with { Compress = true }),
        _table.On(Text("--ping", "TIME", "How often each WebSocket pings its server (default: never)"), (load, text) => load with { Ping = text }),
        _table.On(Text("--max-message", "SIZE", "Longest message that is accepted: 64KB (default: 16MiB)"), (load, text) => load with { MaxMessage = text }),
        _table.On(Number("--events", "N", "Server-sent events after which a request is done (default: when the stream ends)"),
            (load, n) => load with { Events = n }),
    ];

    private Option[] TlsOptions() =>
    [
        _table.On(Flag("--insecure", "Accept any certificate", "-k"), load => load with { Insecure = true }),
        _table.On(Text("--cacert", "FILE", "Trust these certificates too (PEM)"), (load, text) => load with { CaFile = text }),
        _table.On(Text("--cert", "FILE", "Client certificate (PEM, or PKCS#12 with its key)"), (load, text) => load with { ClientCertificateFile = text }),
        _table.On(Text("--key", "FILE", "Key of the client certificate, when its file does not contain the key (PEM)"), (load, text) => load with { ClientKeyFile = text }),
        _table.On(Text("--cert-password-env", "NAME", "Environment variable with the password of the client certificate's key, or of its PKCS#12 file"), (load, text) => load with { ClientKeyPasswordVariable = text }),
        _table.On(Text("--server-name", "NAME", "Name for SNI and for the check of the certificate (default: the URL's host)"), (load, text) => load with { ServerName = text }),
        _table.On(Choice("--tls-min", "Lowest TLS version accepted (default: 1.2)", "1.2", "1.3"), (load, text) => load with { TlsMin = TlsVersionOf(text) }),
        _table.On(Choice("--tls-max", "Highest TLS version offered (default: 1.3)", "1.2", "1.3"), (load, text) => load with { TlsMax = TlsVersionOf(text) }),
    ];

    private static T? Among<T>(string name) where T : struct, Enum => Enum.TryParse<T>(name, ignoreCase: true, out var value) ? value : null;

    private static TlsVersion TlsVersionOf(string text) => text == "1.2" ? TlsVersion.Tls12 : TlsVersion.Tls13;
}
