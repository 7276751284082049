namespace Dyno.Http.WebSockets;

/// <summary>What happens on a <see cref="WebSocketConnection"/>.</summary>
public enum WebSocketEventKind
{
    /// <summary>The server agreed.</summary>
    Open,

    /// <summary>A text came.</summary>
    Text,

    /// <summary>Bytes came.</summary>
    Binary,

    /// <summary>A ping came; it has been answered.</summary>
    Ping,

    /// <summary>An answer to a ping came.</summary>
    Pong,

    /// <summary>Something went wrong; a close follows.</summary>
    Error,

    /// <summary>The last: the conversation is over.</summary>
    Close,
}

/// <summary>One of them.</summary>
/// <param name="Kind">What.</param>
/// <param name="Data">A message's bytes; a ping's or pong's payload.</param>
/// <param name="Text">Of an error or a close, why.</param>
/// <param name="Code">Of a close; 1005 without one, 1006 when the connection just ended.</param>
/// <param name="Nanos">Of a pong, the time since its ping; of the opening, since its begin.</param>
public readonly record struct WebSocketEvent(WebSocketEventKind Kind, ReadOnlyMemory<byte> Data = default, string Text = "", int Code = 0, long Nanos = 0);
