namespace Dyno.Http.WebSockets;

/// <summary>What a frame is (RFC 6455, 5.2).</summary>
internal enum WebSocketOpcode : byte
{
    /// <summary>More of the message that began before.</summary>
    Continuation = 0,

    /// <summary>A message of text, or its beginning.</summary>
    Text = 1,

    /// <summary>A message of bytes, or its beginning.</summary>
    Binary = 2,

    /// <summary>The end of the conversation.</summary>
    Close = 8,

    /// <summary>A question whether the peer is there.</summary>
    Ping = 9,

    /// <summary>The answer to it.</summary>
    Pong = 10,
}
