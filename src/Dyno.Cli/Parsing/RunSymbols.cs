using System.CommandLine;
using System.CommandLine.Parsing;
using static Dyno.Cli.Parsing.Symbols;

namespace Dyno.Cli.Parsing;

/// <summary>
/// Every option of <c>dyno run</c>, declared once: parsing, help and completion read from here. Values with units stay
/// texts, because the input reader checks them together with the file and reports everything wrong at once.
/// </summary>
internal sealed class RunSymbols
{
    public Argument<string?> Target { get; } = new("TARGET")
    {
        Description = "A URL (http, https, grpc, grpcs), or a file: .http, .websurge, HAR, Postman, OpenAPI, curl, k6 (.js, .ts), C# (.cs); with --subject a path such as /hello is enough",
        Arity = ArgumentArity.ZeroOrOne,
    };

    // The load
    public Option<int?> Connections { get; } = Number("--connections", "N", "Connections at once (default: 50, or what the file says)", "-c");
    public Option<string?> Rate { get; } = Text("--rate", "RATE", "Offer this rate whatever the server does: 20000/s, 600/m. Without it the connections loop");
    public Option<string?> Length { get; } = Text("--duration", "TIME", "How long to measure: 30s, 1m30s (default: 10s, or what the file says)", "-d");
    public Option<string?> WarmUp { get; } = Text("--warmup", "TIME", "Load before the measurement, recorded apart (default: none, or what the file says)");
    public Option<long?> Iterations { get; } = Long("--iterations", "N", "Measure a number of iterations instead of a time", "-i");
    public Option<string?> Arrivals { get; } = Choice("--arrivals", "How the starts of --rate are spread (default: uniform)", "uniform", "poisson");
    public Option<long?> Seed { get; } = Long("--seed", "N", "Seed of every random choice (default: drawn, and recorded)");
    public Option<string?> Segment { get; } = Text("--execution-segment", "FROM:TO", "Only a share of the load, such as 0:1/4, so that processes can split a plan", "--segment");
    public Option<string?> Delay { get; } = Text("--delay", "TIME", "Pause of a connection between two requests (default: none)");
    public Option<bool> RandomOrder { get; } = Flag("--random-order", "Requests of a session in a random order");
    public Option<string?> GracefulStop { get; } = Text("--graceful-stop", "TIME", "Time for work in flight at the end (default: 30s)");

    // The request
    public Option<string?> Method { get; } = Text("--method", "METHOD", "Method (default: GET, or POST with a body)", "-X");
    public Option<string[]> Headers { get; } = Many("--header", "'NAME: VALUE'", "Header of every request; may be repeated", "-H");
    public Option<string?> Body { get; } = Text("--body", "TEXT", "Body", "-b");
    public Option<string?> BodyFile { get; } = Text("--body-file", "FILE", "Body from a file");
    public Option<string?> Curl { get; } = Text("--curl", "'COMMAND'", "Send what this curl command line sends, in place of a TARGET");
    public Option<string?> Data { get; } = Text("--data", "FILE", "Rows (CSV or JSON) for {{column}} in URL, headers and body");
    public Option<string?> DataOrder { get; } = Choice("--data-order", "How rows are taken: unique ends with the last one (default: sequential)", "sequential", "random", "unique", "per-user");
    public Option<string[]> RequestNames { get; } = Many("--request", "NAME", "Of a file only this request, and those whose answers it needs; may be repeated");
    public Option<string?> HttpEnvironment { get; } = Text("--http-env", "NAME|FILE", "Environment of http-client.env.json for an .http file; the environment's file for a Postman collection");
    public Option<bool> AllowOutsideFiles { get; } = Flag("--allow-outside-files", "Let the input name files outside of its repository (without one: its folder)");
    public Option<string[]> Variables { get; } = Many("--var", "NAME=VALUE", "Value of a variable, {{NAME}}, in place of the file's own; may be repeated");
    public Option<string?> Timeout { get; } = Text("--timeout", "TIME", "Longest time for an answer (default: 30s)");
    public Option<string[]> Checks { get; } = Many("--check", "CONDITION", "Condition on every answer: 'status == 200', 'body contains \"ok\"'; may be repeated");

