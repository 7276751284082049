namespace Dyno.Http;

/// <content>The traffic of the connection: one receive is always pending, and at most one send is under way.</content>
internal sealed partial class Http2Connection
{
    private const int FirstBufferBytes = 16 * 1024;
    private const long StuckNanos = 1_000_000_000; // a send that lasts longer than 1 s is stuck: the server no longer reads
    private byte[] _buffer;
    private int _end;
    private byte[] _outgoing = new byte[1024];
    private bool _isSending;
    private long _sendingSinceNanos;
    private long _taken; // bytes of frames that were handed to the stream

    private async Task ReadAllAsync()
    {
        Exception why;
        try
        {
            while (true)
            {
                var received = await _stream.ReceiveAsync(_buffer.AsMemory(_end), blocking: false, _never, default).ConfigureAwait(false);
                if (received == 0) { why = Ended(); break; }
                if (Take(received) is { } end) { why = end; break; }
            }
        }
        catch (Exception e) when (WireClient.IsExpected(e))
        {
            why = e;
        }
        Close(why);
    }

    /// <summary>Processes the received bytes. Returns the reason to close the connection, or null to continue reading.</summary>
    private Exception? Take(int received)
    {
        Exception? end = null;
        Http2Exchange[] over;
        Action<OpeningFailure?>? greeted = null;
        lock (_gate)
        {
            if (_isClosed) return _why;
            _end += received;
            Keep(_session.Read(_buffer.AsSpan(0, _end)));
            if (_session.Fault != Http2Fault.None) end = FaultOf(_session.Fault);
            else Advance();
            if (end is null && _session.SawSettings) (greeted, _greeted) = (_greeted, null);
            over = TakeOver();
        }
        greeted?.Invoke(null);
        // The exchanges are told before the connection sends: requests that their owners start now go out in the same write.
        foreach (var exchange in over) exchange.Tell();
        Send(blocking: false, _never);
        return end;
    }

    private static InvalidDataException FaultOf(Http2Fault fault) =>
        new(fault == Http2Fault.NotHttp2 ? fault.Describe() : $"{fault.Describe()} ({fault.Code().Name()})");

    private Http2Exchange[] TakeOver()
    {
        if (_over.Count == 0) return [];
        var over = _over.ToArray();
        _over.Clear();
        return over;
    }

    // All connections share the loop's buffer: unread bytes move to a buffer of this connection until none are left.
    private void Keep(int consumed)
    {
        var rest = _buffer.AsSpan(consumed, _end - consumed);
        _end = rest.Length;
        if (rest.IsEmpty)
        {
            if (_loopBuffer is not null) _buffer = _loopBuffer;
            return;
        }
        var isShared = ReferenceEquals(_buffer, _loopBuffer);
        var target = isShared || _end > _buffer.Length / 2 ? new byte[Math.Max(FirstBufferBytes, _end * 2)] : _buffer;
        rest.CopyTo(target);
        _buffer = target;
    }

    /// <summary>Sends the pending frames, unless another send is under way: its sender then sends these frames, too.</summary>
    private void Send(bool blocking, ClientDeadline deadline)
    {
        try
        {
            while (TakeFrames() is { IsEmpty: false } frames)
            {
                var sending = _stream.SendAsync(frames, blocking, deadline, default);
                if (!sending.IsCompletedSuccessfully)
                {
                    _ = SendOnAsync(sending);
                    return;
                }
                sending.GetAwaiter().GetResult();
                lock (_gate) _isSending = false;
            }
        }
        catch (Exception e) when (WireClient.IsExpected(e))
        {
            Close(e);
        }
    }

    private async Task SendOnAsync(ValueTask sending)
    {
        try
        {
            await sending.ConfigureAwait(false);
        }
        catch (Exception e) when (WireClient.IsExpected(e))
        {
            Close(e);
            return;
        }
        lock (_gate) _isSending = false;
        Send(blocking: false, _never);
    }

    private ReadOnlyMemory<byte> TakeFrames()
    {
        lock (_gate)
        {
            var frames = _session.Out;
            var length = frames.Length;
            if (_isSending || _isClosed || length == 0) return default;
            if (_outgoing.Length < length) _outgoing = new byte[length * 2];
            frames.Pending.CopyTo(_outgoing);
            frames.Taken(length);
            _taken += length;
            (_isSending, _sendingSinceNanos) = (true, _never.Clock.NowNanos);
            return _outgoing.AsMemory(0, length);
        }
    }
}
