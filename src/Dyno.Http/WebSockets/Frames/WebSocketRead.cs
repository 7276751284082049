namespace Dyno.Http.WebSockets;

/// <summary>What one call of <see cref="WebSocketFrameReader.Read"/> found.</summary>
internal enum WebSocketRead : byte
{
    /// <summary>Nothing more can be said without more bytes; those not consumed are offered again, with more behind them.</summary>
    NeedMore,

    /// <summary>Part of a message, which goes on.</summary>
    Piece,

    /// <summary>Part of a message, which ends with it.</summary>
    Message,

    /// <summary>A ping; its payload is to be sent back.</summary>
    Ping,

    /// <summary>A pong.</summary>
    Pong,

    /// <summary>A close; <see cref="WebSocketFrameReader.CloseCode"/> says why.</summary>
    Close,

    /// <summary>Not valid; <see cref="WebSocketFrameReader.Fault"/> says why.</summary>
    Failed,
}