    // gRPC
    public Option<string[]> Proto { get; } = Many("--proto", "FILE", "Types of a gRPC service: a .proto file (default: the server is asked by reflection); may be repeated");
    public Option<string[]> ImportPaths { get; } = Many("--import-path", "FOLDER", "Where imports of .proto files are looked for, beside the file itself; may be repeated");
    public Option<int?> Messages { get; } = Number("--messages", "N", "Messages that a streaming call sends (default: each one given once)");
    public Option<string?> MessagePause { get; } = Text("--message-pause", "TIME", "Pause between two messages of a call (default: none)");

    // The verdict
    public Option<string[]> Thresholds { get; } = Many("--threshold", "EXPRESSION", "Limit on the whole run: 'p99 < 200ms', 'errors == 0', 'http_req_duration: p(99)<200'; may be repeated");
    public Option<string[]> FailOn { get; } = ManyOf("--fail-on", "Exit with 97 when the run is void, with 99 when a check failed; may be repeated", "void", "check");
    public Option<string[]> HealthLimits { get; } = Many("--health-limit", "NAME=LIMIT", "Limit of a rule of health, by the name it prints: dropped-starts=0.5%, start-lag=5ms; may be repeated");

    // The wire
    public Option<string?> Driver { get; } = Choice("--driver", "Who sends (default: auto, the fastest that works here)", "auto", "linux", "portable", "httpclient");
    public Option<int?> Threads { get; } = Number("--threads", "N", "Worker threads (default: half of the CPUs, at most 8)");
    public Option<string?> Wait { get; } = Choice("--wait", "How a worker waits for a due start: least lag, or least CPU (default: hybrid)", "hybrid", "busy", "frugal");
    public Option<bool> Http2 { get; } = Flag("--http2", "Speak HTTP/2");
    public Option<bool> Http3 { get; } = Flag("--http3", "Speak HTTP/3, where the system can");
    public Option<bool> NoKeepAlive { get; } = Flag("--no-keepalive", "A new connection for every request", "--no-reuse");
    public Option<int?> Pipeline { get; } = Number("--pipeline", "N", "Requests in flight per connection (default: 1)");
    public Option<int?> Streams { get; } = Number("--streams", "N", "Requests in flight on each HTTP/2 connection; -c then counts connections (default: one connection for up to 100)");
    public Option<string[]> ConnectTo { get; } = Many("--connect-to", "HOST1:PORT1:HOST2:PORT2", "Connect elsewhere than the URL says, as in curl; may be repeated");
    public Option<string?> UnixSocket { get; } = Text("--unix-socket", "PATH", "Connect to a Unix socket");
    public Option<string?> ConnectTimeout { get; } = Text("--connect-timeout", "TIME", "Longest time to connect and shake hands (default: 10s, for a server's first TLS handshake 3s)");
    public Option<string?> DnsTtl { get; } = Text("--dns-ttl", "TIME", "Resolve names again after this time (default: once per run)");

    // TLS
    public Option<bool> Insecure { get; } = Flag("--insecure", "Accept any certificate", "-k");
    public Option<string?> CaCertificate { get; } = Text("--cacert", "FILE", "Trust these certificates too (PEM)");
    public Option<string?> ClientCertificate { get; } = Text("--cert", "FILE", "Client certificate (PEM)");
    public Option<string?> ClientKey { get; } = Text("--key", "FILE", "Its key, when the certificate file does not hold it (PEM)");
    public Option<string?> ServerName { get; } = Text("--server-name", "NAME", "Name for SNI and for the check of the certificate (default: the URL's host)");
    public Option<string?> TlsMin { get; } = Choice("--tls-min", "Lowest version accepted (default: 1.2)", "1.2", "1.3");
    public Option<string?> TlsMax { get; } = Choice("--tls-max", "Highest version offered (default: 1.3)", "1.2", "1.3");

