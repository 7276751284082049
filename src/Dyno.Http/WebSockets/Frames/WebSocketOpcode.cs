namespace Dyno.Http.WebSockets;

/// <summary>The type of a frame (RFC 6455, 5.2).</summary>
internal enum WebSocketOpcode : byte
{
    /// <summary>A further part of the message that an earlier frame began.</summary>
    Continuation = 0,

    /// <summary>A text message, or its first part.</summary>
    Text = 1,

    /// <summary>A binary message, or its first part.</summary>
    Binary = 2,

    /// <summary>The closing of the connection.</summary>
    Close = 8,

    /// <summary>A request for a pong, to check that the peer responds.</summary>
    Ping = 9,

    /// <summary>The answer to a ping.</summary>
    Pong = 10,
}
