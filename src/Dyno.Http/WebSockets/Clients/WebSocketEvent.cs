namespace Dyno.Http;

/// <summary>The kinds of events of a <see cref="WebSocketConnection"/>.</summary>
public enum WebSocketEventKind
{
    /// <summary>The server accepted the handshake.</summary>
    Open,

    /// <summary>A text message was received.</summary>
    Text,

    /// <summary>A binary message was received.</summary>
    Binary,

    /// <summary>A ping was received; the connection queues the pong.</summary>
    Ping,

    /// <summary>A pong was received.</summary>
    Pong,

    /// <summary>Something went wrong; a close follows.</summary>
    Error,

    /// <summary>The last event: the connection is closed.</summary>
    Close,
}

/// <summary>An event of a <see cref="WebSocketConnection"/>.</summary>
/// <param name="Data">The bytes of a message, or the payload of a ping or pong.</param>
/// <param name="Text">The reason of an error or a close.</param>
/// <param name="Code">The code of a close: 1005 for a close without a code, 1006 when the connection ended without a close.</param>
/// <param name="Nanos">For a pong, the time since its ping; for the opening, the time since its start; in nanoseconds.</param>
public readonly record struct WebSocketEvent(WebSocketEventKind Kind, ReadOnlyMemory<byte> Data = default, string Text = "", int Code = 0, long Nanos = 0);
