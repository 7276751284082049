namespace Dyno.Http;

/// <summary>The type of a frame (RFC 6455, 5.2).</summary>
internal enum WebSocketOpcode : byte
{
    Continuation = 0, // a further part of the message that an earlier frame began
    Text = 1, // a text message, or its first part
    Binary = 2, // a binary message, or its first part
    Close = 8, // the closing of the connection
    Ping = 9, // a request for a pong, to check that the peer responds
    Pong = 10, // the answer to a ping
}
