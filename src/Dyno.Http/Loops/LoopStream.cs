namespace Dyno.Http;

/// <summary>
/// A socket that does not block, as a stream of asynchronous calls for code that knows only streams. A write ends at once: the stream keeps
/// what the socket does not take. A read ends at once or in <see cref="Pull"/>, and the code behind it continues inside that call. One read
/// at a time; for one thread.
/// </summary>
internal sealed class LoopStream(Socket socket) : Stream, IValueTaskSource<int>
{
    private ManualResetValueTaskSourceCore<int> _read; // continues synchronously
    private Memory<byte> _into;
    private bool _isReading;
    private byte[] _unsent = [];
    private int _sentTo;
    private int _unsentTo;
    private SocketException? _failure;

    /// <summary>Whether the socket has not taken all bytes yet.</summary>
    public bool HasUnsent => _unsentTo > _sentTo;

    public override bool CanRead => true;

    public override bool CanWrite => true;

    public override bool CanSeek => false;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    /// <summary>Ends a pending read when bytes, or the end of them, have come.</summary>
    public void Pull()
    {
        if (!_isReading) return;
        var received = socket.Receive(_into.Span, SocketFlags.None, out var error);
        if (error == SocketError.WouldBlock) return;
        _isReading = false;
        if (error == SocketError.Success) _read.SetResult(received);
        else _read.SetException(new SocketException((int)error));
    }

    /// <summary>Sends what the socket has not taken yet.</summary>
    public void SendRest()
    {
        if (!HasUnsent) return;
        _sentTo += Send(_unsent.AsSpan(_sentTo, _unsentTo - _sentTo));
        if (!HasUnsent) (_sentTo, _unsentTo) = (0, 0);
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (buffer.IsEmpty) return new ValueTask<int>(0);
        var received = socket.Receive(buffer.Span, SocketFlags.None, out var error);
        if (error == SocketError.Success) return new ValueTask<int>(received);
        if (error != SocketError.WouldBlock) return ValueTask.FromException<int>(new SocketException((int)error));
        (_into, _isReading) = (buffer, true);
        _read.Reset();
        return new ValueTask<int>(this, _read.Version);
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        SendRest();
        var rest = HasUnsent ? buffer.Span : buffer.Span[Send(buffer.Span)..];
        if (_failure is { } failure) return ValueTask.FromException(failure);
        if (!rest.IsEmpty) Keep(rest);
        return ValueTask.CompletedTask;
    }

    public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    /// <summary>Ends a pending read. The socket stays open.</summary>
    protected override void Dispose(bool disposing)
    {
        if (_isReading)
        {
            _isReading = false;
            _read.SetException(new ObjectDisposedException(nameof(LoopStream)));
        }
        base.Dispose(disposing);
    }

    int IValueTaskSource<int>.GetResult(short token) => _read.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<int>.GetStatus(short token) => _read.GetStatus(token);

    void IValueTaskSource<int>.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _read.OnCompleted(continuation, state, token, flags & ~ValueTaskSourceOnCompletedFlags.UseSchedulingContext);

    private int Send(ReadOnlySpan<byte> bytes)
    {
        var sent = socket.Send(bytes, SocketFlags.None, out var error);
        if (error is not (SocketError.Success or SocketError.WouldBlock)) _failure ??= new SocketException((int)error);
        return Math.Max(0, sent);
    }

    private void Keep(ReadOnlySpan<byte> rest)
    {
        if (_unsentTo + rest.Length > _unsent.Length) Array.Resize(ref _unsent, Math.Max(_unsentTo + rest.Length, _unsent.Length * 2));
        rest.CopyTo(_unsent.AsSpan(_unsentTo));
        _unsentTo += rest.Length;
    }
}
