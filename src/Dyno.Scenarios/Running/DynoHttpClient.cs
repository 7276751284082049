using Dyno.Http.Clients;
using Dyno.Http.Linux;

namespace Dyno.Scenarios.Running;

/// <summary>
/// An <see cref="HttpClient"/> whose requests go over the wire client. On a worker's own thread,
/// <see cref="Http.Send(HttpClient, HttpRequestMessage)"/> hands the requests to that thread's loop. From other threads, and for
/// https, the requests go through <see cref="WireHandler"/>.
/// </summary>
internal sealed class DynoHttpClient(WireClient wire, WireClientOptions options) : HttpClient(new WireHandler(wire))
{
    public WireClient Wire => wire;

    public WireClientOptions Options => options;

    /// <summary>The longest time of a request, from the call to the last byte.</summary>
    public TimeSpan SendTimeout => Timeout > TimeSpan.Zero && Timeout < options.Timeout ? Timeout : options.Timeout;

    /// <summary>
    /// Sends on the loop of the calling thread, which speaks HTTP/1.1. Null when the loop cannot send the request; nothing was sent
    /// then.
    /// </summary>
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

    // Null when the bytes are not available at once, as for a body that is read from a stream.
    private static ReadOnlyMemory<byte>? BodyOf(HttpRequestMessage request)
    {
        if (request.Content is not { } content) return ReadOnlyMemory<byte>.Empty;
        var reading = content.ReadAsByteArrayAsync();
        return reading.IsCompletedSuccessfully ? reading.Result : null;
    }
}
