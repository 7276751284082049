using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using Dyno.Http.Connections;
using Dyno.Load.Engine;

namespace Dyno.Http.Portable;

/// <summary>TLS by <see cref="SslStream"/> over a socket.</summary>
[SuppressMessage("Reliability", "CA2012", Justification = "each is consumed once: at once, or by the callback")]
internal sealed class TlsTransport : Transport
{
    private readonly ITransportOwner _owner;
    private readonly EngineClock _clock;
    private readonly SslClientAuthenticationOptions _authentication;
    private readonly Action _onSent;
    private readonly Action _onReceived;
    private volatile Socket? _socket;
    private volatile bool _disposed;
    private volatile SslStream? _stream;
    private long _handshakeStart;
    private ValueTask _sending;
    private ValueTask<int> _receiving;

    public TlsTransport(ITransportOwner owner, EngineClock clock, SslClientAuthenticationOptions authentication)
    {
        _owner = owner;
        _clock = clock;
        _authentication = authentication;
        _onSent = OnSent;
        _onReceived = OnReceived;
    }

    public override long HandshakeStartNanos => _stream is { IsAuthenticated: false } ? Volatile.Read(ref _handshakeStart) : 0;

    public override int Unacknowledged => Sockets.Unacknowledged(_disposed ? null : _socket);

    public override bool Open(EndPoint endpoint)
    {
        _ = OpenAsync(endpoint); // reports every outcome to the owner
        return true;
    }

    public override bool Send(ReadOnlyMemory<byte> bytes)
    {
        _sending = _stream!.WriteAsync(bytes);
        if (!_sending.IsCompleted)
        {
            _sending.GetAwaiter().UnsafeOnCompleted(_onSent);
            return true;
        }
        TakeSent();
        return false;
    }

    public override bool Receive(Memory<byte> buffer)
    {
        _receiving = _stream!.ReadAsync(buffer);
        if (!_receiving.IsCompleted)
        {
            _receiving.GetAwaiter().UnsafeOnCompleted(_onReceived);
            return true;
        }
        TakeReceived();
        return false;
    }

    // Disposes the socket first, because an SslStream with an operation in progress would refuse to be disposed.
    public override void Dispose()
    {
        _disposed = true;
        _socket?.Dispose();
        _stream?.Dispose();
    }

    private async Task OpenAsync(EndPoint endpoint)
    {
        // The caller holds the owner's lock, so the callback must not run inside this call.
        await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        try
        {
            _socket = Sockets.Create(endpoint);
            if (_disposed) _socket.Dispose();
            await _socket.ConnectAsync(endpoint);
            var start = _clock.NowNanos;
            Volatile.Write(ref _handshakeStart, start);
            _stream = new SslStream(new NetworkStream(_socket, ownsSocket: true));
            await _stream.AuthenticateAsClientAsync(_authentication);
            TlsNanos = _clock.NowNanos - start;
            TlsText = TlsAuthentication.Describe(_stream);
            SendError = RequestErrorKind.None;
        }
        catch (Exception e)
        {
            IsBacklogFull = e is SocketException { SocketErrorCode: SocketError.WouldBlock } && _stream is null;
            SendError = Kind(e, handshaking: _stream is not null);
        }
        _owner.OnFinished(this, TransportEvent.Opened);
    }

    private void OnSent()
    {
        TakeSent();
        _owner.OnFinished(this, TransportEvent.Sent);
    }

    private void OnReceived()
    {
        TakeReceived();
        _owner.OnFinished(this, TransportEvent.Received);
    }

    private void TakeSent()
    {
        try
        {
            _sending.GetAwaiter().GetResult();
            SendError = RequestErrorKind.None;
        }
        catch (Exception e)
        {
            SendError = Kind(e, handshaking: false);
        }
    }

    private void TakeReceived()
    {
        Received = 0;
        try
        {
            Received = _receiving.GetAwaiter().GetResult();
            ReceiveError = RequestErrorKind.None;
        }
        catch (Exception e)
        {
            ReceiveError = Kind(e, handshaking: false);
        }
    }

    private RequestErrorKind Kind(Exception e, bool handshaking)
    {
        ErrorText = ErrorKinds.Text(e);
        var kind = ErrorKinds.Of(e);
        // A failure that is not the socket's is a failure of TLS: an alert (also after the handshake, when the server requires a
        // certificate), a bad record, or a peer that does not speak TLS.
        if (kind == RequestErrorKind.System || (handshaking && kind == RequestErrorKind.Closed)) return RequestErrorKind.Tls;
        return kind;
    }
}
