namespace Dyno.Serving;

/// <summary>A request that somebody sent to an <see cref="HttpServer"/>, whole.</summary>
public sealed record ServedRequest
{
    /// <summary>The method as it was sent: <c>GET</c>.</summary>
    public required string Method { get; init; }

    /// <summary>The path, with its escapes and without the query: <c>/v1/status</c>; <c>*</c> in an <c>OPTIONS *</c>.</summary>
    public required string Path { get; init; }

    /// <summary>What stands behind the <c>?</c>; empty for nothing.</summary>
    public string Query { get; init; } = "";

    /// <summary>The content; empty for none.</summary>
    public ReadOnlyMemory<byte> Body { get; init; }
}
