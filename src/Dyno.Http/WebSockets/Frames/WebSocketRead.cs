namespace Dyno.Http.WebSockets;

/// <summary>What one call of <see cref="WebSocketFrameReader.Read"/> found.</summary>
internal enum WebSocketRead : byte
{
    /// <summary>The reader needs more bytes. Bytes that were not consumed must be offered again, followed by more.</summary>
    NeedMore,

    /// <summary>Part of a message; more of the message follows.</summary>
    Piece,

    /// <summary>The last part of a message.</summary>
    Message,

    /// <summary>A ping; its payload must be sent back.</summary>
    Ping,

    /// <summary>A pong.</summary>
    Pong,

    /// <summary>A close; <see cref="WebSocketFrameReader.CloseCode"/> says why.</summary>
    Close,

    /// <summary>The bytes are not valid; <see cref="WebSocketFrameReader.Fault"/> says why.</summary>
    Failed,
}
