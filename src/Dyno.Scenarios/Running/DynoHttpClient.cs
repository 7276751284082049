namespace Dyno.Scenarios;

/// <summary>
/// An <see cref="HttpClient"/> whose requests go over the wire client: on a worker's own thread over that thread's loop, on other
/// threads over .NET's sockets.
/// </summary>
internal sealed class DynoHttpClient : HttpClient
{
    private const int KnownCount = 256;
    private readonly Joined?[] _joined = new Joined?[KnownCount];
    private readonly WireRequest?[] _gets = new WireRequest?[KnownCount];

    public DynoHttpClient(WireHandler handler) : base(handler)
    {
        (Network, Options, handler.Owner) = (handler.Network, handler.Options, this);
        Timeout = System.Threading.Timeout.InfiniteTimeSpan; // the wire client applies the timeout
    }

    private sealed record Joined(Uri Root, Uri Relative, Uri Whole);

    public WireNetwork Network { get; }

    public WireClientOptions Options { get; }

    /// <summary>The longest time of a request, from the call to the last byte.</summary>
    public TimeSpan SendTimeout => Timeout > TimeSpan.Zero && Timeout < Options.Timeout ? Timeout : Options.Timeout;

    /// <summary>The largest body accepted, in bytes.</summary>
    public int MostBodyBytes => (int)Math.Min(Options.MaxBodyBytes, MaxResponseContentBufferSize);

    /// <summary>
    /// Sends on the loop of the calling thread. Null when there is none, when it cannot send the request, or when the client has been
    /// disposed; nothing was sent then.
    /// </summary>
    public Task<Response<HttpResponseMessage>>? TrySend(HttpRequestMessage request, CancellationToken cancellationToken) =>
        !Network.IsClosed && LoopClient.OfThisThread() is { } loop && UrlOf(request) is { } url
            ? LoopSend.TryBegin(this, loop, request, url, DefaultRequestHeaders, cancellationToken)
            : null;

    /// <summary>A GET without headers and body as the wire client takes it: the same object each time, so that its bytes are cached.</summary>
    public WireRequest BareGetOf(Uri url, WireVersion version)
    {
        ref var place = ref _gets[RuntimeHelpers.GetHashCode(url) & (KnownCount - 1)];
        var known = Volatile.Read(ref place);
        if (known is not null && ReferenceEquals(known.Url, url) && known.Version == version) return known;
        var get = new WireRequest { Url = url, Version = version, MaxRedirects = 0 };
        Volatile.Write(ref place, get);
        return get;
    }

    private Uri? UrlOf(HttpRequestMessage request)
    {
        if (request.RequestUri is { IsAbsoluteUri: true } absolute) return absolute;
        if (BaseAddress is not { } root) return null;
        return request.RequestUri = request.RequestUri is { } relative ? Join(root, relative) : root;
    }

    // Load code names the same few URLs again and again, and joining two costs more than finding the whole one.
    private Uri Join(Uri root, Uri relative)
    {
        ref var place = ref _joined[RuntimeHelpers.GetHashCode(relative) & (KnownCount - 1)];
        var known = Volatile.Read(ref place);
        if (known is not null && ReferenceEquals(known.Relative, relative) && ReferenceEquals(known.Root, root)) return known.Whole;
        var whole = new Uri(root, relative);
        Volatile.Write(ref place, new Joined(root, relative, whole));
        return whole;
    }
}
