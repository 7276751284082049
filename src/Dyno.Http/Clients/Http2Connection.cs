namespace Dyno.Http;

/// <summary>
/// One HTTP/2 connection of clients: many exchanges at once, each on its own stream. One receive is always pending for all
/// exchanges. A caller that finds no send under way sends the pending frames. On a loop everything happens on the loop's
/// thread. Without a loop a thread-pool thread reads, and the waiting callers continue on other threads.
/// </summary>
internal sealed partial class Http2Connection : IHttp2Listener, IDisposable
{
    private readonly Lock _gate = new(); // guards the session, and the exchanges until they are over
    private readonly ClientStream _stream;
    private readonly Http2Session _session;
    private readonly Http2Fields _fields = new();
    private readonly Http2Exchange?[] _exchanges; // by slot
    private readonly Stack<int> _free = new();
    private readonly Queue<Http2Exchange> _line = new(); // exchanges without a free stream: the server allows fewer streams than before
    private readonly List<Http2Exchange> _over = [];     // exchanges that ended in the current turn of reading
    private readonly ClientDeadline _never;
    private readonly string _remote;
    private readonly string? _tls;
    private readonly byte[]? _loopBuffer;
    private AnswerHead? _lastHead;
    private Action<OpeningFailure?>? _greeted;
    private Exception? _why; // why the connection was closed
    private long _alarmNanos = long.MaxValue;
    private int _reserved;
    private bool _isClosed;
    private bool _hasAnswered;

    /// <param name="stream">The open byte stream.</param>
    /// <param name="streams">Largest number of concurrent streams; the server may allow fewer.</param>
    /// <param name="loop">The loop that serves the connection; null for none.</param>
    public Http2Connection(ClientStream stream, int streams, WireNetwork network, ClientLoop? loop)
    {
        _stream = stream;
        var most = network.Options.MaxHeadBytes;
        var scratch = loop?.ScratchFor(most) ?? new Http2Scratch(most, keepsText: true);
        _session = new Http2Session(0, streams, scratch, this, HpackEncoder.DefaultTableBytes);
        _exchanges = new Http2Exchange?[streams];
        for (var slot = streams - 1; slot >= 0; slot--) _free.Push(slot);
        _never = new ClientDeadline(network.Clock, long.MaxValue);
        (_remote, _tls, _loopBuffer) = (stream.RemoteText(), stream.TlsText(), loop?.Buffer);
        _buffer = _loopBuffer ?? new byte[FirstBufferBytes];
        if (loop is not null) stream.OnAlarm(OnAlarm);
        _session.Begin();
    }

    private bool IsLooped => _loopBuffer is not null;

    /// <summary>Begins to read; called once. One stream is reserved for the request of the caller that opened the connection.</summary>
    /// <param name="greeted">Called with null when the server's SETTINGS have arrived, or with the reason why they never will.</param>
    public void Start(Action<OpeningFailure?> greeted)
    {
        Exception? gone;
        lock (_gate) (_greeted, _reserved, gone) = (greeted, 1, _why);
        if (gone is null) _ = ReadAllAsync();
        else greeted(new OpeningFailure(gone, ClientPhase.Sending)); // the owner has already closed the connection
    }

    /// <summary>Reserves a stream. False when none is free, the connection takes no more requests, or the server's SETTINGS are missing.</summary>
    public bool TryReserve()
    {
        lock (_gate)
        {
            if (_isClosed || !_session.SawSettings || _session.IsGoingAway || _reserved >= Math.Min(_exchanges.Length, _session.MaxStreams)) return false;
            if (_reserved == 0 && _stream.HasEnded) return false; // the loop closes it at its next turn
            _reserved++;
            return true;
        }
    }

    /// <summary>Whether the connection will never take another request.</summary>
    public bool IsSpent
    {
        get { lock (_gate) return _isClosed || _session.IsGoingAway; }
    }

