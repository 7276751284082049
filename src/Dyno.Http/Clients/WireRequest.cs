namespace Dyno.Http;

/// <summary>
/// One request, for code that decides at run time what to send next. Immutable. A request equals only itself: the object
/// caches data found at its first sending, and a copy is another request.
/// </summary>
public sealed record WireRequest
{
    /// <summary>Creates a GET request; its URL must be set.</summary>
    public WireRequest()
    {
    }

    [SetsRequiredMembers]
    private WireRequest(WireRequest other)
    {
        (Method, Url, Headers, Body) = (other.Method, other.Url, other.Headers, other.Body);
        (Timeout, MaxRedirects, DiscardBody, IgnoresCookies) = (other.Timeout, other.MaxRedirects, other.DiscardBody, other.IgnoresCookies);
        (Version, BodySink, Bytes) = (other.Version, other.BodySink, other.Bytes);
    }

    /// <summary>Method in capitals. Default GET.</summary>
    public string Method { get; init; } = "GET";

    /// <summary>Absolute http or https URL.</summary>
    public required Uri Url { get; init; }

    /// <summary>Headers in order. Host and Content-Length are added where missing, nothing else.</summary>
    public ImmutableArray<HeaderField> Headers { get; init; } = [];

    /// <summary>Body; empty for none.</summary>
    public ReadOnlyMemory<byte> Body { get; init; }

    /// <summary>Time-out from the call to the end of the last answer's body, over all redirects; null: the client's.</summary>
    public TimeSpan? Timeout { get; init; }

    /// <summary>Whether cookies set by the answer are ignored. Default false.</summary>
    public bool IgnoresCookies { get; init; }

    /// <summary>Maximum number of redirects to follow; one redirect more is returned as the answer. Null: the client's.</summary>
    public int? MaxRedirects { get; init; }

    /// <summary>HTTP version; null: the client's.</summary>
    public WireVersion? Version { get; init; }

    /// <summary>Read the body and discard it. Default false.</summary>
    public bool DiscardBody { get; init; }

    /// <summary>Receives the answer's body as it arrives; the answer then has no body, unless the sink only looks. Default null.</summary>
    public IBodySink? BodySink { get; init; }

    /// <summary>Counts the bytes of the request while they are sent and received; the answer has the totals at the end. Default null.</summary>
    public ByteTally? Bytes { get; init; }

    /// <summary>Data cached since the first sending; null before.</summary>
    internal KnownRequest? Known { get; set; }

    /// <summary>The same request with another body; the check and the origin of this request are reused. Thread-safe.</summary>
    /// <param name="body">Body of the new request.</param>
    public WireRequest WithBody(ReadOnlyMemory<byte> body)
    {
        if (Known is null && RequestHead.Problem(this) is null) Known = new KnownRequest(this, HttpOrigin.Of(Url));
        var other = this with { Body = body };
        if (Known is { } known) other.Known = new KnownRequest(other, known.Origin);
        return other;
    }

    public bool Equals(WireRequest? other) => ReferenceEquals(this, other);

    public override int GetHashCode() => RuntimeHelpers.GetHashCode(this);
}
