namespace Dyno.Http;

/// <summary>The server of a <see cref="WebSocketConnection"/>, and what its handshake asks for.</summary>
public sealed record WebSocketOpening
{
    /// <summary>The URL of the server, with the scheme http or https.</summary>
    public required Uri Url { get; init; }

    /// <summary>Additional headers of the handshake.</summary>
    public ImmutableArray<HeaderField> Headers { get; init; } = [];

    /// <summary>Subprotocols to offer, best first.</summary>
    public ImmutableArray<string> Protocols { get; init; } = [];

    /// <summary>Whether to offer permessage-deflate. Default false.</summary>
    public bool Compresses { get; init; }

    /// <summary>The longest message that is accepted, in bytes after decompression. Default 16 MiB.</summary>
    public int MaxMessageBytes { get; init; } = WebSocketLimits.DefaultMaxMessageBytes;

    /// <summary>Timeout of connecting and of the handshake. Default 60 s.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>The address to connect from; null: the system's choice.</summary>
    public IPAddress? LocalAddress { get; init; }

    internal byte[] Request(ReadOnlySpan<byte> nonce)
    {
        var headers = Protocols.IsEmpty ? Headers : Headers.Add(new HeaderField("Sec-WebSocket-Protocol", string.Join(", ", Protocols)));
        var plan = WebSocketUpgrade.Of(new HttpRequestPlan { Name = "WebSocket", Method = "GET", Url = Url, Headers = headers }, Compresses);
        var bytes = RequestBytes.Build(plan).Fixed.ToArray();
        WebSocketKey.Write(nonce, bytes.AsSpan(bytes.AsSpan().IndexOf(Encoding.ASCII.GetBytes(WebSocketUpgrade.KeyPlace)))[..WebSocketKey.Length]);
        return bytes;
    }
}
