namespace Dyno.Http;

/// <summary>
/// A WebSocket for code that decides at run time what to do next (k6 scripts). Messages to send are queued and sent in the background.
/// Received events are read one after another, by one reader at a time. Sending is thread-safe.
/// </summary>
public sealed class WebSocketConnection : IDisposable
{
    private const int ReceiveBytes = 16 * 1024;
    private const long MaxQueuedBytes = 64L * 1024 * 1024;
    private static readonly TimeSpan GoodbyeTime = TimeSpan.FromSeconds(5);
    private readonly WireNetwork _network;
    private readonly WebSocketOpening _opening;
    private readonly ByteTally? _bytes;
    private readonly Channel<(WebSocketOpcode Opcode, byte[] Payload)> _outgoing =
        Channel.CreateUnbounded<(WebSocketOpcode, byte[])>(new() { SingleReader = true });
    private readonly CancellationTokenSource _end;
    private readonly WebSocketDeflate _packing = new();
    private readonly MessageAssembly _assembly = new(1);
    private readonly Dictionary<string, long> _pings = new(StringComparer.Ordinal);
    private readonly long _start;
    private WebSocketFrameReader _reader;
    private ClientStream? _stream;
    private byte[] _buffer = [];
    private int _from;
    private int _to;
    private int _pingNumber;
    private long _queuedBytes;
    private byte[]? _pong; // answers the latest ping, and with it all earlier ones that have no answer yet (RFC 6455, 5.5.3)
    private volatile string? _refused; // why the connection is given up
    private volatile bool _isClosing;
    private volatile bool _isOver;
    private WebSocketEvent? _last;

    /// <summary>Prepares a connection; nothing is sent before the first <see cref="NextAsync"/>.</summary>
    /// <param name="opening">The server, and what the handshake asks for.</param>
    /// <param name="cut">Ends the connection at once.</param>
    /// <param name="bytes">Counts the bytes sent and received, including the handshake.</param>
    public WebSocketConnection(WireNetwork network, WebSocketOpening opening, CancellationToken cut, ByteTally? bytes = null)
    {
        (_network, _opening, _bytes, _start) = (network, opening, bytes, network.Clock.NowNanos);
        _end = CancellationTokenSource.CreateLinkedTokenSource(cut);
    }

    /// <summary>The status of the handshake's answer; 0 when there was no answer.</summary>
    public int Status { get; private set; }

    /// <summary>The header fields of the handshake's answer.</summary>
    public ImmutableArray<HeaderField> Headers { get; private set; } = [];

    /// <summary>The body of the handshake's answer when the status is not 101.</summary>
    public string Body { get; private set; } = "";

    /// <summary>The subprotocol that the server chose; empty if none.</summary>
    public string Protocol { get; private set; } = "";

    /// <summary>Whether messages are compressed.</summary>
    public bool IsCompressed { get; private set; }

    /// <summary>Number of payload bytes that are queued and not yet sent.</summary>
    public long QueuedBytes => Interlocked.Read(ref _queuedBytes);

    /// <summary>Queues a message; false when the socket is closing or closed.</summary>
    public bool Send(ReadOnlyMemory<byte> message, bool isText) => Queue(isText ? WebSocketOpcode.Text : WebSocketOpcode.Binary, message.ToArray());

    /// <summary>Queues a ping; false when the socket is closing or closed.</summary>
    public bool Ping()
    {
        var number = Interlocked.Increment(ref _pingNumber).ToString(System.Globalization.CultureInfo.InvariantCulture);
        lock (_pings) _pings[number] = _network.Clock.NowNanos;
        return Queue(WebSocketOpcode.Ping, Encoding.ASCII.GetBytes(number));
    }

