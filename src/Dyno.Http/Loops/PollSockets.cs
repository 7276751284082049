using System.ComponentModel;

namespace Dyno.Http;

/// <summary>
/// .NET's sockets on every system: non-blocking, on the worker's own thread, with the system's poll instead of .NET's socket engine, and TLS
/// by <see cref="SslStream"/> in a <see cref="TlsChannel"/>.
/// </summary>
internal sealed unsafe class PollSockets : LoopSockets
{
    private const int ProtocolMismatch = unchecked((int)0x80090367); // SEC_E_APPLICATION_PROTOCOL_MISMATCH of Windows
    private readonly TlsAuthentication? _authentication;
    private readonly SslApplicationProtocol _protocol;
    private readonly Dictionary<HttpOrigin, SslClientAuthenticationOptions> _settings = [];
    private readonly SystemPoll _poll;
    private readonly Socket?[] _sockets;       // per connection
    private readonly TlsChannel?[] _channels;  // per connection; null: no TLS
    private readonly uint[] _generations;      // per connection
    private readonly int[] _entryOf;           // per connection: its entry of the poll
    private readonly int[] _connectionOf;      // per entry of the poll
    private readonly Ready[] _ready;           // connections with an event
    private byte[] _sending = [];              // plain bytes on their way to TLS
    private int _count;                        // of entries
    private SocketError _error;
    private string? _text;                     // null: the last failure was the system's
    private string? _tlsText;
    private bool _wasProtocolRefused;

    /// <param name="connections">Number of connections.</param>
    /// <param name="authentication">The TLS settings; null: no connection uses TLS.</param>
    /// <param name="isHttp2">Whether only HTTP/2 is offered to the server; otherwise only HTTP/1.1.</param>
    /// <param name="isFrugal">Whether a wait is rather too long than too short, where the system counts milliseconds.</param>
    public PollSockets(int connections, TlsAuthentication? authentication, bool isHttp2, bool isFrugal)
    {
        (_authentication, _protocol) = (authentication, isHttp2 ? SslApplicationProtocol.Http2 : SslApplicationProtocol.Http11);
        _poll = new SystemPoll(connections, isFrugal);
        _sockets = new Socket?[connections];
        _channels = new TlsChannel?[authentication is null ? 0 : connections];
        (_entryOf, _connectionOf) = (new int[connections], new int[connections]);
        (_generations, _ready) = (new uint[connections], new Ready[connections]);
    }

    public override bool WasProtocolRefused => _wasProtocolRefused;

    public override string FailureText => _text ?? new SocketException((int)_error).Message;

    public override nint Open(int index, Connection* c, PeerAddress address)
    {
        Socket? socket = null;
        try
        {
            socket = Sockets.Create(address.EndPoint);
            socket.Blocking = false;
            socket.Connect(address.EndPoint);
        }
        catch (SocketException e)
        {
            var isUnderWay = socket is not null && e.SocketErrorCode is SocketError.WouldBlock or SocketError.InProgress;
            if (!isUnderWay || (address.Native.IsUnix && !OperatingSystem.IsWindows()))
            {
                socket?.Dispose();
                if (isUnderWay) return Blocked;
                Failed(e.SocketErrorCode);
                // .NET reports a file that does not exist as an address that is not available.
                if (address.Native.IsUnix && FailureKind == RequestErrorKind.Exhausted) FailureKind = RequestErrorKind.Refused;
                return Broken;
            }
        }
        _sockets[index] = socket;
        _generations[index] = c->Generation;
        c->Fd = index;
        (_entryOf[index], _connectionOf[_count]) = (_count, index);
        _poll.Set(_count++, socket!.Handle, waitsToSend: true);
        return Done;
    }

    public override nint FinishConnect(Connection* c, SocketEvents events)
    {
        if ((events & (SocketEvents.Writable | SocketEvents.Error | SocketEvents.HangUp)) == 0) return Blocked;
        var error = (SocketError)(int)_sockets[c->Fd]!.GetSocketOption(SocketOptionLevel.Socket, SocketOptionName.Error)!;
        if (error == SocketError.Success && (events & SocketEvents.Writable) != 0) return Done; // macOS adds HangUp when the peer has sent all
        Failed(error);
        if (error == SocketError.Success) FailureKind = RequestErrorKind.Closed;
        return Broken;
    }

    public override bool BeginTls(Connection* c, HttpOrigin origin)
    {
        if (!_settings.TryGetValue(origin, out var settings)) _settings[origin] = settings = _authentication!.For(origin.Host, _protocol);
        _channels[c->Fd] = new TlsChannel(_sockets[c->Fd]!, settings);
        return true;
    }

    public override nint ShakeHands(Connection* c)
    {
        var channel = _channels[c->Fd]!;
        return Outcome(c, channel, channel.ShakeHands(), isHandshake: true);
    }

    public override bool HasChosenHttp2(Connection* c) => _channels[c->Fd]!.Protocol == SslApplicationProtocol.Http2;

