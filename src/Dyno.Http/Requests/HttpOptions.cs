namespace Dyno.Http;

/// <summary>Options for all requests of a scenario.</summary>
public sealed record HttpOptions
{
    /// <summary>Driver that sends. Default: the fastest that works on this system.</summary>
    public DriverChoice Driver { get; init; }

    /// <summary>HTTP version. Default 1.1.</summary>
    public HttpVersionChoice Version { get; init; }

    /// <summary>Time-out from the first byte sent to the last byte received. Default 30 s.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Time-out for TCP connect and TLS handshake. Default 10 s.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Time-out for a TLS handshake until the server has finished its first one, when it is less than
    /// <see cref="ConnectTimeout"/>: a port that takes connections and sends nothing speaks no TLS. Default 3 s.
    /// </summary>
    public TimeSpan FirstHandshakeTimeout { get; init; } = TimeSpan.FromSeconds(3);

    /// <summary>Keep connections open between requests. Default true.</summary>
    public bool ReuseConnections { get; init; } = true;

    /// <summary>
    /// Number of virtual users that share one connection, each with one request in flight. The same number of requests is in
    /// flight per connection, and answers are matched in order. 1 to 1,024; 64 connections at depth 8 are 512 virtual users.
    /// HTTP/1.1 on the Linux and the portable driver. Default 1.
    /// </summary>
    public int PipelineDepth { get; init; } = 1;

    /// <summary>Largest value of <see cref="StreamsPerConnection"/>.</summary>
    public const int MaxStreams = 100_000;

    /// <summary>
    /// Number of virtual users that share one HTTP/2 connection, each with its own stream. The same number of
    /// requests is in flight per connection, as far as the server allows. <see cref="WireClient"/> uses as many streams before
    /// it opens another connection. 1 to 100,000. Default 100, the usual number of gRPC and HTTP/2 clients.
    /// </summary>
    public int StreamsPerConnection { get; init; } = 100;

    /// <summary>Largest response head in bytes. Default 64 KiB.</summary>
    public int MaxHeadBytes { get; init; } = 64 * 1024;

    /// <summary>Pause between two requests of one virtual user. Default none.</summary>
    public TimeSpan Delay { get; init; }

    /// <summary>Each virtual user takes the requests of a pass in a random order. Default false.</summary>
    public bool RandomOrder { get; init; }

    /// <summary>Number of requests at the front that keep their place under <see cref="RandomOrder"/>. Default 0.</summary>
    public int FixedFirst { get; init; }

    /// <summary>
    /// One weight per request, each at least 1: an iteration is then one request, drawn in proportion to the weights. Empty (the
    /// default): an iteration is a pass through all requests.
    /// </summary>
    public ImmutableArray<int> Weights { get; init; } = [];

    /// <summary>How long a resolved name is used; null: once per run (the default).</summary>
    public TimeSpan? DnsTtl { get; init; }

    /// <summary>Which addresses of a name are used. Default: IPv4 first.</summary>
    public DnsPreference DnsPreference { get; init; }

    /// <summary>Which of several addresses a new connection tries first. Default: the address that worked last.</summary>
    public DnsSelection DnsSelection { get; init; }

    /// <summary>Networks to which no connection is opened, under any name. Default none.</summary>
    public ImmutableArray<IPNetwork> BlockedNetworks { get; init; } = [];

    /// <summary>Rules that redirect connections to another endpoint, as curl's <c>--connect-to</c> does.</summary>
    public ImmutableArray<ConnectToRule> ConnectTo { get; init; } = [];

    /// <summary>Path of a Unix socket that replaces TCP; null for TCP.</summary>
    public string? UnixSocket { get; init; }

    /// <summary>
    /// Number of server-sent events after which a request ends, over HTTP/1.1 and HTTP/2, not through HttpClient; 0 (the default): a request
    /// ends when the server ends the stream or the load is over.
    /// </summary>
    public long MaxEvents { get; init; }

    public WebSocketOptions WebSocket { get; init; } = new();

    /// <summary>TLS settings.</summary>
    public TlsClientOptions Tls { get; init; } = new();