    /// <summary>Sends a request over the stream that was reserved for it.</summary>
    public Http2Exchange Begin(ClientRequest request, ClientExchange marks, ClientCall call)
    {
        var exchange = new Http2Exchange(this, request, marks, call);
        (marks.Remote, marks.Tls) = (_remote, _tls);
        bool isTaken;
        lock (_gate)
        {
            marks.Enter(ClientPhase.Sending);
            isTaken = !_isClosed && !_session.IsGoingAway;
            if (!isTaken) exchange.Finish(_why ?? GoneAway(), mayRepeat: _why is not InvalidDataException);
            else if (_session.MayOpen && _free.TryPop(out var slot)) Open(exchange, slot);
            else _line.Enqueue(exchange);
            if (isTaken) Watch(exchange.DueNanos);
        }
        if (!isTaken) { exchange.Tell(); return exchange; }
        Send(call.Blocking, call.Deadline);
        lock (_gate)
        {
            if (exchange.Slot >= 0 && !_session.HasPending(exchange.Slot)) MarkSent(exchange);
        }
        return exchange;
    }

    /// <summary>Gives an exchange up, unless it is over; the others continue.</summary>
    public void Abandon(Http2Exchange exchange, Exception why)
    {
        bool isStuck;
        lock (_gate)
        {
            if (exchange.IsOver) return;
            GiveUp(exchange, why);
            isStuck = _isSending && _never.Clock.NowNanos - _sendingSinceNanos > StuckNanos; // no exchange will get an answer on this connection
        }
        exchange.Tell();
        if (isStuck) Dispose();
        else Send(blocking: false, _never);
    }

    /// <summary>Frees a reserved stream. Closes the connection when that was the last one and the server is going away.</summary>
    public void Release()
    {
        bool isDone;
        lock (_gate) isDone = --_reserved == 0 && _session.IsGoingAway;
        if (isDone) Dispose();
    }

    public void Dispose() => Close(Gone());

    void IHttp2Listener.OnHead(Http2Session session, int slot)
    {
        var exchange = _exchanges[slot]!;
        var text = session.Fields.Text;
        MarkSent(exchange);
        exchange.Marks.Enter(ClientPhase.Receiving);
        if (_lastHead is not { } last || last.Status != session.Fields.Status || !last.Is(text)) last = new AnswerHead(text, session.Fields.Status);
        exchange.Head = _lastHead = last;
        exchange.Body.Follows(last);
        var isHead = exchange.Request.Wire.Method == "HEAD";
        if (!isHead && !exchange.Body.Expect(session.Fields.ContentLength)) TooLarge(exchange);
    }

    void IHttp2Listener.OnBody(Http2Session session, int slot, ReadOnlySpan<byte> body)
    {
        var exchange = _exchanges[slot]!;
        if (exchange.Request.Wire.Bytes is not null) exchange.Received(session.Stream(slot).WireBytes);
        if (!exchange.Body.Take(body)) TooLarge(exchange);
    }

    void IHttp2Listener.OnTrailers(Http2Session session, int slot)
    {
        // No client uses trailers.
    }

    void IHttp2Listener.OnEnd(Http2Session session, int slot, in Http2Stream stream)
    {
        _hasAnswered = true;
        Over(slot, stream, null);
    }

    void IHttp2Listener.OnReset(Http2Session session, int slot, in Http2Stream stream, ErrorCode code, bool wasNotBegun) =>
        Over(slot, stream, new StreamException(RequestErrorKind.Reset, $"the server reset the stream: {code.Name()}"), wasNotBegun);

    void IHttp2Listener.OnFault(Http2Session session, int slot, in Http2Stream stream, Http2Fault fault) =>
        Over(slot, stream, new InvalidDataException(fault.Describe()));

    void IHttp2Listener.OnSent(Http2Session session, int slot) => MarkSent(_exchanges[slot]!);

    private static void MarkSent(Http2Exchange exchange)
    {
        if (exchange.Marks.Phase == ClientPhase.Sending) exchange.Marks.Enter(ClientPhase.Waiting);
    }

    private void Open(Http2Exchange exchange, int slot)
    {
        ref readonly var request = ref exchange.Request;
        var wire = request.Wire;
        var block = _fields.Write(request, _session.Encoder, request.IsRepeated);
        (_exchanges[slot], exchange.Slot) = (exchange, slot);
        exchange.QueuedBefore = _taken + _session.Out.Length;
        exchange.Marks.BytesSent = _session.Open(slot, block, wire.Body, isTemporary: false, ends: true, hasNoBody: wire.Method == "HEAD");
        wire.Bytes?.Sending(exchange.Marks.BytesSent);
    }

    // Opens streams for waiting exchanges as far as the server allows; ends those exchanges when the server is going away.
    private void Advance()
    {
        while (_session.MayOpen && _free.Count > 0 && _line.TryDequeue(out var next))
            if (!next.IsOver) Open(next, _free.Pop());
        if (!_session.IsGoingAway) return;
        while (_line.TryDequeue(out var left))
            if (!left.IsOver) End(left, GoneAway(), mayRepeat: true);
    }

