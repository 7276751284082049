namespace Dyno.Http;

/// <summary>
/// One connection of a worker; lives in native memory, so fields only. The fields used for a repeated answer over http come
/// first and fit one cache line: with hundreds of connections the kernel's own structures leave no cache for more.
/// </summary>
[StructLayout(LayoutKind.Sequential, Size = 192)]
internal unsafe struct Connection
{
    public int Fd;               // of the Linux sockets: the file descriptor; of the others: whether there is a socket; −1 for none
    public uint Generation;      // tells events of this socket from those of an earlier one with the same index
    public int First;            // first in the line of virtual users, which has the order of their requests; −1 when empty
    public int Last;
    public long Received;        // bytes consumed of the answer to First
    public nint Ssl;             // of the Linux sockets: the SSL structure of libssl
    public int StashLength;
    public int UnsentLength;
    public ConnectionState State;
    public bool IsTls;           // bytes go through TLS
    public bool IsParsing;       // Parser has been prepared for the answer to First
    public bool HasAnswered;     // at least one complete answer came over this socket: a close may be a stale keep-alive
    public bool PeerClosing;     // the peer will send no more
    public bool ReadWantsWrite;  // TLS must write before it can read on
    public bool IsQueuedAgain;   // in the list of connections with bytes left unread
    public bool HasFrames;       // in the list of connections with frames to send (HTTP/2)
    public bool WasClosedByPeer; // the peer closed the previous socket: the next connect is a reconnect
    public bool IsEventStream;   // the answer to First is read as server-sent events
    public int Origin;
    public long Sent;            // bytes handed to the system since the connection was opened

    public ResponseParser Parser; // of the answer to First, once IsParsing
    public long BodyReceived;
    public byte* Stash;          // an unfinished head, kept until the rest arrives
    public int StashCapacity;
    public byte* Unsent;         // rest of a partial send: in a request's pinned bytes, or in OutBuffer
    public byte* OutBuffer;      // owned: composed or pipelined requests
    public int OutCapacity;

    public int Address;          // index of the address being tried
    public int AddressesLeft;    // addresses to try after that
    public int Failures;         // consecutive failed attempts, for the back-off
    public long ConnectStart;
    public long HandshakeStart;
    public long RetryAtNanos;    // no attempt before this time (closed model)
}

internal enum ConnectionState : byte
{
    Closed, // no socket
    Connecting, // TCP is connecting
    Handshaking, // TLS is shaking hands
    Upgrading, // the server is asked to speak WebSocket
    Open, // requests can be sent
}