    public override string? NewTlsText(Connection* c)
    {
        var text = _channels[c->Fd]!.Describe();
        if (text == _tlsText) return null;
        return _tlsText = text;
    }

    public override nint Send(Connection* c, byte* bytes, int length)
    {
        if (c->IsTls) return SendTls(c, bytes, length);
        var sent = _sockets[c->Fd]!.Send(new ReadOnlySpan<byte>(bytes, length), SocketFlags.None, out var error);
        if (error == SocketError.Success) return sent;
        if (error != SocketError.WouldBlock) return Failed(error);
        _poll.SetSending(_entryOf[c->Fd], waitsToSend: true);
        return sent > 0 ? sent : Blocked;
    }

    public override nint Receive(Connection* c, byte* into, int length)
    {
        if (c->IsTls) return Outcome(c, _channels[c->Fd]!, _channels[c->Fd]!.Receive(new Span<byte>(into, length)), isHandshake: false);
        var received = _sockets[c->Fd]!.Receive(new Span<byte>(into, length), SocketFlags.None, out var error);
        if (error == SocketError.Success) return received;
        return error == SocketError.WouldBlock ? Blocked : Failed(error);
    }

    // What SslStream holds back cannot be asked: only a receive that finds nothing is the end.
    public override bool MayHoldMore(Connection* c, int total) => true;

    public override int Unacknowledged(Connection* c) => Sockets.Unacknowledged(c->Fd < 0 ? null : _sockets[c->Fd]);

    public override void Close(Connection* c)
    {
        var index = c->Fd;
        if (index < 0) return;
        c->Fd = -1;
        if (c->IsTls)
        {
            _channels[index]!.Close(isOpen: c->State == ConnectionState.Open);
            _channels[index] = null;
        }
        _sockets[index]!.Dispose();
        _sockets[index] = null;
        // The last entry of the poll takes the place of the one that is left.
        var (entry, last) = (_entryOf[index], --_count);
        if (entry == last) return;
        _poll.Move(last, entry);
        _connectionOf[entry] = _connectionOf[last];
        _entryOf[_connectionOf[entry]] = entry;
    }

    public override int For(long nanos)
    {
        var left = _poll.Ask(_count, nanos);
        var ready = 0;
        for (var entry = 0; left > 0 && entry < _count; entry++)
        {
            var events = _poll.Found(entry);
            if (events == SocketEvents.None) continue;
            left--;
            var connection = _connectionOf[entry];
            if ((events & SocketEvents.Writable) != 0) _poll.SetSending(entry, MustSend(connection));
            _ready[ready++] = new Ready(connection, _generations[connection], events);
        }
        return ready;
    }

    public override SocketEvents EventAt(int index, out int connection, out uint generation)
    {
        var ready = _ready[index];
        (connection, generation) = (ready.Connection, ready.Generation);
        return ready.Events;
    }

    public override void Dispose() => _poll.Dispose();

    private bool MustSend(int index)
    {
        if (_channels.Length == 0 || _channels[index] is not { } channel) return false;
        channel.Flush();
        return channel.HasUnsent;
    }

    // A record at a time, so that what the socket does not take stays with the worker and not, encrypted, in memory.
    private nint SendTls(Connection* c, byte* bytes, int length)
    {
        length = Math.Min(length, TlsChannel.RecordBytes);
        if (_sending.Length == 0) _sending = new byte[TlsChannel.RecordBytes];
        new ReadOnlySpan<byte>(bytes, length).CopyTo(_sending);
        return Outcome(c, _channels[c->Fd]!, _channels[c->Fd]!.Send(_sending.AsMemory(0, length)), isHandshake: false);
    }

    private nint Outcome(Connection* c, TlsChannel channel, nint result, bool isHandshake)
    {
        if (channel.HasUnsent) _poll.SetSending(_entryOf[c->Fd], waitsToSend: true);
        if (result == Broken) Failed(channel.Error!, isHandshake);
        return result;
    }

    private nint Failed(SocketError error)
    {
        (_error, _text, FailureKind, _wasProtocolRefused) = (error, null, ErrorKinds.Of(error), false);
        return Broken;
    }

    private void Failed(Exception error, bool isHandshake)
    {
        (_text, FailureKind) = (ErrorKinds.Text(error), ErrorKinds.Of(error));
        _wasProtocolRefused = IsNoProtocol(_text) || error.InnerException is Win32Exception { NativeErrorCode: ProtocolMismatch };
        // A failure that is not the socket's is a failure of TLS: an alert (also after the handshake, when the server requires a
        // certificate), a bad record, or a peer that does not speak TLS.
        if (FailureKind == RequestErrorKind.System || (isHandshake && FailureKind == RequestErrorKind.Closed)) FailureKind = RequestErrorKind.Tls;
    }

    /// <summary>What a wait found about a connection.</summary>
    private readonly record struct Ready(int Connection, uint Generation, SocketEvents Events);
}
