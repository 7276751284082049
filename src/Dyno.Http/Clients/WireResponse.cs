namespace Dyno.Http;

/// <summary>The result of a request: an answer, or the reason why there is none. Expected failures are values, not exceptions. Immutable.</summary>
public sealed record WireResponse
{
    /// <summary>Why there is no usable answer; <see cref="RequestErrorKind.None"/> when there is one, whatever its status.</summary>
    public RequestErrorKind Error { get; init; }

    /// <summary>The error in words; empty without one.</summary>
    public string ErrorText { get; init; } = "";

    /// <summary>Status code; 0 without an answer.</summary>
    public int Status { get; init; }

    /// <summary>The status line's text after the code; often empty.</summary>
    public string ReasonPhrase { get; init; } = "";

    /// <summary><c>HTTP/2.0</c>, <c>HTTP/1.1</c> or <c>HTTP/1.0</c>; empty without an answer.</summary>
    public string Protocol { get; init; } = "";

    /// <summary>TLS version and cipher, e.g. <c>TLS 1.3 TLS_AES_256_GCM_SHA384</c>; null without TLS.</summary>
    public string? Tls { get; init; }

    /// <summary>Header lines in order, names as sent.</summary>
    public ImmutableArray<HeaderField> Headers { get; init; } = [];

    /// <summary>The body without chunking and, unless switched off, decompressed; empty when it was discarded.</summary>
    public ReadOnlyMemory<byte> Body { get; init; }

    /// <summary>Whether the body had content codings, which have been removed.</summary>
    public bool IsDecoded { get; init; }

    /// <summary>Method of the request that this answers: a redirect may have changed it.</summary>
    public required string Method { get; init; }

    /// <summary>URL of the request that this answers: after redirects, the last one.</summary>
    public required Uri Url { get; init; }

    /// <summary>Remote address of the connection, e.g. <c>127.0.0.1:8080</c>; empty without a connection.</summary>
    public string RemoteEndpoint { get; init; } = "";

    /// <summary>Whether a kept connection served the request.</summary>
    public bool IsConnectionReused { get; init; }

    /// <summary>Durations of the phases.</summary>
    public WireTimings Timings { get; init; }

    /// <summary>
    /// When the last phase ended, on the engine's clock; the request began <see cref="WireTimings.TotalNanos"/> earlier. 0 when the
    /// time is unknown.
    /// </summary>
    public long EndNanos { get; init; }

    /// <summary>How often the request was sent again, because its connection ended before its answer.</summary>
    public int Resends { get; init; }

    /// <summary>Bytes sent: head and body.</summary>
    public long BytesSent { get; init; }

    /// <summary>Bytes received: heads, body as sent, framing.</summary>
    public long BytesReceived { get; init; }

    /// <summary>The redirects that led here, in order, each with its own timings.</summary>
    public ImmutableArray<WireResponse> Redirects { get; init; } = [];

    /// <summary>The value of the first header line of this name, or null.</summary>
    public string? Header(string name)
    {
        foreach (var header in Headers)
            if (header.Name.Equals(name, StringComparison.OrdinalIgnoreCase)) return header.Value;
        return null;
    }
}
