namespace Dyno.Http;

/// <summary>What a wait reports about a socket. The numbers are those of epoll.</summary>
[Flags]
internal enum SocketEvents : uint
{
    None = 0, // nothing
    Readable = 1, // bytes, or the end of the peer's bytes, can be received
    Writable = 4, // a connect has ended, or a send that was blocked can continue
    Error = 8, // the connection failed
    HangUp = 16, // both directions are closed
    PeerClosed = 0x2000, // the peer will send no more. Not reported by every system: the bytes then end without it.
    Ending = PeerClosed | Error | HangUp, // the peer has ended the connection, in any way
}
