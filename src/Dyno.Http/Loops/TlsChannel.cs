namespace Dyno.Http;

/// <summary>
/// TLS by <see cref="SslStream"/> for a loop: its calls never wait. SslStream reads and writes a <see cref="LoopStream"/>, whose writes end
/// at once and whose reads end inside <see cref="Receive"/>, so that all of its code runs on the thread that calls. For one thread.
/// </summary>
[SuppressMessage("Reliability", "CA2012", Justification = "a read is consumed once, as soon as it is completed")]
internal sealed class TlsChannel : IDisposable
{
    /// <summary>The largest record of TLS, in bytes.</summary>
    public const int RecordBytes = 16 * 1024;

    private readonly LoopStream _stream;
    private readonly SslStream _tls;
    private readonly SslClientAuthenticationOptions _settings;
    private Task? _handshake;
    private ValueTask<int> _reading;
    private bool _isReading;
    private byte[] _plain = [];
    private int _at;
    private int _end;
    private bool _isClosed;

    /// <param name="socket">A connected socket that does not block. It stays the caller's.</param>
    public TlsChannel(Socket socket, SslClientAuthenticationOptions settings)
    {
        _settings = settings;
        _stream = new LoopStream(socket);
        _tls = new SslStream(_stream, leaveInnerStreamOpen: true);
    }

    /// <summary>Why the last call returned <see cref="LoopSockets.Broken"/>.</summary>
    public Exception? Error { get; private set; }

    /// <summary>Whether the socket has not taken all encrypted bytes yet.</summary>
    public bool HasUnsent => _stream.HasUnsent;

    /// <summary>The protocol that the server chose; empty for none.</summary>
    public SslApplicationProtocol Protocol => _tls.NegotiatedApplicationProtocol;

    /// <summary>Version and cipher.</summary>
    public string Describe() => TlsAuthentication.Describe(_tls);

    /// <summary>Begins or continues the handshake; see <see cref="LoopSockets.ShakeHands"/>.</summary>
    public nint ShakeHands()
    {
        if (_handshake is null) _handshake = _tls.AuthenticateAsClientAsync(_settings, CancellationToken.None);
        else _stream.Pull();
        if (!_handshake.IsCompleted) return LoopSockets.Blocked;
        if (_handshake.IsCompletedSuccessfully) return LoopSockets.Done;
        Error = _handshake.Exception?.InnerException ?? new OperationCanceledException();
        return LoopSockets.Broken;
    }

    /// <summary>Sends; see <see cref="LoopSockets.Send"/>. While encrypted bytes are left to be sent, no more are taken.</summary>
    public nint Send(ReadOnlyMemory<byte> bytes)
    {
        Flush();
        if (HasUnsent) return LoopSockets.Blocked;
        try
        {
            var writing = _tls.WriteAsync(bytes);
            if (!writing.IsCompleted) throw new InvalidOperationException("a TLS write did not end at once");
            writing.GetAwaiter().GetResult();
            return bytes.Length;
        }
        catch (Exception e)
        {
            Error = e;
            return LoopSockets.Broken;
        }
    }

    /// <summary>Receives; see <see cref="LoopSockets.Receive"/>.</summary>
    public nint Receive(Span<byte> into)
    {
        if (_at == _end)
        {
            if (!_isReading) BeginReading();
            else _stream.Pull();
            if (!_reading.IsCompleted) return LoopSockets.Blocked;
            _isReading = false;
            try
            {
                (_at, _end) = (0, _reading.GetAwaiter().GetResult());
            }
            catch (Exception e)
            {
                Error = e;
                return LoopSockets.Broken;
            }
        }
        var length = Math.Min(into.Length, _end - _at);
        _plain.AsSpan(_at, length).CopyTo(into);
        _at += length;
        return length;
    }

    /// <summary>Sends the encrypted bytes that are left, as far as the socket takes them. A failure shows in the next call.</summary>
    public void Flush() => _stream.SendRest();

    /// <summary>Ends TLS, with a notice to the server when the connection is open, and ends what is pending.</summary>
    public void Close(bool isOpen)
    {
        if (_isClosed) return;
        _isClosed = true;
        try
        {
            if (isOpen && !HasUnsent) _tls.ShutdownAsync().GetAwaiter().GetResult(); // ends at once, as every write
        }
        catch (Exception e) when (e is IOException or SocketException or InvalidOperationException)
        {
            // The server has gone before: no one is left to be notified.
        }
        _stream.Dispose();
        _ = _handshake?.Exception; // observed
        try
        {
            if (_isReading && _reading.IsCompleted) _ = _reading.GetAwaiter().GetResult();
        }
        catch (Exception e) when (e is IOException or SocketException or ObjectDisposedException)
        {
            // The pending read was ended above.
        }
        _tls.Dispose();
    }

    public void Dispose() => Close(isOpen: false);

    private void BeginReading()
    {
        if (_plain.Length == 0) _plain = GC.AllocateUninitializedArray<byte>(RecordBytes);
        _reading = _tls.ReadAsync(_plain);
        _isReading = true;
    }
}
