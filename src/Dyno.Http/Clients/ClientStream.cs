namespace Dyno.Http;

/// <summary>
/// The byte stream of one connection, blocking or not. A .NET socket with only blocking calls stays blocking in the kernel, so
/// a request costs one send and one receive. The first asynchronous call makes .NET switch the socket to non-blocking for
/// good, and turns a <see cref="BlockingSocket"/> into a .NET socket. Calls on a connection of a loop return at once and
/// continue in the loop.
/// </summary>
internal sealed class ClientStream : IDisposable
{
    private readonly LoopSocket? _looped;
    private BlockingSocket? _own;
    private Socket? _socket;
    private SslStream? _tls;
    private SocketStream? _loopedTls; // beneath _tls where a loop serves the connection
    private int _timeoutMilliseconds;
    private long _sentBytes; // by a .NET socket

    public ClientStream(Socket socket) => _socket = socket;

    public ClientStream(LoopSocket looped) => _looped = looped;

    public ClientStream(BlockingSocket own) => _own = own;

    public bool IsLooped => _looped is not null;

    /// <summary>Whether both sides have agreed on HTTP/2.</summary>
    public bool IsHttp2 => _tls is not null && _tls.NegotiatedApplicationProtocol == SslApplicationProtocol.Http2;

    /// <summary>TLS version and cipher; null without TLS.</summary>
    public string? TlsText() => _tls is null ? null : TlsAuthentication.Describe(_tls);

    /// <summary>Sets the callback that the loop calls at the time of <see cref="SetAlarm"/>.</summary>
    public void OnAlarm(Action alarm) => _looped!.Alarm = alarm;

    public void SetAlarm(long nanos) => _looped!.SetAlarm(nanos);

    /// <summary>Whether the peer has closed an idle connection, or sent unexpected bytes over it.</summary>
    public bool IsStale => _looped?.IsStale ?? _own?.IsStale ?? _socket!.Poll(0, SelectMode.SelectRead);

    /// <summary>Whether the peer has ended a connection of a loop, also when the loop has not waited since.</summary>
    public bool HasEnded => _looped?.HasEnded ?? false;

    /// <summary>Bytes handed to the system; over TLS perhaps before their encryption.</summary>
    public long SentBytes => _looped?.SentBytes ?? _own?.SentBytes ?? _sentBytes;

    /// <summary>Bytes that the peer's system has not acknowledged; 0 when that is not known.</summary>
    public int Unacknowledged => _looped?.Unacknowledged ?? (_own is null ? Sockets.Unacknowledged(_socket) : StreamSocket.Unacknowledged(_own.File));

    public async ValueTask ShakeHandsAsync(
        SslClientAuthenticationOptions options, bool blocking, ClientDeadline deadline, CancellationToken cancellationToken)
    {
        if (_looped is not null)
        {
            await ShakeHandsInLoopAsync(options, _looped, deadline, cancellationToken);
            return;
        }
        _tls = new SslStream(new NetworkStream(_socket!, ownsSocket: true));
        if (blocking)
        {
            SetTimeout(deadline);
            _tls.AuthenticateAsClient(options);
        }
        else
        {
            await _tls.AuthenticateAsClientAsync(options, cancellationToken);
        }
    }

    // No token: cancelled code would continue on the cancelling thread, concurrently with the loop. The socket enforces the deadline.
    private async ValueTask ShakeHandsInLoopAsync(
        SslClientAuthenticationOptions options, LoopSocket looped, ClientDeadline deadline, CancellationToken cut)
    {
        _loopedTls = new SocketStream(looped) { Deadline = deadline };
        _tls = new SslStream(_loopedTls);
        looped.HidesContext = true;
        var context = SynchronizationContext.Current;
        using var ending = cut.UnsafeRegister(static s => ((LoopSocket)s!).Dispose(), looped);
        try
        {
            await _tls.AuthenticateAsClientAsync(options, CancellationToken.None).ConfigureAwait(false);
        }
        catch (SocketException e)
        {
            throw new IOException(e.Message, e); // as .NET's own streams do
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(context);
        }
    }

