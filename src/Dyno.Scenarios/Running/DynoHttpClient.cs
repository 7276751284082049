using Dyno.Http.Clients;
using Dyno.Http.Linux;

namespace Dyno.Scenarios.Running;

/// <summary>
/// An <see cref="HttpClient"/> whose requests go over the wire client. On a worker's own thread <see cref="Http.Send(HttpClient, HttpRequestMessage)"/>
/// hands them to that thread's loop; from elsewhere, and for https, they go through <see cref="WireHandler"/>.
/// </summary>
internal sealed class DynoHttpClient(WireClient wire, WireClientOptions options) : HttpClient(new WireHandler(wire))
{
    public WireClient Wire => wire;

    public WireClientOptions Options => options;

    /// <summary>From the call to the last byte.</summary>
    public TimeSpan SendTimeout => Timeout > TimeSpan.Zero && Timeout < options.Timeout ? Timeout : options.Timeout;

    /// <summary>Sends on the loop of the calling thread, which speaks HTTP/1.1; null when it cannot, and nothing was sent.</summary>
    public Task<Response<HttpResponseMessage>>? TrySend(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        if (LoopClient.OfThisThread() is not { } loop || cancellationToken.IsCancellationRequested) return null;
        if (UrlOf(request) is not { } url || !ReferenceEquals(url.Scheme, Uri.UriSchemeHttp)) return null;
        if (WireHandler.VersionOf(request) == WireVersion.Http2 || BodyOf(request) is not { } body) return null;
        return LoopSend.Begin(this, loop, request, url, body, cancellationToken);
    }

    private Uri? UrlOf(HttpRequestMessage request)
    {
        if (request.RequestUri is { IsAbsoluteUri: true } absolute) return absolute;
        return BaseAddress is { } root ? request.RequestUri is { } relative ? new Uri(root, relative) : root : null;
    }

    // Null when the bytes are not there at once: a body that is read from somewhere.
    private static ReadOnlyMemory<byte>? BodyOf(HttpRequestMessage request)
    {
        if (request.Content is not { } content) return ReadOnlyMemory<byte>.Empty;
        var reading = content.ReadAsByteArrayAsync();
        return reading.IsCompletedSuccessfully ? reading.Result : null;
    }
}
