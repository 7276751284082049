namespace Dyno.Http;

/// <summary>
/// One event loop: the virtual users of one worker thread and their connections, over the <see cref="LoopSockets"/> of the system. This
/// part is the loop; the other parts of the class hold the virtual users, the connections, sending, receiving and TLS.
/// </summary>
/// <remarks>
/// After a complete answer the loop makes no further read that would only find the socket empty. Only the workload's immutable parts are
/// shared with other threads.
/// </remarks>
internal sealed unsafe partial class LoadWorker : IWorker
{
    private const int StartsPerPass = 256;
    private const int ConnectsPerPass = 32;           // then answers are read
    private const long SignalNanos = 50_000_000;      // longest wait until a stop or an abort is seen
    private const int MinBufferBytes = 128 * 1024;

    private readonly LoadWorkload _workload;
    private readonly EngineClock _clock;
    private readonly HttpOptions _options;
    private readonly CheckSet _checks;
    private readonly NativeRequest[] _requests;
    private readonly AnswerMemo[] _memos;
    private readonly NativeArray<VirtualUser> _users;
    private readonly NativeArray<TraceId>? _traces;   // of the requests on the wire, per virtual user; null: no request begins a trace
    private readonly NativeArray<Connection> _connections;
    private readonly NativeArray<int> _checkProgress;
    private readonly NativeArray<byte> _buffer;
    private readonly NativeArray<byte> _composed;
    private readonly DeadlineQueue _deadlines;        // virtual users with a request on the wire
    private readonly DeadlineQueue _pauses;           // virtual users between two requests
    private readonly DeadlineQueue _attempts;         // connections being established
    private readonly DeadlineQueue _handshakes;       // connections whose server has never finished a handshake
    private readonly DeadlineQueue _retries;          // connections waiting to be tried again
    private readonly int[] _unread;                   // connections with bytes left after their turn
    private readonly LoopSockets _wire;
    private readonly LoopWaiter _waiter;
    private readonly long _timeoutNanos;
    private readonly long _delayNanos;
    private readonly int _depth;
    private readonly int _connectionsPerOrigin;
    private readonly WorkerContext _context;
    private readonly bool _usesSends;
    private int _unreadCount;
    private int _connects;                            // begun in this pass
    private bool _hasMoreStarts;
    private bool _isDisposed;

    // Data of the current phase.
    private IterationScheduler _scheduler = null!;
    private Recorder _recorder = null!;
    private RunSignals _signals = null!;
    private bool _isOpenModel;
    private int _toPrepare;

