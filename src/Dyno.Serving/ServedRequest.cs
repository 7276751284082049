namespace Dyno.Serving;

/// <summary>A complete request to an <see cref="HttpServer"/>.</summary>
public sealed record ServedRequest
{
    /// <summary>The method as it was sent: <c>GET</c>.</summary>
    public required string Method { get; init; }

    /// <summary>The path, with its escapes and without the query: <c>/v1/status</c>; <c>*</c> for <c>OPTIONS *</c>.</summary>
    public required string Path { get; init; }

    /// <summary>The query after the <c>?</c>; empty for none.</summary>
    public string Query { get; init; } = "";

    /// <summary>The content; empty for none.</summary>
    public ReadOnlyMemory<byte> Body { get; init; }
}
