using System.Threading.Tasks.Sources;

namespace Dyno.Http.Clients;

/// <summary>
/// One request and its answer on an <see cref="Http2Connection"/>, whose lock guards it until it is over. Awaited once, or
/// waited for by a thread.
/// </summary>
internal sealed class Http2Exchange : IValueTaskSource
{
    private readonly Http2Connection _connection;
    private readonly ClientRequest _request;
    private readonly ClientCall _call;
    private readonly object? _signal; // a thread waits for it
    private ManualResetValueTaskSourceCore<bool> _ended;
    private bool _isTold;
    private IncomingBody _body; // a struct that is worked on in place

    public Http2Exchange(Http2Connection connection, ClientRequest request, ClientExchange marks, ClientCall call)
    {
        (_connection, _request, Marks, _call) = (connection, request, marks, call);
        _body.Begin(request.MaxBodyBytes, request.Wire.DiscardBody, request.Wire.BodySink);
        // A thread of the pool reads for all streams: code that goes on there would hold them up.
        if (call.Blocking) _signal = new object();
        else _ended.RunContinuationsAsynchronously = call.Loop is null;
    }

    public ref readonly ClientRequest Request => ref _request;

    public ClientExchange Marks { get; }

    /// <summary>Its stream's; −1: it waits for one, or is over.</summary>
    public int Slot { get; set; } = -1;

    public AnswerHead? Head { get; set; }

    public ref IncomingBody Body => ref _body;

    public long BytesReceived { get; private set; }

    public bool IsOver { get; private set; }

    /// <summary>Why there is no answer; null when there is one.</summary>
    public Exception? Error { get; private set; }

    /// <summary>Whether it may be sent again: the server has not looked at it, or had closed a kept connection.</summary>
    public bool MayRepeat { get; private set; }

    /// <summary>When it must be over.</summary>
    public long DueNanos => _call.Deadline.DueNanos;

    /// <summary>Ends when it is over.</summary>
    public ValueTask Ended => new(this, _ended.Version);

    /// <summary>Holds the thread until it is over; false when the time is.</summary>
    public bool Wait()
    {
        lock (_signal!)
        {
            while (!_isTold)
                if (!Monitor.Wait(_signal, (int)Math.Min(_call.Deadline.Left.TotalMilliseconds + 1, int.MaxValue)) && _call.Deadline.IsOver) return _isTold;
        }
        return true;
    }

    /// <summary>Gives it up, unless it is over.</summary>
    public void Abandon(Exception why) => _connection.Abandon(this, why);

    /// <summary>So many bytes of its answer have come in all.</summary>
    public void Received(long bytes)
    {
        _request.Wire.Bytes?.Received(bytes - BytesReceived);
        BytesReceived = bytes;
    }

    /// <summary>Says how it ended; under the lock. Who waits is told by <see cref="Tell"/>.</summary>
    public void Finish(Exception? error, bool mayRepeat = false) => (IsOver, Error, MayRepeat, Slot) = (true, error, mayRepeat, -1);

    /// <summary>Lets go on who waits; not under the lock.</summary>
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
