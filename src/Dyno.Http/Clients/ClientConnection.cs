namespace Dyno.Http;

/// <summary>
/// One HTTP/1.1 connection of a client: opened, used for one exchange at a time, kept or closed. With <c>blocking</c> every
/// method does its work before it returns: its task has then ended.
/// </summary>
internal sealed class ClientConnection : IDisposable
{
    /// <summary>A body up to this length goes out with its head.</summary>
    public const int JoinedBodyBytes = 16 * 1024;

    private readonly ClientStream _stream;
    private readonly ResponseReader _reader;
    private readonly ArrayBufferWriter<byte> _output = new(512);
    private readonly string _remote;
    private readonly string? _tls;
    private ByteTally? _bytes; // tally of the current request; null for none
    private long _sentBefore;  // bytes sent before the current request

    /// <param name="stream">The open byte stream.</param>
    /// <param name="origin">Origin of the connection.</param>
    /// <param name="headLimit">Largest head accepted, in bytes.</param>
    /// <param name="loopBuffer">Buffer of the loop that serves the connection; null without a loop.</param>
    public ClientConnection(ClientStream stream, HttpOrigin origin, int headLimit, byte[]? loopBuffer)
    {
        _stream = stream;
        _reader = new ResponseReader(headLimit, loopBuffer);
        Origin = origin;
        _remote = stream.RemoteText();
        _tls = stream.TlsText();
    }

    public HttpOrigin Origin { get; }

    /// <summary>Whether the connection was closed: a cancellation may close it at any time, even while it is idle.</summary>
    public bool IsClosed { get; private set; }

    public bool IsStale => _stream.IsStale;

    /// <summary>Whether a loop serves the connection: closing then ends a pending operation.</summary>
    public bool IsLooped => _stream.IsLooped;

    public ResponseReader Answer => _reader;

    /// <summary>Bytes of the current request that were handed to the system.</summary>
    public long SentBytes => _stream.SentBytes - _sentBefore;

    /// <summary>Whether the server cannot have begun the current request, which failed; see <see cref="Resending"/>.</summary>
    public bool CannotHaveBegun(Exception e) => Resending.CannotHaveBegun(ErrorKinds.Of(e), SentBytes, _stream.Unacknowledged);

    /// <summary>Sends a request and reads its answer. True when the connection can serve another request.</summary>
    /// <remarks>
    /// No synchronization context is captured here: a loop continues the code on its own thread, and a return to the context at
    /// each of five levels would cost a microsecond. Only opening a connection must return to the caller's thread, see
    /// <see cref="ClientOpening"/>.
    /// </remarks>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<bool> ExchangeAsync(ClientRequest request, ClientExchange exchange, bool blocking,
        ClientDeadline deadline, CancellationToken cancellationToken)
    {
        Begin(request.Wire, request.MaxBodyBytes, exchange);
        if (request.Head is { } known)
        {
            _bytes?.Sending(known.Length);
            await SendAsync(known, blocking, deadline, cancellationToken).ConfigureAwait(false);
            exchange.BytesSent = known.Length;
        }
        else await SendAsync(request, exchange, blocking, deadline, cancellationToken).ConfigureAwait(false);
        exchange.Enter(ClientPhase.Waiting);
        int received;
        do received = await ReceiveAsync(blocking, deadline, cancellationToken).ConfigureAwait(false);
        while (!Take(received, exchange, deadline));
        return End(exchange) && !request.Close;
    }

    /// <summary>Prepares for a request. This method and the next five are the steps of <see cref="ExchangeAsync"/>, in order.</summary>
    public void Begin(WireRequest request, int maxBodyBytes, ClientExchange exchange)
    {
        exchange.Enter(ClientPhase.Sending);
        (exchange.Remote, exchange.Tls) = (_remote, _tls);
        _bytes = request.Bytes;
        _sentBefore = _stream.SentBytes;
        _reader.Begin(request.Method == "HEAD", maxBodyBytes, request.DiscardBody, request.BodySink);
    }

    /// <summary>The bytes of a request, with a body of at most <see cref="JoinedBodyBytes"/>; valid until the next call.</summary>
    public ReadOnlyMemory<byte> Compose(WireRequest request, string cookies = "", bool close = false)
    {
        _output.ResetWrittenCount();
        RequestHead.Write(request, cookies, close, _output);
        if (request.Body.Length <= JoinedBodyBytes) _output.Write(request.Body.Span);
        return _output.WrittenMemory;
    }

    /// <summary>Sends a composed request.</summary>
    public ValueTask SendAsync(ReadOnlyMemory<byte> bytes, bool blocking, ClientDeadline deadline, CancellationToken cancellationToken) =>
        _stream.SendAsync(bytes, blocking, deadline, cancellationToken);

    /// <summary>Receives the next bytes of the answer.</summary>
    public ValueTask<int> ReceiveAsync(bool blocking, ClientDeadline deadline, CancellationToken cancellationToken) =>
        _stream.ReceiveAsync(_reader.Room(), blocking, deadline, cancellationToken);

    /// <summary>Parses the received bytes; true when the answer is complete.</summary>
    public bool Take(int received, ClientExchange exchange, ClientDeadline deadline)
    {
        if (exchange.Phase == ClientPhase.Waiting) exchange.Enter(ClientPhase.Receiving);
        if (received == 0)
        {
            FinishByClose();
            return true;
        }
        _bytes?.Received(received);
        _reader.Added(received);
        if (_reader.TryFinish()) return true;
        return deadline.IsOver ? throw new TimeoutException() : false;
    }

    /// <summary>Ends the exchange after a complete answer. True when the connection can serve another request.</summary>
    public bool End(ClientExchange exchange)
    {
        exchange.Enter(ClientPhase.Receiving);
        return _reader.KeepAlive && !_reader.HasRest;
    }

    public void Dispose()
    {
        IsClosed = true;
        _stream.Dispose();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask SendAsync(
        ClientRequest request, ClientExchange exchange, bool blocking, ClientDeadline deadline,
        CancellationToken cancellationToken)
    {
        var first = Compose(request.Wire, request.Cookies, request.Close);
        _bytes?.Sending(first.Length);
        await _stream.SendAsync(first, blocking, deadline, cancellationToken).ConfigureAwait(false);
        exchange.BytesSent = first.Length;
        var body = request.Wire.Body;
        if (body.Length <= JoinedBodyBytes) return;
        _bytes?.Sending(body.Length);
        await _stream.SendAsync(body, blocking, deadline, cancellationToken).ConfigureAwait(false);
        exchange.BytesSent += body.Length;
    }

    private void FinishByClose()
    {
        if (!_reader.TryFinishByClose())
            throw new IOException($"the server closed the connection after {_reader.BytesReceived} bytes of its answer");
    }
}

/// <summary>A request with the data that the client adds to it.</summary>
/// <param name="Cookies">Cookies from the jar; empty for none.</param>
/// <param name="Close">Whether the connection closes after the answer.</param>
/// <param name="MaxBodyBytes">Largest body accepted.</param>
/// <param name="Head">The cached bytes of a request without body; null when they must be written.</param>
internal readonly record struct ClientRequest(WireRequest Wire, string Cookies, bool Close, int MaxBodyBytes, byte[]? Head)
{
    /// <summary>Whether the same request object was sent before.</summary>
    public bool IsRepeated { get; init; }
}
