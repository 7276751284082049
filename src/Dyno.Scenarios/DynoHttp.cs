using Dyno.Http.Clients;
using Dyno.Http.Requests;
using Dyno.Load.Engine;
using Dyno.Scenarios.Running;

namespace Dyno.Scenarios;

/// <summary>Dyno's own client behind an <see cref="HttpClient"/>: the same load code, less work per request.</summary>
public static class DynoHttp
{
    /// <summary>Kept connections of a client at most: as many as there may be iterations at once by default.</summary>
    private const int MaxIdleConnections = 10_000;

    /// <summary>A client for all users of a scenario, to be used with <see cref="Http.Send(HttpClient, HttpRequestMessage)"/>.</summary>
    /// <param name="timeout">Of a request, from the call to the last byte. Default 60 s.</param>
    /// <param name="insecure">Accept any certificate.</param>
    /// <remarks>
    /// HTTP/1.1, and HTTP/2 for requests that ask for it by their version and policy: version 2.0 where a server of https takes
    /// it, with <see cref="HttpVersionPolicy.RequestVersionExact"/> on http too, by prior knowledge. No cookies, no proxy, no
    /// automatic header but Host and Content-Length; redirects are followed, 10 at most; answers are read whole. Over http
    /// on Linux the code that calls <see cref="Http.Send(HttpClient, HttpRequestMessage)"/> goes on in the loop of its scenario's
    /// own thread; code that has awaited something else before comes back on a pool thread, and its next request goes through .NET's sockets, as over https.
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
        return new DynoHttpClient(wire, own) { Timeout = Timeout.InfiniteTimeSpan }; // the wire client keeps the time
    }
}