    private void TooLarge(Http2Exchange exchange)
    {
        GiveUp(exchange, StreamException.Of(exchange.Body.ProblemKind, exchange.Body.Problem));
        _over.Add(exchange);
    }

    private void Over(int slot, in Http2Stream stream, Exception? error, bool mayRepeat = false)
    {
        var exchange = _exchanges[slot]!;
        var sentBytes = SentSince(exchange);
        exchange.Received(stream.WireBytes);
        (_exchanges[slot], exchange.Slot) = (null, -1);
        _free.Push(slot);
        End(exchange, error, mayRepeat, sentBytes);
    }

    // 0 while the exchange waits for a stream.
    private long SentSince(Http2Exchange exchange) => exchange.Slot < 0 ? 0 : Math.Max(0, _taken - exchange.QueuedBefore);

    private void End(Http2Exchange exchange, Exception? error, bool mayRepeat = false, long sentBytes = 0)
    {
        exchange.Marks.Enter(ClientPhase.Receiving);
        exchange.Finish(error, mayRepeat, sentBytes);
        _over.Add(exchange);
    }

    private void GiveUp(Http2Exchange exchange, Exception why)
    {
        if (exchange.Slot is >= 0 and var slot)
        {
            exchange.Received(_session.Stream(slot).WireBytes);
            _session.Reset(slot, ErrorCode.Cancel);
            _exchanges[slot] = null;
            _free.Push(slot);
        }
        exchange.Finish(why);
    }

    // On a loop an alarm ends late exchanges; without a loop cancellation tokens and waiting threads do.
    private void Watch(long dueNanos)
    {
        if (!IsLooped || dueNanos >= _alarmNanos) return;
        _alarmNanos = dueNanos;
        _stream.SetAlarm(dueNanos);
    }

    private void OnAlarm()
    {
        var late = new List<Http2Exchange>();
        var now = _never.Clock.NowNanos;
        lock (_gate)
        {
            _alarmNanos = long.MaxValue;
            foreach (var exchange in _exchanges.Concat(_line))
            {
                if (exchange is null or { IsOver: true }) continue;
                if (exchange.DueNanos <= now) late.Add(exchange);
                else Watch(exchange.DueNanos);
            }
        }
        foreach (var exchange in late) Abandon(exchange, new TimeoutException());
    }

    private void Close(Exception why)
    {
        Http2Exchange[] over;
        Action<OpeningFailure?>? greeted;
        lock (_gate)
        {
            if (_isClosed) return;
            (_isClosed, _why) = (true, why);
            (greeted, _greeted) = (_greeted, null);
            var isStale = _hasAnswered && why is not InvalidDataException;
            var (kind, unread) = (why is StreamException stream ? stream.Kind : ErrorKinds.Of(why), _stream.Unacknowledged);
            foreach (var exchange in _exchanges.Concat(_line))
            {
                if (exchange is null or { IsOver: true }) continue;
                if (exchange.Slot >= 0) exchange.Received(_session.Stream(exchange.Slot).WireBytes);
                var sentBytes = SentSince(exchange);
                var mayRepeat = exchange.Slot < 0
                    || (isStale && exchange.BytesReceived == 0 && Resending.CannotHaveBegun(kind, sentBytes, unread));
                End(exchange, why, mayRepeat, sentBytes);
            }
            over = TakeOver();
        }
        _stream.Dispose();
        greeted?.Invoke(new OpeningFailure(why, ClientPhase.Sending));
        foreach (var exchange in over) exchange.Tell();
    }

    private StreamException Ended()
    {
        lock (_gate)
        {
            return !_session.SawSettings ? new StreamException(RequestErrorKind.Closed, "the server closed the connection before it sent an HTTP/2 frame")
                : _session is { IsGoingAway: true, GoAwayCode: not ErrorCode.NoError } ? GoneAway()
                : new StreamException(RequestErrorKind.Closed, "the server closed the connection before the answer was whole");
        }
    }

    private StreamException GoneAway() => new(RequestErrorKind.Closed, $"the server closed the connection: {_session.GoAwayCode.Name()}");

    private static StreamException Gone() => new(RequestErrorKind.Closed, "the connection was closed");
}
