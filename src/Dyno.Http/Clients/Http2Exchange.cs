namespace Dyno.Http;

/// <summary>
/// One request and its answer on an <see cref="Http2Connection"/>, whose lock guards the exchange until it is over. One caller
/// awaits it, or one thread blocks until its end.
/// </summary>
internal sealed class Http2Exchange : IValueTaskSource
{
    private readonly Http2Connection _connection;
    private readonly ClientRequest _request;
    private readonly ClientCall _call;
    private readonly object? _signal; // for a blocked thread; null: a caller awaits the exchange
    private ManualResetValueTaskSourceCore<bool> _ended;
    private bool _isTold;
    private IncomingBody _body; // a mutable struct, changed in place

    public Http2Exchange(Http2Connection connection, ClientRequest request, ClientExchange marks, ClientCall call)
    {
        (_connection, _request, Marks, _call) = (connection, request, marks, call);
        _body.Begin(request.MaxBodyBytes, request.Wire.DiscardBody, request.Wire.BodySink);
        // A thread-pool thread reads for all streams: a continuation on that thread would delay the other streams.
        if (call.Blocking) _signal = new object();
        else _ended.RunContinuationsAsynchronously = call.Loop is null;
    }

    public ref readonly ClientRequest Request => ref _request;

    public ClientExchange Marks { get; }

    /// <summary>Slot of the exchange's stream; −1 while the exchange waits for a stream, and after its end.</summary>
    public int Slot { get; set; } = -1;

    public AnswerHead? Head { get; set; }

    public ref IncomingBody Body => ref _body;

    public long BytesReceived { get; private set; }

    /// <summary>Bytes queued on the connection before the request.</summary>
    public long QueuedBefore { get; set; }

    /// <summary>Bytes from the request's first byte on that were handed to the system when the exchange ended.</summary>
    public long SentBytes { get; private set; }

    public bool IsOver { get; private set; }

    /// <summary>Why there is no answer; null when there is one.</summary>
    public Exception? Error { get; private set; }

    /// <summary>Whether the request may be sent again: the server has not processed it, or had closed a kept connection.</summary>
    public bool MayRepeat { get; private set; }

    /// <summary>When the exchange must be over.</summary>
    public long DueNanos => _call.Deadline.DueNanos;

    /// <summary>Completes when the exchange is over.</summary>
    public ValueTask Ended => new(this, _ended.Version);

    /// <summary>Blocks the thread until the exchange is over; false when the deadline passes first.</summary>
    public bool Wait()
    {
        lock (_signal!)
        {
            while (!_isTold)
                if (!Monitor.Wait(_signal, (int)Math.Min(_call.Deadline.Left.TotalMilliseconds + 1, int.MaxValue)) && _call.Deadline.IsOver) return _isTold;
        }
        return true;
    }

    /// <summary>Gives up the exchange, unless it is over.</summary>
    public void Abandon(Exception why) => _connection.Abandon(this, why);

    /// <summary>Sets the total number of bytes received of the answer.</summary>
    public void Received(long bytes)
    {
        _request.Wire.Bytes?.Received(bytes - BytesReceived);
        BytesReceived = bytes;
    }

    /// <summary>Records how the exchange ended; called under the lock. <see cref="Tell"/> wakes the waiting caller.</summary>
    /// <param name="error">Why there is no answer; null when there is one.</param>
    /// <param name="mayRepeat">See <see cref="MayRepeat"/>.</param>
    /// <param name="sentBytes">See <see cref="SentBytes"/>.</param>
    public void Finish(Exception? error, bool mayRepeat = false, long sentBytes = 0) =>
        (IsOver, Error, MayRepeat, SentBytes, Slot) = (true, error, mayRepeat, sentBytes, -1);

    /// <summary>Wakes the waiting caller; not called under the lock.</summary>
    public void Tell()
    {
        if (_signal is null)
        {
            _ended.SetResult(true);
            return;
        }
        lock (_signal)
        {
            _isTold = true;
            Monitor.Pulse(_signal);
        }
    }

    void IValueTaskSource.GetResult(short token) => _ended.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _ended.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _ended.OnCompleted(continuation, state, token, flags);
}
