using System.Collections.Immutable;
using System.Net.Http.Headers;
using Dyno.Http.Clients;
using Dyno.Http.Requests;
using Dyno.Load.Engine;
using NextRequest = Dyno.Http.Clients.WireRequest;

namespace Dyno.Http.Linux.Clients;

/// <summary>
/// One request on a <see cref="LoopClient"/> and what becomes of it. What it says of the answer may be read from
/// <see cref="Ended"/> on, by the thread that calls it.
/// </summary>
public abstract class LoopExchange
{
    /// <summary>Creates the exchange.</summary>
    /// <param name="request">Method and headers.</param>
    /// <param name="url">Absolute, http.</param>
    /// <param name="body">The body's bytes; empty for none.</param>
    protected LoopExchange(HttpRequestMessage request, Uri url, ReadOnlyMemory<byte> body)
    {
        ArgumentNullException.ThrowIfNull(request);
        ArgumentNullException.ThrowIfNull(url);
        (Request, Url, Body) = (request, url, body);
    }

    /// <summary>Method and headers; those of its content go along.</summary>
    public HttpRequestMessage Request { get; }

    /// <summary>Where it goes.</summary>
    public Uri Url { get; }

    /// <summary>The body's bytes.</summary>
    public ReadOnlyMemory<byte> Body { get; }

    /// <summary>Headers for all requests of a client; one of the request's own wins. Null for none.</summary>
    public HttpRequestHeaders? Defaults { get; init; }

    /// <summary>From <see cref="LoopClient.Send"/> to the last byte of the answer.</summary>
    public required TimeSpan Timeout { get; init; }

    /// <summary>Largest body taken, in bytes.</summary>
    public required int MaxBodyBytes { get; init; }

    /// <summary>Why there is no usable answer; <see cref="RequestErrorKind.None"/> when there is one, whatever its status.</summary>
    public RequestErrorKind Error { get; internal set; }

    /// <summary>The error in words; empty without one.</summary>
    public string ErrorText { get; internal set; } = "";

    /// <summary>Status code, 100 to 999; 0 without an answer.</summary>
    public int Status { get; internal set; }

    /// <summary>The status line's text after the code.</summary>
    public string ReasonPhrase { get; internal set; } = "";

    /// <summary>Whether the server answered in HTTP/1.0.</summary>
    public bool IsHttp10 { get; internal set; }

    /// <summary>Header lines in order, names as sent.</summary>
    public ImmutableArray<HeaderField> Headers { get; internal set; } = [];

    /// <summary>The body as sent, after chunking.</summary>
    public ReadOnlyMemory<byte> AnswerBody { get; internal set; }

    /// <summary>Bytes of the answer, head included.</summary>
    public long BytesReceived { get; internal set; }

    /// <summary>Whether the answer asks to go elsewhere.</summary>
    public bool IsRedirect => Error == RequestErrorKind.None && Status is 301 or 302 or 303 or 307 or 308 && Header("Location") is not null;

    internal LoopTarget Target { get; set; } = null!;

    internal LoopConnection? Connection { get; set; }

    internal LoopExchange? Earlier { get; set; }

    internal LoopExchange? Later { get; set; }

    /// <summary>When it must have got on: to its connection at first, then to its end.</summary>
    internal long DueNanos { get; set; }

    /// <summary>When it must have ended.</summary>
    internal long LastNanos { get; set; }

    internal bool WasResent { get; set; }

    internal bool IsOver { get; set; }

    internal bool IsIdempotent => Request.Method.Method is "GET" or "HEAD" or "OPTIONS" or "TRACE" or "PUT" or "DELETE";

    /// <summary>The value of the first header of this name; null when there is none.</summary>
    /// <param name="name">Case does not matter.</param>
    public string? Header(string name)
    {
        foreach (var header in Headers)
            if (header.Name.Equals(name, StringComparison.OrdinalIgnoreCase)) return header.Value;
        return null;
    }

    /// <summary>The body without the content codings that are known: gzip, deflate, br.</summary>
    /// <exception cref="InvalidDataException">It is damaged, or larger than <see cref="MaxBodyBytes"/>.</exception>
    public ReadOnlyMemory<byte> DecodedBody() => BodyDecoder.Decode(AnswerBody, Header("Content-Encoding"), MaxBodyBytes);

    /// <summary>The request that a redirect asks for; null when it leads to no http or https URL.</summary>
    public NextRequest? Redirect()
    {
        var request = new NextRequest { Method = Request.Method.Method, Url = Url, Headers = RequestLines.HeadersOf(this), Body = Body };
        return RedirectRules.Follow(request, new WireResponse { Method = request.Method, Url = Url, Status = Status, Headers = Headers });
    }

    /// <summary>
    /// The exchange is over: its answer is here, or the reason why there is none. Usually on the worker's thread, where
    /// code that waits should go on at once; on a pool thread when the worker's own thread is held up or the run is over.
    /// </summary>
    protected internal abstract void Ended();
}