    /// <summary>Queues a close frame. The last event follows when the server has answered the close, or after five seconds.</summary>
    /// <param name="code">1000, or 3000 to 4999, or another code of the standard (RFC 6455, 7.4).</param>
    /// <param name="reason">At most 123 bytes of UTF-8.</param>
    public void Close(int code = WebSocketCloseCode.Normal, string reason = "")
    {
        if (_isClosing) return;
        var payload = code == WebSocketCloseCode.None ? [] : (byte[])[(byte)(code >> 8), (byte)code, .. Encoding.UTF8.GetBytes(reason)];
        Queue(WebSocketOpcode.Close, payload);
        _isClosing = true;
        if (_stream is null) _end.Cancel();
        else _end.CancelAfter(GoodbyeTime);
    }

    /// <summary>Waits for the next event; no event follows <see cref="WebSocketEventKind.Close"/>.</summary>
    public async Task<WebSocketEvent> NextAsync()
    {
        if (_last is { } last) return Over(last);
        try
        {
            return _stream is null ? await OpenAsync().ConfigureAwait(false) : await ReadAsync().ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (_refused is { } why)
        {
            return Fail(why);
        }
        catch (OperationCanceledException)
        {
            return Over(new WebSocketEvent(WebSocketEventKind.Close, Code: WebSocketCloseCode.Abnormal));
        }
        catch (Exception e) when (e is IOException or SocketException or UserFault or AuthenticationException or ObjectDisposedException)
        {
            return Fail(e.Message);
        }
    }

    public void Dispose()
    {
        _isOver = true;
        _outgoing.Writer.TryComplete();
        _stream?.Dispose();
        _end.Dispose();
    }

    private bool Queue(WebSocketOpcode opcode, byte[] payload)
    {
        if (_isClosing || _isOver) return false;
        if (QueuedBytes + payload.Length > MaxQueuedBytes)
        {
            _refused ??= $"more than {MaxQueuedBytes} bytes wait to be sent: the server does not read";
            _end.Cancel();
            return false;
        }
        if (!_outgoing.Writer.TryWrite((opcode, payload))) return false;
        Interlocked.Add(ref _queuedBytes, payload.Length);
        return true;
    }

    private WebSocketEvent Fail(string text)
    {
        _last = new WebSocketEvent(WebSocketEventKind.Close, Code: WebSocketCloseCode.Abnormal, Text: text);
        return new WebSocketEvent(WebSocketEventKind.Error, Text: text);
    }

    private WebSocketEvent Over(WebSocketEvent close)
    {
        if (!_isOver) Dispose();
        return close;
    }

    private async Task<WebSocketEvent> OpenAsync()
    {
        var deadline = new ClientDeadline(_network.Clock, _network.Clock.NowNanos).After(_opening.Timeout);
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(_end.Token);
        patience.CancelAfter(_opening.Timeout);
        try
        {
            var stream = await ConnectAsync(deadline, patience.Token).ConfigureAwait(false);
            var nonce = new byte[WebSocketKey.NonceLength];
            RandomNumberGenerator.Fill(nonce);
            var request = _opening.Request(nonce);
            _bytes?.Sending(request.Length);
            await stream.SendAsync(request, blocking: false, deadline, patience.Token).ConfigureAwait(false);
            var head = await ReadHeadAsync(stream, deadline, patience.Token).ConfigureAwait(false);
            return head is null ? Fail("the server closed the connection instead of answering the WebSocket handshake") : Agree(stream, head, nonce);
        }
        catch (OperationCanceledException) when (!_end.IsCancellationRequested)
        {
            return Fail($"no answer to the WebSocket handshake within {_opening.Timeout.TotalSeconds} s");
        }
    }

    private async Task<ClientStream> ConnectAsync(ClientDeadline deadline, CancellationToken cancellationToken)
    {
        var target = await _network.TargetAsync(HttpOrigin.Of(_opening.Url), blocking: false, cancellationToken).ConfigureAwait(false);
        var trial = target.Endpoints.Begin();
        while (true)
        {
            var socket = Sockets.Create(trial.Current, _opening.LocalAddress);
            var stream = new ClientStream(socket);
            try
            {
                await socket.ConnectAsync(trial.Current, cancellationToken).ConfigureAwait(false);
                if (target.Authentication(WireVersion.Http11) is { } options)
                    await stream.ShakeHandsAsync(options, blocking: false, deadline, cancellationToken).ConfigureAwait(false);
                target.Endpoints.Worked(trial.Current);
                return _stream = stream;
            }
            catch (Exception e)
            {
                stream.Dispose();
                if (e is not SocketException || !trial.MoveNext()) throw;
            }
        }
    }

    private async Task<byte[]?> ReadHeadAsync(ClientStream stream, ClientDeadline deadline, CancellationToken cancellationToken)
    {
        _buffer = new byte[ReceiveBytes];
        while (true)
        {
            var end = _buffer.AsSpan(0, _to).IndexOf("\r\n\r\n"u8);
            if (end >= 0)
            {
                _from = end + 4;
                return _buffer[.._from];
            }
            if (_to == _buffer.Length)
            {
                if (_to >= _network.Options.MaxHeadBytes) throw new IOException("the head of the handshake's answer exceeds the limit");
                Array.Resize(ref _buffer, _to * 2);
            }
            var read = await stream.ReceiveAsync(_buffer.AsMemory(_to), blocking: false, deadline, cancellationToken).ConfigureAwait(false);
            if (read == 0) return null;
            _bytes?.Received(read);
            _to += read;
        }
    }

    private WebSocketEvent Agree(ClientStream stream, byte[] head, byte[] nonce)
    {
        var parser = default(ResponseParser);
        parser.Reset(toHead: false, Math.Max(head.Length, _network.Options.MaxHeadBytes));
        if (HeadReader.Read(head.AsSpan(0, head.Length - 2), ref parser) is not ResponseFault.None and var fault)
            return Fail($"the WebSocket handshake was not answered in HTTP: {fault.Describe()}");
        (Status, Headers) = (parser.Status, LinesOf(head));
        if (Status != 101)
        {
            Body = Encoding.UTF8.GetString(_buffer.AsSpan(_from, _to - _from));
            return Fail($"the WebSocket handshake was answered with status {Status} instead of 101");
        }
        var agreed = WebSocketAgreement.Read(head, nonce, _opening.Protocols, _opening.Compresses);
        if (agreed.Problem is { } problem) return Fail($"the handshake failed: {problem}");
        (Protocol, IsCompressed) = (agreed.Protocol, agreed.IsCompressed);
        _ = SendQueuedAsync(stream);
        return new WebSocketEvent(WebSocketEventKind.Open, Nanos: _network.Clock.NowNanos - _start);
    }

    private static ImmutableArray<HeaderField> LinesOf(ReadOnlySpan<byte> head)
    {
        var fields = ImmutableArray.CreateBuilder<HeaderField>();
        for (var lines = new HeaderLines(head); lines.MoveNext();)
            fields.Add(new HeaderField(Encoding.Latin1.GetString(lines.Name), Encoding.Latin1.GetString(lines.Value)));
        return fields.ToImmutable();
    }

    private async Task<WebSocketEvent> ReadAsync()
    {
        var limits = new WebSocketLimits(_opening.MaxMessageBytes, IsCompressed);
        while (true)
        {
            if (TryRead(limits) is { } happened) return happened;
            if (_from > 0)
            {
                _buffer.AsSpan(_from, _to - _from).CopyTo(_buffer);
                (_from, _to) = (0, _to - _from);
            }
            var read = await _stream!.ReceiveAsync(_buffer.AsMemory(_to), blocking: false, default, _end.Token).ConfigureAwait(false);
            if (read == 0 && _isClosing) return Over(new(WebSocketEventKind.Close, Code: WebSocketCloseCode.Abnormal));
            if (read == 0) return Fail("the server closed the connection without closing the WebSocket");
            _bytes?.Received(read);
            _to += read;
        }
    }

    private WebSocketEvent? TryRead(WebSocketLimits limits)
    {
        while (true)
        {
            var found = _reader.Read(_buffer.AsSpan(_from, _to - _from), limits, out var consumed, out var length);
            _from += consumed;
            var payload = _buffer.AsMemory(_from - length, length);
            switch (found)
            {
                case WebSocketRead.NeedMore:
                    return null;
                case WebSocketRead.Piece:
                    _assembly.Add(0, payload.Span);
                    break;
                case WebSocketRead.Message:
                    var fault = _assembly.TryTake(0, payload.Span, _reader, limits.MaxMessageBytes, out var message);
                    return fault != WebSocketFault.None ? Breach(fault)
                        : new WebSocketEvent(_reader.IsText ? WebSocketEventKind.Text : WebSocketEventKind.Binary, message.ToArray());
                case WebSocketRead.Ping:
                    if (Interlocked.Exchange(ref _pong, payload.ToArray()) is null) Queue(WebSocketOpcode.Pong, []);
                    return new WebSocketEvent(WebSocketEventKind.Ping, payload.ToArray());
                case WebSocketRead.Pong:
                    return new WebSocketEvent(WebSocketEventKind.Pong, payload.ToArray(), Nanos: TimeOfPing(payload.Span));
                case WebSocketRead.Close:
                    return Closed(_reader.CloseCode, payload.Span);
                default:
                    return Breach(_reader.Fault);
            }
        }
    }

    private long TimeOfPing(ReadOnlySpan<byte> payload)
    {
        lock (_pings) return _pings.Remove(Encoding.ASCII.GetString(payload), out var sent) ? _network.Clock.NowNanos - sent : 0;
    }

    private WebSocketEvent Breach(WebSocketFault fault)
    {
        Close(fault.Code());
        LeaveOnceSent();
        return Fail(fault.Describe());
    }

    private WebSocketEvent Closed(int code, ReadOnlySpan<byte> payload)
    {
        var close = new WebSocketEvent(WebSocketEventKind.Close, Code: code, Text: payload.Length > 2 ? Encoding.UTF8.GetString(payload[2..]) : "");
        if (_isClosing) return Over(close);
        Close(code);
        _last = close;
        LeaveOnceSent();
        return close;
    }

    // The connection ends once the queued frames are sent.
    private void LeaveOnceSent()
    {
        _isOver = true;
        _outgoing.Writer.TryComplete();
    }

    private async Task SendQueuedAsync(ClientStream stream)
    {
        var frame = Array.Empty<byte>();
        try
        {
            while (await _outgoing.Reader.WaitToReadAsync(_end.Token).ConfigureAwait(false))
            {
                while (_outgoing.Reader.TryRead(out var next))
                {
                    var payload = next.Opcode == WebSocketOpcode.Pong ? Interlocked.Exchange(ref _pong, null) ?? [] : next.Payload;
                    var length = Compose(next.Opcode, payload, ref frame);
                    _bytes?.Sending(length);
                    await stream.SendAsync(frame.AsMemory(0, length), blocking: false, default, _end.Token).ConfigureAwait(false);
                    Interlocked.Add(ref _queuedBytes, -next.Payload.Length);
                }
            }
            if (_isOver) stream.Dispose();
        }
        catch (Exception e) when (e is IOException or SocketException or OperationCanceledException or ObjectDisposedException)
        {
            // The reader also sees that the connection has ended, and reports it.
        }
    }

    private int Compose(WebSocketOpcode opcode, byte[] payload, ref byte[] frame)
    {
        var isPacked = IsCompressed && opcode is (WebSocketOpcode.Text or WebSocketOpcode.Binary);
        ReadOnlySpan<byte> bytes = isPacked ? _packing.Pack(payload) : payload;
        var length = WebSocketFrames.LengthOf(bytes.Length);
        if (frame.Length < length) frame = new byte[Math.Max(length, 256)];
        return WebSocketFrames.Write(frame, opcode, bytes, (uint)RandomNumberGenerator.GetInt32(int.MinValue, int.MaxValue), isPacked);
    }
}
