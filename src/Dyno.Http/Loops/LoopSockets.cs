namespace Dyno.Http;

/// <summary>
/// The sockets of one worker, with their TLS and the wait for their events: all that a <see cref="LoadWorker"/> needs of a system. A
/// connection's socket belongs to the place of the <see cref="Connection"/> in the worker's array. No call blocks but the wait. For one
/// thread.
/// </summary>
/// <remarks>
/// An event may be reported again until it is handled (level-triggered) or once (edge-triggered), so a worker reads until it gets fewer
/// bytes than it asked for, or <see cref="Blocked"/>; over TLS always until <see cref="Blocked"/>.
/// </remarks>
internal abstract unsafe class LoopSockets : IEventWait, IDisposable
{
    /// <summary>The peer has ended its side.</summary>
    public const nint Ended = 0;

    /// <summary>Nothing can be done now; an event reports when it can.</summary>
    public const nint Blocked = -1;

    /// <summary>The connection is of no more use: <see cref="FailureKind"/> and <see cref="FailureText"/> say why.</summary>
    public const nint Broken = -2;

    /// <summary>A step is finished: connected, or shaken hands.</summary>
    public const nint Done = 1;

    public RequestErrorKind FailureKind { get; protected set; }

    /// <summary>The last failure in words.</summary>
    public abstract string FailureText { get; }

    /// <summary>Whether the last failure is a server that refuses the protocol offered to it in the handshake (ALPN).</summary>
    public virtual bool WasProtocolRefused => IsNoProtocol(FailureText);

    /// <summary>Whether OpenSSL's words are those of that refusal.</summary>
    protected static bool IsNoProtocol(string text) => text.Contains("no application protocol", StringComparison.Ordinal);

    /// <summary>
    /// Begins to connect a new socket: <see cref="Done"/> when an event will report the outcome, <see cref="Blocked"/> when the backlog of
    /// a Unix socket is full, so that it has to be tried again, or <see cref="Broken"/>. The socket is open only after <see cref="Done"/>.
    /// </summary>
    /// <param name="index">Place of the connection.</param>
    /// <param name="c">The connection; its generation marks the socket's events.</param>
    /// <param name="address">Where to connect to.</param>
    public abstract nint Open(int index, Connection* c, PeerAddress address);

    /// <summary>Whether a connect has ended: <see cref="Done"/>, <see cref="Blocked"/> or <see cref="Broken"/>.</summary>
    public abstract nint FinishConnect(Connection* c, SocketEvents events);

    /// <summary>Prepares TLS on a connected socket; false when that failed.</summary>
    public abstract bool BeginTls(Connection* c, HttpOrigin origin);

    /// <summary>Continues a handshake: <see cref="Done"/>, <see cref="Blocked"/> or <see cref="Broken"/>.</summary>
    public abstract nint ShakeHands(Connection* c);

    /// <summary>Whether the server chose HTTP/2 in the handshake.</summary>
    public abstract bool HasChosenHttp2(Connection* c);

    /// <summary>Version and cipher of a handshake, e.g. <c>TLS 1.3 TLS_AES_256_GCM_SHA384</c>; null when they are those of the last call.</summary>
    public abstract string? NewTlsText(Connection* c);

    /// <summary>Sends. Returns the number of bytes taken, which may be fewer than given, <see cref="Blocked"/> or <see cref="Broken"/>.</summary>
    public abstract nint Send(Connection* c, byte* bytes, int length);

    /// <summary>Receives. Returns the number of bytes, <see cref="Ended"/>, <see cref="Blocked"/> or <see cref="Broken"/>.</summary>
    public abstract nint Receive(Connection* c, byte* into, int length);

    /// <summary>Whether TLS may hold bytes that no event will report, after a turn that received <paramref name="total"/> bytes.</summary>
    public abstract bool MayHoldMore(Connection* c, int total);

    /// <summary>Bytes sent that the peer's system has not acknowledged; 0 where the system does not tell.</summary>
    public abstract int Unacknowledged(Connection* c);

    /// <summary>Closes the socket of a connection, if it has one, without waiting.</summary>
    public abstract void Close(Connection* c);

    public abstract int For(long nanos);

    /// <summary>Event <paramref name="index"/> of the last wait: the connection's place and generation, and what happened.</summary>
    public abstract SocketEvents EventAt(int index, out int connection, out uint generation);

    /// <summary>Frees what is left. The worker has closed its connections before.</summary>
    public abstract void Dispose();
}
