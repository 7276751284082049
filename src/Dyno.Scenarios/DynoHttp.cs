namespace Dyno.Scenarios;

/// <summary>Dyno's own client behind an <see cref="HttpClient"/>: the code of a load stays the same, with less work per request.</summary>
public static class DynoHttp
{
    /// <summary>The largest number of idle connections that a client keeps: the default limit of iterations at once.</summary>
    private const int MaxIdleConnections = 10_000;

    private const int MaxRedirects = 50; // as HttpClient

    /// <summary>A client for all users of a scenario, to be used with <see cref="Http.Send(HttpClient, HttpRequestMessage)"/>.</summary>
    /// <param name="timeout">The longest time of a request, from the call to the last byte of the last answer. Default 60 s.</param>
    /// <param name="insecure">Whether to accept any certificate.</param>
    /// <param name="useCookies">Whether to keep cookies and send them back, in one jar for all users of the client, as HttpClient does. Default false.</param>
    /// <remarks>
    /// HTTP/1.1, and HTTP/2 for requests that ask for it by their version and policy: version 2.0 where a server of https takes it,
    /// with <see cref="HttpVersionPolicy.RequestVersionExact"/> on http too, by prior knowledge. The client has no proxy and no automatic
    /// header but Host, Content-Length and, if wanted, Cookie. It follows 50 redirects at most by the rules of HttpClient, and reads answers
    /// whole. On Linux, the code that awaits an answer continues in the loop of its scenario's own thread. Code that has awaited something
    /// else before continues on a pool thread, and its next request goes through .NET's sockets. docs/scenarios.md has a table of what
    /// differs from HttpClient.
    /// </remarks>
    public static HttpClient CreateClient(TimeSpan? timeout = null, bool insecure = false, bool useCookies = false)
    {
        var options = new HttpOptions { Tls = new TlsClientOptions { Insecure = insecure } };
        var own = new WireClientOptions
        {
            Timeout = timeout ?? TimeSpan.FromSeconds(60),
            UseCookies = useCookies,
            Cookies = useCookies ? new CookieJar() : null,
            MaxRedirects = MaxRedirects,
            RedirectsAsHttpClient = true,
            MaxIdleConnections = MaxIdleConnections,
        };
        return new DynoHttpClient(new WireHandler(new WireNetwork(options, new EngineClock()), own));
    }
}
