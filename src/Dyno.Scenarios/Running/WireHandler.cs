namespace Dyno.Scenarios;

/// <summary>Hands the requests of an <see cref="HttpClient"/> to the loop of the calling thread, where it has one, or to the wire client.</summary>
internal sealed class WireHandler(WireNetwork network, WireClientOptions options) : HttpMessageHandler
{
    private readonly WireClient _client = new(network, options);

    public WireNetwork Network { get; } = network;

    public WireClientOptions Options { get; } = options;

    public DynoHttpClient Owner { get; set; } = null!;

    /// <summary>The version on the wire for a request's version and policy, as .NET defines them.</summary>
    public static WireVersion VersionOf(HttpRequestMessage request) => (request.Version.Major, request.VersionPolicy) switch
    {
        ( < 2, HttpVersionPolicy.RequestVersionOrHigher) => WireVersion.Agreed,
        ( < 2, _) => WireVersion.Http11,
        (_, HttpVersionPolicy.RequestVersionOrLower) => WireVersion.Agreed,
        _ => WireVersion.Http2,
    };

    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
        LoopClient.OfThisThread() is { } loop && LoopSend.TryBegin(Owner, loop, request, request.RequestUri!, null, cancellationToken) is { } sending
            ? TakeAsync(sending, cancellationToken)
            : SendBySocketsAsync(request, cancellationToken);

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            Network.Close();
            _client.Dispose();
        }
        base.Dispose(disposing);
    }

    private static async Task<HttpResponseMessage> TakeAsync(Task<Response<HttpResponseMessage>> sending, CancellationToken cancellationToken)
    {
        var answer = await sending.ConfigureAwait(false);
        if (answer.Kind is RequestErrorKind.None or RequestErrorKind.Status) return answer.Payload;
        cancellationToken.ThrowIfCancellationRequested();
        throw FailureOf(answer.Kind, answer.Message);
    }

    private async Task<HttpResponseMessage> SendBySocketsAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var began = TimeProvider.System.GetTimestamp();
        var limit = Owner.SendTimeout;
        var body = request.Content is null ? default : await BodyOfAsync(request.Content, limit, cancellationToken);
        var answer = await _client.SendAsync(new WireRequest
        {
            Method = request.Method.Method,
            Url = request.RequestUri!,
            Headers = HeadersOf(request),
            Body = body,
            Version = VersionOf(request),
            Timeout = request.Content is null ? limit : LeftOf(limit, TimeProvider.System.GetElapsedTime(began)),
        }, cancellationToken);
        HttpUse.Current?.Resent(answer.Resends);
        if (answer.Error != RequestErrorKind.None) throw FailureOf(answer.Error, answer.ErrorText);
        WireMessages.Follow(request, answer);
        return WireMessages.AnswerOf(request, answer);
    }

    private static async Task<ReadOnlyMemory<byte>> BodyOfAsync(HttpContent content, TimeSpan limit, CancellationToken cancellationToken)
    {
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        either.CancelAfter(limit);
        try
        {
            return await MessageBodies.ReadAsync(content, either.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested && either.IsCancellationRequested)
        {
            throw FailureOf(RequestErrorKind.Timeout, FormattableString.Invariant($"the body to send was not complete within {limit.TotalSeconds:0.###} s"));
        }
    }

    // A time-out of nothing would be none.
    private static TimeSpan LeftOf(TimeSpan limit, TimeSpan gone) => limit - gone is { Ticks: > 0 } left ? left : TimeSpan.FromMilliseconds(1);

    private static Exception FailureOf(RequestErrorKind kind, string text) =>
        kind == RequestErrorKind.Timeout ? new TaskCanceledException(text, new TimeoutException(text)) : new WireException(kind, text);

    private static ImmutableArray<HeaderField> HeadersOf(HttpRequestMessage request)
    {
        var own = request.Headers.NonValidated;
        var content = request.Content?.Headers.NonValidated ?? default;
        if (own.Count + content.Count == 0) return [];
        var headers = ImmutableArray.CreateBuilder<HeaderField>(own.Count + content.Count);
        foreach (var (name, values) in own) headers.Add(new HeaderField(name, values.ToString()));
        foreach (var (name, values) in content) headers.Add(new HeaderField(name, values.ToString()));
        return headers.ToImmutable();
    }
}

/// <summary>A request without an answer, with the kind of error, which <see cref="HttpRequestException.HttpRequestError"/> has in .NET's words.</summary>
internal sealed class WireException(RequestErrorKind kind, string text) : HttpRequestException(InNet(kind), text)
{
    public RequestErrorKind Kind => kind;

    private static HttpRequestError InNet(RequestErrorKind kind) => kind switch
    {
        RequestErrorKind.Dns => HttpRequestError.NameResolutionError,
        RequestErrorKind.Refused or RequestErrorKind.Unreachable => HttpRequestError.ConnectionError,
        RequestErrorKind.Tls => HttpRequestError.SecureConnectionError,
        RequestErrorKind.Closed => HttpRequestError.ResponseEnded,
        RequestErrorKind.Protocol => HttpRequestError.InvalidResponse,
        _ => HttpRequestError.Unknown,
    };
}
