using System.Collections.Immutable;

namespace Dyno.Http.WebSockets;

/// <summary>What makes a request an exchange over a WebSocket: messages out, messages back. Its URL and headers are those of the handshake.</summary>
public sealed record WebSocketPlan
{
    /// <summary>
    /// Messages sent at once, one behind the other. Empty: none; the socket is opened and held open until the end of the load.
    /// </summary>
    public ImmutableArray<ReadOnlyMemory<byte>> Messages { get; init; } = [];

    /// <summary>Whether they are bytes; otherwise text in UTF-8. Default false.</summary>
    public bool IsBinary { get; init; }

    /// <summary>How many messages answer them; 0: none, they are done when they are sent; null (the default): as many as are sent.</summary>
    public int? Answers { get; init; }

    /// <summary>
    /// Path of a field in JSON (<c>$.id</c>) that is the same in a message and in its answer; null (the default): answers come
    /// in the order of the messages.
    /// </summary>
    public string? MatchField { get; init; }
}

/// <summary>How WebSockets are spoken, for all of a scenario.</summary>
public sealed record WebSocketOptions
{
    /// <summary>Offer permessage-deflate. Default false.</summary>
    public bool Compresses { get; init; }

    /// <summary>How often each connection asks whether the server is there; null (the default): never.</summary>
    public TimeSpan? PingInterval { get; init; }

    /// <summary>The longest message that is taken, unpacked, in bytes. Default 16 MiB.</summary>
    public int MaxMessageBytes { get; init; } = 16 * 1024 * 1024;
}
