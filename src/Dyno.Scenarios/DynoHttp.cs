using Dyno.Http.Clients;
using Dyno.Http.Requests;
using Dyno.Load.Engine;
using Dyno.Scenarios.Running;

namespace Dyno.Scenarios;

/// <summary>Dyno's own client behind an <see cref="HttpClient"/>: the code of a load stays the same, with less work per request.</summary>
public static class DynoHttp
{
    /// <summary>The largest number of idle connections that a client keeps: the default limit of iterations at once.</summary>
    private const int MaxIdleConnections = 10_000;

    /// <summary>A client for all users of a scenario, to be used with <see cref="Http.Send(HttpClient, HttpRequestMessage)"/>.</summary>
    /// <param name="timeout">The longest time of a request, from the call to the last byte. Default 60 s.</param>
    /// <param name="insecure">Whether to accept any certificate.</param>
    /// <remarks>
    /// HTTP/1.1, and HTTP/2 for requests that ask for it by their version and policy: version 2.0 where a server of https takes it,
    /// with <see cref="HttpVersionPolicy.RequestVersionExact"/> on http too, by prior knowledge. The client has no cookies, no proxy
    /// and no automatic header but Host and Content-Length. It follows 10 redirects at most, and reads answers whole. Over http on
    /// Linux, the code that calls <see cref="Http.Send(HttpClient, HttpRequestMessage)"/> continues in the loop of its scenario's own
    /// thread. Code that has awaited something else before continues on a pool thread, and its next request goes through .NET's
    /// sockets, as over https.
    /// </remarks>
    public static HttpClient CreateClient(TimeSpan? timeout = null, bool insecure = false)
    {
        var options = new HttpOptions { Tls = new TlsClientOptions { Insecure = insecure } };
        var own = new WireClientOptions
        {
            Timeout = timeout ?? TimeSpan.FromSeconds(60),
            UseCookies = false,
            MaxIdleConnections = MaxIdleConnections,
        };
        var wire = new WireClient(new WireNetwork(options, new EngineClock()), own);
        return new DynoHttpClient(wire, own) { Timeout = Timeout.InfiniteTimeSpan }; // the wire client applies the timeout
    }
}
