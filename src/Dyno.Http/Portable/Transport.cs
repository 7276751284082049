using System.Net;
using Dyno.Load.Engine;

namespace Dyno.Http.Portable;

/// <summary>What a transport has finished.</summary>
internal enum TransportEvent
{
    /// <summary>The connection is open, or failed to open.</summary>
    Opened,

    /// <summary>All bytes were taken by the system, or the connection failed.</summary>
    Sent,

    /// <summary>Bytes arrived (none: the peer closed its side), or the connection failed.</summary>
    Received,
}

/// <summary>Told when an operation that was pending has finished, on whatever thread finished it.</summary>
internal interface ITransportOwner
{
    void OnFinished(Transport transport, TransportEvent what);
}

/// <summary>
/// One connection from opening to closing. Each operation returns true when it goes on and its owner will be told, false
/// when it is done already. One send and one receive may be pending at once. After <see cref="Dispose"/> pending
/// operations still finish, with an error.
/// </summary>
internal abstract class Transport : IDisposable
{
    /// <summary>Bytes of the last finished receive; 0 when the peer has closed its side.</summary>
    public int Received { get; protected set; }

    /// <summary>Why opening or the last finished send failed; <see cref="RequestErrorKind.None"/> when it did not.</summary>
    public RequestErrorKind SendError { get; protected set; }

    /// <summary>Why the last finished receive failed; <see cref="RequestErrorKind.None"/> when it did not.</summary>
    public RequestErrorKind ReceiveError { get; protected set; }

    /// <summary>The system's words for the last error.</summary>
    public string ErrorText { get; protected set; } = "";

    /// <summary>Time the TLS handshake took; 0 without TLS.</summary>
    public long TlsNanos { get; protected set; }

    /// <summary>Negotiated TLS version and cipher; null without TLS.</summary>
    public string? TlsText { get; protected set; }

    /// <summary>Whether opening failed because the line of a Unix socket was full for the moment.</summary>
    public bool IsBacklogFull { get; protected set; }

    /// <summary>When the TLS handshake that goes on began; 0 when none does.</summary>
    public virtual long HandshakeStartNanos => 0;

    public abstract bool Open(EndPoint endpoint);

    public abstract bool Send(ReadOnlyMemory<byte> bytes);

    public abstract bool Receive(Memory<byte> buffer);

    public abstract void Dispose();
}
