namespace Dyno.Http;

/// <summary>
/// Makes a request an exchange over a WebSocket: the messages to send, and the answers to expect. The request's URL and headers are those
/// of the handshake.
/// </summary>
public sealed record WebSocketPlan
{
    /// <summary>
    /// Messages that are sent at once, one after another. Empty: no message is sent; the socket is opened and held open until the end of
    /// the load.
    /// </summary>
    public ImmutableArray<ReadOnlyMemory<byte>> Messages { get; init; } = [];

    /// <summary>Whether the messages are binary; otherwise they are text in UTF-8. Default false.</summary>
    public bool IsBinary { get; init; }

    /// <summary>Number of messages that answer them. 0: the exchange is done when the messages are sent. Null (the default): as many as are sent.</summary>
    public int? Answers { get; init; }

    /// <summary>
    /// Path of a JSON field (<c>$.id</c>) that has the same value in a message and in its answer. Null (the default): answers arrive in
    /// the order of the messages.
    /// </summary>
    public string? MatchField { get; init; }
}

/// <summary>WebSocket options of a whole scenario.</summary>
public sealed record WebSocketOptions
{
    /// <summary>Whether to offer permessage-deflate. Default false.</summary>
    public bool Compresses { get; init; }

    /// <summary>Interval of the pings on each connection; null (the default): no pings.</summary>
    public TimeSpan? PingInterval { get; init; }

    /// <summary>The longest message that is accepted, in bytes after decompression. Default 16 MiB.</summary>
    public int MaxMessageBytes { get; init; } = 16 * 1024 * 1024;
}