    /// <summary>Rows for the <c>{{column}}</c> slots of the requests; null when they have none.</summary>
    public DataFeed? Feed { get; init; }

    /// <summary>
    /// The share of the requests whose traces the server is asked to record, 0 to 1. Above 0 every request begins its own trace
    /// (<c>traceparent</c>), unless it has that header already. Default 0: no header.
    /// </summary>
    public double TraceShare { get; init; }

    /// <summary>Checks on each answer, in order.</summary>
    public ImmutableArray<ResponseCheck> Checks { get; init; } = [];
}

/// <summary>The driver that sends.</summary>
public enum DriverChoice
{
    /// <summary>HTTP/1.1 and HTTP/2: Linux on Linux, elsewhere portable. HTTP/3: HttpClient.</summary>
    Auto,

    /// <summary>Event loop over epoll; Linux only, HTTP/1.1 and HTTP/2.</summary>
    Linux,

    /// <summary>Event loop over .NET's sockets; every system, HTTP/1.1 and HTTP/2.</summary>
    Portable,

    /// <summary>SocketsHttpHandler; every version of HTTP.</summary>
    HttpClient,
}

/// <summary>HTTP version to speak.</summary>
public enum HttpVersionChoice
{
    /// <summary>HTTP/1.1.</summary>
    Http11,

    /// <summary>HTTP/2, exactly: by ALPN on https, by prior knowledge on http.</summary>
    Http2,

    /// <summary>HTTP/3, exactly.</summary>
    Http3,
}

/// <summary>
/// One <c>--connect-to</c> rule. Empty host or null port match any (left side) or keep the original (right side); a leading
/// <c>*</c> on the left matches every host that ends with the rest.
/// </summary>
public sealed record ConnectToRule(string FromHost, int? FromPort, string ToHost, int? ToPort);

/// <summary>TLS settings of the client. Certificates and host names are checked unless <see cref="Insecure"/>.</summary>
public sealed record TlsClientOptions
{
    /// <summary>Accept any certificate. Default false.</summary>
    public bool Insecure { get; init; }

    /// <summary>PEM file with additional trusted roots; null for the system's only.</summary>
    public string? CaFile { get; init; }

    /// <summary>File of the client certificate, in PEM or PKCS#12 (<c>.pfx</c>, <c>.p12</c>); null for none.</summary>
    public string? ClientCertificateFile { get; init; }

    /// <summary>PEM file of the client certificate's key; null when the certificate file contains the key.</summary>
    public string? ClientKeyFile { get; init; }

    /// <summary>Password of the client certificate's key, or of its PKCS#12 file; null for none. A secret.</summary>
    public string? ClientKeyPassword { get; init; }

    /// <summary>Server name for SNI and host name check; null: the URL's host.</summary>
    public string? ServerName { get; init; }

    /// <summary>Lowest version accepted. Default TLS 1.2.</summary>
    public TlsVersion MinVersion { get; init; } = TlsVersion.Tls12;

    /// <summary>Highest version offered. Default TLS 1.3.</summary>
    public TlsVersion MaxVersion { get; init; } = TlsVersion.Tls13;

    /// <summary>Client certificates by host; a host gets the first certificate that is for it. Default none.</summary>
    public ImmutableArray<HostCertificate> HostCertificates { get; init; } = [];

    /// <summary>Cipher suites offered, named as in <see cref="System.Net.Security.TlsCipherSuite"/>; empty: the system's. Not on Windows.</summary>
    public ImmutableArray<string> CipherSuites { get; init; } = [];

    /// <summary>
    /// Fetch certificates of issuers that the server did not send from where its certificate names them (RFC 5280, 4.2.2.1). The handshake
    /// waits for it. Only where connections are made by .NET, as in scripts. Default false.
    /// </summary>
    public bool FetchesIssuers { get; init; }

    /// <summary>Resume sessions on reconnect. Default true.</summary>
    public bool Resume { get; init; } = true;
}

/// <summary>TLS versions Dyno speaks.</summary>
public enum TlsVersion
{
    /// <summary>TLS 1.2.</summary>
    Tls12,

    /// <summary>TLS 1.3.</summary>
    Tls13,
}
