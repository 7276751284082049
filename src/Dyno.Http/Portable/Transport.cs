using System.Net;
using Dyno.Load.Engine;

namespace Dyno.Http.Portable;

/// <summary>The kinds of operations that a transport finishes.</summary>
internal enum TransportEvent
{
    /// <summary>The connection is open, or failed to open.</summary>
    Opened,

    /// <summary>The system accepted all bytes, or the connection failed.</summary>
    Sent,

    /// <summary>Bytes arrived (zero bytes: the peer closed its side), or the connection failed.</summary>
    Received,
}

/// <summary>Is notified when a pending operation has finished, on the thread that finished it.</summary>
internal interface ITransportOwner
{
    void OnFinished(Transport transport, TransportEvent what);
}

/// <summary>
/// One connection from opening to closing. Each operation returns true if it is pending and its owner will be notified, false if it has
/// already finished. One send and one receive may be pending at the same time. After <see cref="Dispose"/> pending operations still
/// finish, with an error.
/// </summary>
internal abstract class Transport : IDisposable
{
    /// <summary>Bytes of the last finished receive; 0 when the peer has closed its side.</summary>
    public int Received { get; protected set; }

    /// <summary>The error of opening or of the last finished send; <see cref="RequestErrorKind.None"/> when it succeeded.</summary>
    public RequestErrorKind SendError { get; protected set; }

    /// <summary>The error of the last finished receive; <see cref="RequestErrorKind.None"/> when it succeeded.</summary>
    public RequestErrorKind ReceiveError { get; protected set; }

    /// <summary>The system's description of the last error.</summary>
    public string ErrorText { get; protected set; } = "";

    /// <summary>Duration of the TLS handshake in nanoseconds; 0 without TLS.</summary>
    public long TlsNanos { get; protected set; }

    /// <summary>Negotiated TLS version and cipher; null without TLS.</summary>
    public string? TlsText { get; protected set; }

    /// <summary>Whether opening failed because the backlog of a Unix socket was full.</summary>
    public bool IsBacklogFull { get; protected set; }

    /// <summary>When the TLS handshake in progress began; 0 when no handshake is in progress.</summary>
    public virtual long HandshakeStartNanos => 0;

    /// <summary>Bytes that the peer's system has not acknowledged; 0 when that is not known.</summary>
    public abstract int Unacknowledged { get; }

    public abstract bool Open(EndPoint endpoint);

    public abstract bool Send(ReadOnlyMemory<byte> bytes);

    public abstract bool Receive(Memory<byte> buffer);

    public abstract void Dispose();
}
