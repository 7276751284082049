using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Dyno.Http.Requests;

namespace Dyno.Http.Clients;

/// <summary>
/// One request of code that decides what to send next. Immutable. Equal to itself only: what is found out of it when it is
/// sent stays with the object, and a copy is another request.
/// </summary>
public sealed record WireRequest
{
    /// <summary>A request that only lacks its URL.</summary>
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

    /// <summary>From the call to the end of the last answer's body, over all redirects; null: the client's.</summary>
    public TimeSpan? Timeout { get; init; }

    /// <summary>Whether cookies that its answer sets are forgotten. Default false.</summary>
    public bool IgnoresCookies { get; init; }

    /// <summary>Redirects to follow at most; the answer that would be one more is the result. Null: the client's.</summary>
    public int? MaxRedirects { get; init; }

    /// <summary>Version of HTTP; null: the client's.</summary>
    public WireVersion? Version { get; init; }

    /// <summary>Read the body and forget it. Default false.</summary>
    public bool DiscardBody { get; init; }

    /// <summary>Takes the body of its answer as it arrives; what it takes, unless it only looks, is not in the answer. Default null.</summary>
    public IBodySink? BodySink { get; init; }

    /// <summary>Counts what it sends and receives, while it does; the answer says the same when it is over. Default null.</summary>
    public ByteTally? Bytes { get; init; }

    /// <summary>What is known since it was first sent; null before.</summary>
    internal KnownRequest? Known { get; set; }

    /// <summary>The same with another body; what is known of this one holds for it, too. Thread-safe.</summary>
    /// <param name="body">Its body.</param>
    public WireRequest WithBody(ReadOnlyMemory<byte> body)
    {
        if (Known is null && RequestHead.Problem(this) is null) Known = new KnownRequest(this, HttpOrigin.Of(Url));
        var other = this with { Body = body };
        if (Known is { } known) other.Known = new KnownRequest(other, known.Origin);
        return other;
    }

    /// <inheritdoc/>
    public bool Equals(WireRequest? other) => ReferenceEquals(this, other);

    /// <inheritdoc/>
    public override int GetHashCode() => RuntimeHelpers.GetHashCode(this);
}
