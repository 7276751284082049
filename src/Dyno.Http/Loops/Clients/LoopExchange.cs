using NextRequest = Dyno.Http.WireRequest;

namespace Dyno.Http;

/// <summary>
/// One request on a <see cref="LoopClient"/> and its result. The result may be read from the call of <see cref="Ended"/> on, by
/// the thread that makes the call.
/// </summary>
public abstract class LoopExchange
{
    /// <summary>Method and headers, with the headers of its content.</summary>
    public HttpRequestMessage Request { get; private set; } = null!;

    /// <summary>URL of the request.</summary>
    public Uri Url { get; private set; } = null!;

    /// <summary>The body's bytes.</summary>
    public ReadOnlyMemory<byte> Body { get; private set; }

    /// <summary>Headers for all requests of a client; a header of the request itself overrides them. Null for none.</summary>
    public HttpRequestHeaders? Defaults { get; set; }

    /// <summary>All headers to send after a redirect; default before the first one, when the request and its content have the headers.</summary>
    internal ImmutableArray<HeaderField> Followed { get; private set; }

    /// <summary>Time-out from the first sending to the last byte of the last answer.</summary>
    public TimeSpan Timeout { get; set; }

    /// <summary>Largest body accepted, in bytes.</summary>
    public int MaxBodyBytes { get; set; }

    /// <summary>Why there is no usable answer; <see cref="RequestErrorKind.None"/> when there is one, whatever its status.</summary>
    public RequestErrorKind Error { get; internal set; }

    /// <summary>The error in words; empty without one.</summary>
    public string ErrorText { get; internal set; } = "";

    /// <summary>Whether <see cref="LoopClient.Cancel"/> may be called for the exchange.</summary>
    public bool CanBeCut { get; set; }

    /// <summary>The answer of a wire client, where one has sent the request; null otherwise.</summary>
    public WireResponse? Wired { get; internal set; }

    /// <summary>The head of an answer to the loop's own HTTP/1.1; null without a usable one.</summary>
    public AnswerHead? Head { get; internal set; }

    /// <summary>Status code; 0 without an answer.</summary>
    public int Status => Head?.Status ?? 0;

    /// <summary>The body as sent, without chunking.</summary>
    public ReadOnlyMemory<byte> AnswerBody { get; internal set; }

    /// <summary>Bytes of the answer, head included.</summary>
    public long BytesReceived { get; internal set; }

    /// <summary>How often the request was sent again, because its connection ended before its answer.</summary>
    public int Resends { get; internal set; }

    /// <summary>Whether the answer, of the loop's own HTTP/1.1, is a redirect by the rules of HttpClient.</summary>
    public bool IsRedirect => Error == RequestErrorKind.None && Wired is null && Status is 300 or 301 or 302 or 303 or 307 or 308
        && Head!.Header("Location") is { } location && Uri.TryCreate(Url, location, out _);

    internal LoopTarget Target { get; set; } = null!;

    internal LoopConnection? Connection { get; set; }

    /// <summary>The way over a wire client; null until the first request that needs one.</summary>
    internal WireCall? Call { get; set; }

    internal LoopExchange? Earlier { get; set; }

    internal LoopExchange? Later { get; set; }

    /// <summary>The next deadline: first that of the connection, then that of the exchange.</summary>
    internal long DueNanos { get; set; }

    internal long LastNanos { get; set; }

    internal bool WasResent { get; set; }

    internal bool IsOver { get; set; }

    /// <summary>Whether no other object refers to the ended exchange, so that it may be used again.</summary>
    /// <remarks>An exchange without an answer may still be queued for a connection.</remarks>
    protected bool IsForgotten => IsOver && Error == RequestErrorKind.None;

    internal bool IsHeadRequest => Request.Method.Method == "HEAD";

    /// <summary>Whether the request is a GET without headers and body, the most frequent one of a load.</summary>
    protected bool IsBareGet => Request is { Content: null, Method.Method: "GET" }
        && (MessageHeaders.Of(Request)?.NonValidated ?? default).Count + (Defaults?.NonValidated ?? default).Count == 0;

    /// <summary>Sets the request to send; an exchange that <see cref="IsForgotten"/> may take another request.</summary>
    /// <param name="request">Method and headers.</param>
    /// <param name="url">Absolute http URL.</param>
    /// <param name="body">The body's bytes; empty for none.</param>
    protected void Renew(HttpRequestMessage request, Uri url, ReadOnlyMemory<byte> body)
    {
        (Request, Url, Body, Followed) = (request, url, body, default);
        (WasResent, IsOver, Resends, LastNanos) = (false, false, 0, 0);
    }

    /// <summary>Prepares an exchange that has ended with a redirect for the next request; its clock runs on.</summary>
    /// <param name="next">URL, headers and body to send; the method is that of <see cref="Request"/>.</param>
    protected void GoOn(NextRequest next)
    {
        (Url, Body, Followed) = (next.Url, next.Body, next.Headers);
        (Head, AnswerBody, WasResent, IsOver) = (null, default, false, false);
    }

    /// <summary>Drops request and answer, so that the exchange keeps no memory alive.</summary>
    protected void Clear()
    {
        (Request, Url, Body, Followed, Defaults, Target, Connection) = (null!, null!, default, default, null, null!, null);
        (Error, ErrorText, Head, AnswerBody, BytesReceived, Wired) = (RequestErrorKind.None, "", null, default, 0, null);
    }

    /// <summary>The body without the known content codings: gzip, deflate, br, zstd.</summary>
    /// <exception cref="InvalidDataException">The body is damaged, or larger than <see cref="MaxBodyBytes"/>.</exception>
    public ReadOnlyMemory<byte> DecodedBody() => BodyDecoder.Decode(AnswerBody, Head?.ContentEncoding, MaxBodyBytes);

    /// <summary>The request for a wire client.</summary>
    /// <param name="version">Version of HTTP.</param>
    public NextRequest ToWire(WireVersion version) =>
        new() { Method = Request.Method.Method, Url = Url, Headers = ComposedRequest.HeadersOf(this), Body = Body, Version = version, MaxRedirects = 0 };

    /// <summary>The request that a redirect asks for; null when it leads to no http or https URL.</summary>
    public NextRequest? Redirect()
    {
        var request = ToWire(WireVersion.Http11);
        var answer = new WireResponse { Method = request.Method, Url = Url, Status = Status, Headers = Head!.Headers };
        return RedirectRules.Follow(request, answer, asHttpClient: true);
    }

    /// <summary>
    /// Called when the exchange is over: the answer is here, or the reason why there is none. Usually called on the worker's thread,
    /// where waiting code should continue at once; on a pool thread when the worker's thread is blocked or the run is over.
    /// </summary>
    protected internal abstract void Ended();
}
