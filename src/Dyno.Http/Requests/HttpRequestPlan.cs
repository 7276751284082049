using System.Collections.Immutable;
using Dyno.Http.Grpc;
using Dyno.Http.Templates;
using Dyno.Http.WebSockets;

namespace Dyno.Http.Requests;

/// <summary>One request of a session, validated: the bytes on the wire follow from it.</summary>
public sealed record HttpRequestPlan
{
    /// <summary>Unique in its scenario; by default method and path.</summary>
    public required string Name { get; init; }

    /// <summary>Method in capitals.</summary>
    public required string Method { get; init; }

    /// <summary>Absolute http or https URL without user info and fragment.</summary>
    public required Uri Url { get; init; }

    /// <summary>Headers in order, as they are to be sent. Host and Content-Length are added where missing.</summary>
    public ImmutableArray<HeaderField> Headers { get; init; } = [];

    /// <summary>Body; empty for none.</summary>
    public ReadOnlyMemory<byte> Body { get; init; }

    /// <summary>
    /// Places that are filled anew for each request: each stands as <c>{{name}}</c> in the target, in header values or in
    /// the body. In the target generated values are percent-encoded.
    /// </summary>
    public ImmutableArray<GeneratedSlot> Slots { get; init; } = [];

    /// <summary>Checks on the answers of this request, beside <see cref="HttpOptions.Checks"/>.</summary>
    public ImmutableArray<Checks.ResponseCheck> Checks { get; init; } = [];

    /// <summary>What makes it a call of gRPC, whose messages are those of the call; null: a request of HTTP.</summary>
    public GrpcCallPlan? Grpc { get; init; }

    /// <summary>What makes it messages over a WebSocket; null: a request of HTTP.</summary>
    public WebSocketPlan? WebSocket { get; init; }

    /// <summary>The URL as people are shown it; null: <see cref="Url"/>. For URLs with slots.</summary>
    public string? ShownUrl { get; init; }
}

/// <summary>A place for a generated value.</summary>
/// <param name="Name">What stands between the braces; unique in the request and no column of a feed.</param>
/// <param name="Value">What is put there.</param>
public readonly record struct GeneratedSlot(string Name, GeneratedValue Value);

/// <summary>One header line.</summary>
/// <param name="Name">A token by RFC 9110.</param>
/// <param name="Value">No control characters.</param>
public readonly record struct HeaderField(string Name, string Value);
