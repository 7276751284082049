namespace Dyno.Http;

/// <summary>One validated request of a session, which determines the bytes on the wire.</summary>
public sealed record HttpRequestPlan
{
    /// <summary>Name, unique in the scenario; by default method and path.</summary>
    public required string Name { get; init; }

    /// <summary>Method in capitals.</summary>
    public required string Method { get; init; }

    /// <summary>Absolute http or https URL without user info and fragment.</summary>
    public required Uri Url { get; init; }

    /// <summary>Headers in the order and form in which they are sent. Host and Content-Length are added where missing.</summary>
    public ImmutableArray<HeaderField> Headers { get; init; } = [];

    /// <summary>Body; empty for none.</summary>
    public ReadOnlyMemory<byte> Body { get; init; }

    /// <summary>
    /// Slots that get a new generated value for each request, written as <c>{{name}}</c> in the target, in header values or in
    /// the body. Generated values in the target are percent-encoded.
    /// </summary>
    public ImmutableArray<GeneratedSlot> Slots { get; init; } = [];

    /// <summary>Checks on the answers of this request, in addition to <see cref="HttpOptions.Checks"/>.</summary>
    public ImmutableArray<ResponseCheck> Checks { get; init; } = [];

    /// <summary>Plan of a gRPC call with its messages; null: not a gRPC call.</summary>
    public GrpcCallPlan? Grpc { get; init; }

    /// <summary>Plan of messages over a WebSocket; null: no WebSocket.</summary>
    public WebSocketPlan? WebSocket { get; init; }

    /// <summary>The URL shown to users, for URLs with slots; null: <see cref="Url"/>.</summary>
    public string? ShownUrl { get; init; }
}

/// <summary>A place for a generated value.</summary>
/// <param name="Name">The name between the braces; unique in the request and not a column of a feed.</param>
public readonly record struct GeneratedSlot(string Name, GeneratedValue Value);

/// <summary>One header line.</summary>
/// <param name="Name">A token by RFC 9110.</param>
/// <param name="Value">No control characters.</param>
public readonly record struct HeaderField(string Name, string Value);