    // The program under test
    public Option<string?> Subject { get; } = Text("--subject", "PATH", "Build, start and stop this project, and load it");
    public Option<string?> Framework { get; } = Text("--framework", "TFM", "Its target framework (default: the highest)");
    public Option<string[]> SubjectEnvironment { get; } = Many("--subject-env", "NAME=VALUE", "Environment variable of the program; may be repeated");
    public Option<string[]> SubjectArguments { get; } = Many("--subject-args", "'ARGS'", "Its arguments; or write them after --");
    public Option<string?> Ready { get; } = Text("--ready", "PATH", "Path that answers below 400 when the program is ready (default: /, and any answer below 500)");
    public Option<string?> ReadyTimeout { get; } = Text("--ready-timeout", "TIME", "Longest time to wait for that (default: 60s)");
    public Option<int?> Instances { get; } = Number("--instances", "N", "Run N instances of it side by side and deal the load out among them (default: 1)");
    public Option<string?> Observe { get; } = Choice("--observe", "How much its .NET runtime is asked while it is loaded (default: full)", "full", "minimal", "off");
    public Option<bool> NoPin { get; } = Flag("--no-pin", "Leave program and generator on all CPUs instead of disjoint ones");

    // Result and report
    public Option<string?> Result { get; } = Text("--result", "FILE", "Write the result (JSON) to this file");
    public Option<bool> NoStore { get; } = Flag("--no-store", "Do not keep the result in .dyno/runs");
    public Option<string?> SummaryExport { get; } = Text("--summary-export", "FILE", "Write k6's summary data (JSON) to this file");
    public Option<string[]> Format { get; } = ReportSymbols.FormatOption("Report (default: console)", ReportSymbols.Formats);
    public Option<string?> Layout { get; } = ReportSymbols.LayoutOption();
    public Option<string[]> Outputs { get; } = Many("--out", "KIND=WHERE", "Send a snapshot a second there while the run goes on: json=FILE, csv=FILE, prometheus=HOST:PORT, otlp=URL, statsd=HOST:PORT, influxdb=URL; may be repeated", "-o");
    public Option<string?> RunName { get; } = Text("--name", "NAME", "Name of the run in reports");
    public Option<bool> Quiet { get; } = Flag("--quiet", "No progress; warnings and errors only", "-q");
    public Option<bool> Verbose { get; } = Flag("--verbose", "Show the stack trace of an error");

    /// <summary>What options that exclude each other ask for.</summary>
    public IEnumerable<string> Contradictions(CommandResult command)
    {
        if (command.GetResult(Http2) is { Implicit: false } && command.GetResult(Http3) is { Implicit: false })
            yield return "--http2 and --http3 contradict each other: write one of them";
    }

    /// <summary>The options that only make sense for a program that Dyno starts, and the target that it would stand for.</summary>
    public IEnumerable<string> WithoutSubject(CommandResult command)
    {
        if (command.GetResult(Subject) is not null) yield break;
        foreach (var option in (Option[])[Framework, SubjectEnvironment, SubjectArguments, Ready, ReadyTimeout, Instances, Observe, NoPin])
            if (command.GetResult(option) is { Implicit: false }) yield return $"{option.Name} needs a program to start: add --subject PATH";
        if (command.GetResult(Target) is not { Tokens.Count: > 0 } && command.GetResult(Curl) is null)
            yield return "TARGET is missing: write a URL, or a file such as Api.http, load.js or load.cs";
    }

    /// <summary>The options as the help page shows them: the ones that matter first.</summary>
    public IReadOnlyList<OptionGroup> Groups => field ??=
    [
        new("The six that matter", Connections, Rate, Length, WarmUp, Thresholds, Subject),
        new("Request", Method, Headers, Body, BodyFile, Curl, Data, DataOrder, RequestNames, HttpEnvironment, Variables, AllowOutsideFiles, Timeout, Checks),
        new("Load", Iterations, Arrivals, Seed, Segment, Delay, RandomOrder, GracefulStop),
        new("Program under test", Framework, SubjectEnvironment, SubjectArguments, Ready, ReadyTimeout, Instances, Observe, NoPin),
        new("Result", FailOn, HealthLimits, Format, Layout, Result, SummaryExport, Outputs, NoStore, RunName, Quiet, Verbose),
        new("Wire", Driver, Threads, Wait, Http2, Http3, NoKeepAlive, Pipeline, Streams, ConnectTo, UnixSocket, ConnectTimeout, DnsTtl),
        new("gRPC", Proto, ImportPaths, Messages, MessagePause),
        new("TLS", Insecure, CaCertificate, ClientCertificate, ClientKey, ServerName, TlsMin, TlsMax),
    ];
}