    public LoadWorker(LoadWorkload workload, WorkerContext context)
    {
        (_workload, _context, _clock) = (workload, context, context.Clock);
        _options = workload.Session.Options;
        _checks = workload.CheckSet;
        _depth = workload.Session.UsersPerConnection;
        _timeoutNanos = (long)(_options.Timeout.TotalMilliseconds * 1e6);
        _delayNanos = (long)(_options.Delay.TotalMilliseconds * 1e6);
        var users = context.MaxVirtualUsers;
        var connections = ConnectionsFor(workload.Session, users);
        _connectionsPerOrigin = connections / workload.Origins.Length;
        _requests = [.. workload.Session.Requests.Select((r, i) => new NativeRequest(r, workload.Session.OriginOf[i]))];
        _memos = [.. _requests.Select(_ => new AnswerMemo())];
        _users = new NativeArray<VirtualUser>(users);
        if (_options.TraceShare > 0) _traces = new NativeArray<TraceId>(users);
        _connections = new NativeArray<Connection>(connections);
        _checkProgress = new NativeArray<int>(Math.Max(connections, users) * _checks.Count);
        _buffer = new NativeArray<byte>(Math.Max(MinBufferBytes, _options.MaxHeadBytes + 64 * 1024));
        _messages = [.. workload.Session.WebSockets];
        var usesSockets = _messages.Length > 0;
        _composed = new NativeArray<byte>(usesSockets ? ComposedLength(workload.Session)
            : workload.Session.Requests.Select(r => r.HasSlots ? r.MaxLength : 0).DefaultIfEmpty().Max());
        (_deadlines, _pauses) = (new DeadlineQueue(users), new DeadlineQueue(users));
        (_attempts, _retries) = (new DeadlineQueue(connections), new DeadlineQueue(connections));
        _usesSends = workload.Session.IsGrpc || usesSockets;
        _sends = new DeadlineQueue(_usesSends ? users : 0);
        _pingNanos = usesSockets && _options.WebSocket.PingInterval is { } interval ? (long)(interval.TotalMilliseconds * 1e6) : 0;
        _pings = new DeadlineQueue(_pingNanos > 0 ? connections : 0);
        _jsonWriter = new Utf8JsonWriter(_json, new JsonWriterOptions { SkipValidation = true });
        _handshakes = new DeadlineQueue(workload.UsesTls ? connections : 0);
        _unread = new int[connections];
        _peers = [.. workload.Origins.Select(o => new PeerAddresses(workload, o))];
        (_withFrames, _flushing) = (new int[connections], new int[connections]);
        if (workload.Session.Http2 is { IsDefaultOrEmpty: false } http2)
        {
            _http2Requests = [.. http2];
            _http2 = CreateSessions(_http2Requests);
            _block = new byte[http2.Max(r => r.MaxBlockLength)];
            _value = new byte[http2.Max(r => r.MaxValueLength)];
            _body = new byte[http2.Max(r => r.BodyHasSlots ? r.MaxBodyLength : 0)];
            if (workload.Session.IsGrpc) _answers = [.. Enumerable.Range(0, users).Select(_ => new GrpcAnswer())];
        }
        for (var i = 0; i < connections; i++)
            *_connections.At(i) = new Connection { Fd = -1, First = -1, Last = -1, Origin = i / _connectionsPerOrigin };
        (_weighted, _passLength) = (workload.Session.Weighted, workload.Session.PassLength);
        (_random, _order) = (new Random(unchecked((int)(context.Seed ^ (context.Seed >> 32)))), CreateOrders(users));
        _values = new ValueMaker(_random, _clock.Provider);
        (_workers, _workerIndex) = (context.Count, context.Index);
        if (usesSockets)
        {
            _sockets = new NativeArray<WebSocketState>(connections);
            _scratch = new WebSocketScratch(_random, _values, _messages.Max(m => m.MaxTextLength));
            if (_checks.ReadsMessage || _options.WebSocket.Compresses || _messages.Any(m => m.Match is not null)) _assembly = new MessageAssembly(connections);
            _firstStepOf = [.. workload.Origins.Select((_, origin) => Array.FindIndex(_requests, r => r.Origin == origin))];
        }
        _rows = workload.Session.Options.Feed is null ? null : workload.Session.RowsFor(context);
        _wire = workload.CreateSockets(connections, context);
        _waiter = new LoopWaiter(_wire, _clock, context.WaitStrategy);
    }

    /// <summary>Connections that <paramref name="virtualUsers"/> need: one per pipeline and origin.</summary>
    public static int ConnectionsFor(HttpSession session, int virtualUsers)
    {
        var depth = session.UsersPerConnection;
        return Math.Max(1, (virtualUsers + depth - 1) / depth) * session.Origins.Length;
    }

    // Room for the handshake request, and for all messages of a step.
    private static int ComposedLength(HttpSession session) =>
        Math.Max(session.Requests.Max(r => r.MaxLength), session.WebSockets.Max(m => m.MaxLength));

    public void Run(WorkerPhase phase)
    {
        (_scheduler, _recorder, _signals) = (phase.Scheduler, phase.Recorder, phase.Signals);
        _isOpenModel = _scheduler.IsOpen;
        _rows?.Begin(phase);
        _toPrepare = _isOpenModel ? Math.Min(_context.PreAllocatedVirtualUsers, _users.Length) : 0;
        _waiter.Begin(_clock.NowNanos);
        if (phase.OnlyReopens) Reopen(phase);
        else while (Pass(phase)) { }
    }

    /// <summary>One turn of the loop; false when the phase is over.</summary>
    private bool Pass(WorkerPhase phase)
    {
        if (_signals.IsAborting || _clock.NowNanos >= phase.CutNanos)
        {
            CutAll(phase.CutsAtEnd);
            return false;
        }
        while (_scheduler.TryCut(_clock.NowNanos, out var user)) Cut(user);
        var (starts, toPrepare) = (_recorder.Starts, _toPrepare);
        StartDue();
        if (_toPrepare > 0) PrepareSome();
        var now = _clock.NowNanos;
        Expire(now);
        var isFinished = _scheduler.IsFinished(now);
        if (isFinished && _delayNanos > 0) FreePaused();
        if (isFinished && _sockets is not null) FreeHolding();
        if (isFinished && _streams is not null && IsOver(now)) LeaveStreams();
        if (isFinished && _scheduler.Active == 0) return false;
        if (_withFramesCount > 0) FlushAllFrames();
        Wait(now, phase, hasWorked: _recorder.Starts != starts || toPrepare > 0);
        return true;
    }

