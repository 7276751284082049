namespace Dyno.Http.Loops;

/// <summary>What a wait reports about a socket. The numbers are those of epoll.</summary>
[Flags]
internal enum SocketEvents : uint
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>Bytes, or the end of the peer's bytes, can be received.</summary>
    Readable = 1,

    /// <summary>A connect has ended, or a send that was blocked can continue.</summary>
    Writable = 4,

    /// <summary>The connection failed.</summary>
    Error = 8,

    /// <summary>Both directions are closed.</summary>
    HangUp = 16,

    /// <summary>The peer will send no more. Not reported by every system: the bytes then end without it.</summary>
    PeerClosed = 0x2000,

    /// <summary>The peer has ended the connection, in any way.</summary>
    Ending = PeerClosed | Error | HangUp,
}
