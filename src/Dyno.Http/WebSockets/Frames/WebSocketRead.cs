namespace Dyno.Http;

/// <summary>What one call of <see cref="WebSocketFrameReader.Read"/> found.</summary>
internal enum WebSocketRead : byte
{
    NeedMore, // the reader needs more bytes. Bytes that were not consumed must be offered again, followed by more.
    Piece, // part of a message; more of the message follows
    Message, // the last part of a message
    Ping, // a ping; its payload must be sent back
    Pong,
    Close, // a close; CloseCode says why
    Failed, // the bytes are not valid; Fault says why
}