    /// <summary>
    /// Starts the due iterations: in the closed model those of the virtual users whose answers arrived in the last wait. Reading
    /// all answers first and then sending all next requests costs the kernel 2 to 4 % less per request than alternating
    /// ("http", 512 connections), and no answer is timed after the send of another request.
    /// </summary>
    private void StartDue()
    {
        _connects = 0;
        for (var started = 0; started < StartsPerPass && _connects < ConnectsPerPass; started++)
        {
            var now = _clock.NowNanos;
            var hasStart = _scheduler.TryStartOrLook(now, out var start, out var mustLook);
            _hasMoreStarts = hasStart || mustLook;
            if (!hasStart) return;
            BeginIteration(start.VirtualUser, start.IntendedNanos, now);
        }
    }

    private void Expire(long now)
    {
        while (_deadlines.TryTake(now, out var user, out var due)) TimeOut(user, due);
        while (_pauses.TryTake(now, out var user, out var due)) Resume(user, due, now);
        while (_sends.TryTake(now, out var user, out var due))
        {
            if (_sockets is not null) EndUnanswered(user);
            else SendMessage(user, due);
        }
        while (_pings.TryTake(now, out var index, out _)) PingIsDue(index, now);
        while (_attempts.TryTake(now, out var index, out _)) AttemptTimedOut(index, now);
        while (_handshakes.TryTake(now, out var index, out _)) FirstHandshakeTimedOut(index, now);
        while (_retries.TryTake(now, out var index, out _)) Retry(index, now);
    }

    private void Wait(long now, WorkerPhase phase, bool hasWorked)
    {
        var start = _scheduler.NextStartNanos(now);
        var wake = Math.Min(now + SignalNanos, Math.Min(phase.CutNanos, start));
        wake = Math.Min(wake, Math.Min(Math.Min(_deadlines.NextNanos, _pauses.NextNanos), Math.Min(_attempts.NextNanos, _retries.NextNanos)));
        wake = Math.Min(wake, Math.Min(Math.Min(_handshakes.NextNanos, _sends.NextNanos), _pings.NextNanos));
        if (_hasMoreStarts || _toPrepare > 0 || _unreadCount > 0 || _withFramesCount > 0) wake = 0;
        var count = _waiter.Wait(wake, _isOpenModel && wake == start, hasWorked, phase.Activity);
        for (var i = 0; i < count; i++)
        {
            var events = _wire.EventAt(i, out var index, out var generation);
            Handle(index, generation, events);
        }
        if (_unreadCount > 0) ReadUnread();
    }

    private void Handle(int index, uint generation, SocketEvents events)
    {
        var connection = _connections.At(index);
        if (connection->Generation != generation) return; // an event of a socket closed just before
        if (connection->State == ConnectionState.Open && _http2 is not null) HandleHttp2(index, connection, events);
        else if (connection->State == ConnectionState.Open && _sockets is not null) HandleSocket(index, connection, events);
        else if (connection->State == ConnectionState.Open)
        {
            if (connection->UnsentLength > 0) FlushUnsent(index, connection);
            const SocketEvents readable = SocketEvents.Readable | SocketEvents.Ending;
            if (((events & readable) != 0 || connection->ReadWantsWrite) && connection->State == ConnectionState.Open)
                ReadAnswers(index, connection, events);
        }
        else if (connection->State == ConnectionState.Connecting) FinishConnect(index, connection, events);
        else if (connection->State == ConnectionState.Handshaking) ContinueHandshake(index, connection);
        else if (connection->State == ConnectionState.Upgrading) ReadUpgrade(index, connection);
    }

    public void Dispose()
    {
        if (_isDisposed) return;
        _isDisposed = true;
        if (_sockets is not null) CloseInOrder();
        for (var i = 0; i < _connections.Length; i++) FreeConnection(i);
        _wire.Dispose();
        _workload.Files.Release(_connections.Length);
        foreach (var memo in _memos) memo.Dispose();
        _users.Dispose();
        _traces?.Dispose();
        _connections.Dispose();
        _checkProgress.Dispose();
        _buffer.Dispose();
        _composed.Dispose();
        _order?.Dispose();
        _deadlines.Dispose();
        _pauses.Dispose();
        _sends.Dispose();
        _pings.Dispose();
        _sockets?.Dispose();
        _streams?.Dispose();
        _jsonWriter.Dispose();
        _attempts.Dispose();
        _handshakes.Dispose();
        _retries.Dispose();
    }
}
