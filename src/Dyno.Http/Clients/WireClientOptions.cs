namespace Dyno.Http;

/// <summary>Options of a client, in addition to the connection options of its network.</summary>
public sealed record WireClientOptions
{
    /// <summary>Time-out of a request, from the call to the last byte, over all redirects. Default 60 s.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Maximum number of redirects to follow. Default 10.</summary>
    public int MaxRedirects { get; init; } = 10;

    /// <summary>Keep cookies and send them back. Default true.</summary>
    public bool UseCookies { get; init; } = true;

    /// <summary>Decode bodies in gzip, deflate, br and zstd. Default true. Accept-Encoding is never added.</summary>
    public bool Decompress { get; init; } = true;

    /// <summary>Largest body in bytes, before and after decompression. Default 100 MiB.</summary>
    public int MaxBodyBytes { get; init; } = 100 * 1024 * 1024;

    /// <summary>Version of HTTP. Default 1.1.</summary>
    public WireVersion Version { get; init; }

    /// <summary>The HTTP/2 connections that several clients share; null: the client has its own. Default null.</summary>
    internal Http2Pool? Http2 { get; init; }

    /// <summary>Idle connections of HTTP/1.1 kept per origin. Default 6.</summary>
    public int MaxIdleConnections { get; init; } = 6;

    /// <summary>
    /// Local address of the connections. Addresses of the other IP version cannot be reached from it.
    /// Null: the system chooses. Default null.
    /// </summary>
    public IPAddress? LocalAddress { get; init; }

    /// <summary>
    /// Send a request once more that a kept connection lost without a byte of its answer, as Go's net/http does, although the server may
    /// have begun it. Default false: only what the server cannot have begun is sent again.
    /// </summary>
    public bool RepeatsAsGo { get; init; }

    /// <summary>The jar that several clients share; null: the client has its own. Default null.</summary>
    public CookieJar? Cookies { get; init; }

    /// <summary>
    /// Follow redirects by the rules of .NET's HttpClient: 300 is one, only POST becomes GET after 301 and 302, nothing leads from https to
    /// http, and no Authorization header is sent on. Default false: the rules of Go, as k6 has them.
    /// </summary>
    public bool RedirectsAsHttpClient { get; init; }

    /// <summary>
    /// The loop that serves requests which do not block and, unless it is a guarded one, follow no redirect; they must be sent on
    /// its thread. Null: .NET's sockets. Default null.
    /// </summary>
    public ClientLoop? Loop { get; init; }
}