    public ValueTask SendAsync(ReadOnlyMemory<byte> bytes, bool blocking, ClientDeadline deadline, CancellationToken cancellationToken)
    {
        if (_own is not null && blocking)
        {
            _own.Send(bytes.Span, deadline);
            return default;
        }
        if (_looped is null) return SendBySocketAsync(bytes, blocking, deadline, cancellationToken);
        if (_loopedTls is not null)
        {
            _loopedTls.Deadline = deadline;
            var writing = _tls!.WriteAsync(bytes, CancellationToken.None);
            return writing.IsCompletedSuccessfully ? default : WithContextAsync(writing);
        }
        var sending = _looped.SendAsync(bytes, deadline);
        return sending.IsCompletedSuccessfully ? default : FinishAsync(sending); // the kernel nearly always takes it all at once
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private static async ValueTask FinishAsync(ValueTask<int> sending) => await sending.ConfigureAwait(false);

    // TLS in a loop runs on the loop's thread while that thread's context is hidden (LoopSocket.HidesContext).
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private static async ValueTask WithContextAsync(ValueTask tls)
    {
        var context = SynchronizationContext.Current;
        try
        {
            await tls.ConfigureAwait(false);
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(context);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> WithContextAsync(ValueTask<int> tls)
    {
        var context = SynchronizationContext.Current;
        try
        {
            return await tls.ConfigureAwait(false);
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(context);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask SendBySocketAsync(
        ReadOnlyMemory<byte> bytes, bool blocking, ClientDeadline deadline, CancellationToken cancellationToken)
    {
        if (_own is not null) SwitchOver();
        if (blocking)
        {
            SetTimeout(deadline);
            if (_tls is null) SendAll(bytes.Span);
            else
            {
                _sentBytes += bytes.Length;
                _tls.Write(bytes.Span);
            }
        }
        else if (_tls is not null)
        {
            _sentBytes += bytes.Length;
            await _tls.WriteAsync(bytes, cancellationToken);
        }
        else
        {
            while (bytes.Length > 0) bytes = bytes[Taken(await _socket!.SendAsync(bytes, SocketFlags.None, cancellationToken))..];
        }
    }

    public ValueTask<int> ReceiveAsync(Memory<byte> buffer, bool blocking, ClientDeadline deadline, CancellationToken cancellationToken)
    {
        if (_loopedTls is not null)
        {
            _loopedTls.Deadline = deadline;
            var reading = _tls!.ReadAsync(buffer, CancellationToken.None);
            return reading.IsCompleted ? reading : WithContextAsync(reading);
        }
        if (_looped is not null) return _looped.ReceiveAsync(buffer, deadline);
        if (_own is not null && blocking) return new ValueTask<int>(_own.Receive(buffer.Span, deadline));
        if (_own is not null) SwitchOver();
        if (!blocking)
            return _tls?.ReadAsync(buffer, cancellationToken) ?? _socket!.ReceiveAsync(buffer, SocketFlags.None, cancellationToken);
        return new ValueTask<int>(ReceiveBlocking(_socket!, buffer, deadline));
    }

    private int ReceiveBlocking(Socket socket, Memory<byte> buffer, ClientDeadline deadline)
    {
        SetTimeout(deadline);
        return _tls is null ? socket.Receive(buffer.Span, SocketFlags.None) : _tls.Read(buffer.Span);
    }

    public void Dispose()
    {
        _own?.Dispose();
        _socket?.Dispose();
        _looped?.Dispose();
        _tls?.Dispose();
    }

    private void SendAll(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty) bytes = bytes[Taken(_socket!.Send(bytes, SocketFlags.None))..];
    }

    private int Taken(int bytes)
    {
        _sentBytes += bytes;
        return bytes;
    }

    private void SwitchOver()
    {
        _sentBytes = _own!.SentBytes;
        _socket = new Socket(new SafeSocketHandle(_own.Detach(), ownsHandle: true));
        _own = null;
    }

    private void SetTimeout(ClientDeadline deadline)
    {
        var milliseconds = deadline.StepMilliseconds;
        if (milliseconds <= 0) throw new SocketException((int)SocketError.TimedOut);
        if (milliseconds == _timeoutMilliseconds) return;
        _timeoutMilliseconds = milliseconds;
        _socket!.ReceiveTimeout = milliseconds;
        _socket.SendTimeout = milliseconds;
    }

    /// <summary>The address the connection goes to.</summary>
    public string RemoteText()
    {
        try
        {
            return _looped?.RemoteText ?? _own?.RemoteText ?? _socket!.RemoteEndPoint?.ToString() ?? "";
        }
        catch (SocketException)
        {
            return ""; // closed meanwhile
        }
    }
}
