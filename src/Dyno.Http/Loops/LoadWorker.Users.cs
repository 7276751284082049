namespace Dyno.Http;

/// <content>Virtual users: iterations, the requests of a session in order, pauses, interruptions.</content>
internal sealed unsafe partial class LoadWorker
{
    private readonly Random _random;
    private readonly ValueMaker _values;
    private readonly WeightedSteps? _weighted;    // null: each iteration is a pass through all requests
    private readonly int _passLength;
    private readonly NativeArray<ushort>? _order; // order of the steps per virtual user; null: plan order
    private readonly FeedRows? _rows; // null: no feed
    private readonly int _workers;
    private readonly int _workerIndex;

    private void BeginIteration(int user, long intended, long now)
    {
        var u = _users.At(user);
        u->IterationIntended = intended;
        u->IterationStart = now;
        u->Position = 0;
        if (_order is not null) Shuffle(user);
        if (_rows is not null) u->Row = _rows.Take(user);
        BeginRequest(user, u, intended, now);
    }

    private void BeginRequest(int user, VirtualUser* u, long intended, long now)
    {
        u->Step = StepOf(user, u->Position);
        u->RequestIntended = intended;
        u->RequestStart = now;
        u->IsSent = false;
        u->WasResent = false;
        u->HasClock = false;
        u->State = UserState.InLine;
        var index = _requests[u->Step].Origin * _connectionsPerOrigin + (_depth == 1 ? user : user / _depth);
        var connection = _connections.At(index);
        if (_http2 is not null) { BeginStream(index, connection, user, u, now); return; }
        Append(connection, user, u);
        if (connection->State == ConnectionState.Open) SendFor(index, connection, user, u, now);
        else if (connection->State == ConnectionState.Closed) Connect(index, connection, now);
    }

    /// <summary>The number of a virtual user over all workers.</summary>
    private int NumberOf(int user) => user * _workers + _workerIndex;

    private int StepOf(int user, int position)
    {
        if (_weighted is not null) return _weighted.Draw(_random);
        return _order is null ? position : *_order.At(user * _requests.Length + position);
    }

    /// <summary>Ends an answered or failed request, and continues the virtual user: a pause, the next request or the end of its iteration.</summary>
    private void EndRequest(int user, VirtualUser* u, long now)
    {
        if (_usesSends) _sends.Remove(user);
        var isLast = ++u->Position == _passLength;
        if (isLast) _recorder.IterationEnded(user, u->IterationIntended, u->IterationStart, now, _scheduler.Active - 1);
        if (_delayNanos > 0)
        {
            u->State = isLast ? UserState.PausingAfterIteration : UserState.Pausing;
            _pauses.Add(user, now + _delayNanos);
        }
        else if (isLast) Free(user, u);
        else BeginRequest(user, u, now, now);
    }

    private void Resume(int user, long due, long now)
    {
        var u = _users.At(user);
        if (u->State == UserState.Pausing) BeginRequest(user, u, _isOpenModel ? due : now, now);
        else Free(user, u);
    }

    private void Free(int user, VirtualUser* u)
    {
        u->State = UserState.Idle;
        _scheduler.Complete(user); // the next pass may start the virtual user again
        _hasMoreStarts = true;     // the next pass comes at once, even after the starts of this pass
    }

    /// <summary>Frees virtual users that pause after an iteration, when no more iterations start.</summary>
    private void FreePaused()
    {
        for (var user = 0; user < _users.Length; user++)
        {
            if (_users.At(user)->State != UserState.PausingAfterIteration) continue;
            _pauses.Remove(user);
            Free(user, _users.At(user));
        }
    }

    private void Fail(int user, VirtualUser* u, RequestErrorKind kind, string? detail, long end)
    {
        _deadlines.Remove(user);
        if (detail is not null && _recorder.WantsExample(kind))
            _recorder.Example(kind, $"{_requests[u->Step].Source.Plan.Name}: {detail}");
        if (_faultWords is not null && kind == RequestErrorKind.Protocol) _recorder.Variety(_faultWords);
        _recorder.Failed(u->Step, _isOpenModel ? u->RequestIntended : u->RequestStart, u->RequestStart, end, kind);
        if (_traces is not null && u->IsSent) Traced(user, u, end, new AnswerOutcome(kind));
        if (_checks.Count > 0) _checks.RecordFailure(_recorder, u->Step);
        EndRequest(user, u, end);
    }

    /// <summary>Records the trace of a request that has ended, when it began one.</summary>
    private void Traced(int user, VirtualUser* u, long end, in AnswerOutcome outcome)
    {
        ref readonly var trace = ref *_traces!.At(user);
        if (trace.IsNone) return;
        _recorder.Traced(new TracedEnd(u->Step, trace, _isOpenModel ? u->RequestIntended : u->RequestStart, u->RequestStart, end, outcome));
    }

    /// <summary>Ends everything in flight; connections without a request on them stay open.</summary>
    private void CutAll(bool atEnd)
    {
        for (var i = 0; i < _connections.Length; i++)
        {
            var connection = _connections.At(i);
            if (connection->First < 0 && _http2?[i].Active is null or 0) continue;
            if (connection->State == ConnectionState.Open) GiveUpAnswer(connection);
            if (_sockets is not null) SendGoodbye(connection, WebSocketCloseCode.GoingAway);
            connection->First = connection->Last = -1;
            _attempts.Remove(i);
            _retries.Remove(i);
            CloseSocket(connection, byPeer: false);
        }
        for (var user = 0; user < _users.Length; user++)
        {
            if (_users.At(user)->State != UserState.Idle) Interrupt(user, _users.At(user), atEnd);
        }
    }

    /// <summary>Ends the iteration of one virtual user at once.</summary>
    private void Cut(int user)
    {
        var u = _users.At(user);
        if (u->State == UserState.OnStream) GiveUpStream(user, u);
        else if (u->State is UserState.InLine or UserState.Holding)
        {
            var index = ConnectionOf(user, u);
            Withdraw(index, _connections.At(index), user);
        }
        Interrupt(user, u, atEnd: false);
    }

    private void Interrupt(int user, VirtualUser* u, bool atEnd)
    {
        if (u->State != UserState.PausingAfterIteration) _recorder.Interrupted(atEnd);
        _deadlines.Remove(user);
        _pauses.Remove(user);
        if (_usesSends) _sends.Remove(user);
        u->State = UserState.Idle;
        _scheduler.Complete(user);
    }

    private NativeArray<ushort>? CreateOrders(int users)
    {
        if (!_options.RandomOrder || _weighted is not null || _requests.Length == 1) return null;
        var orders = new NativeArray<ushort>(users * _requests.Length);
        for (var i = 0; i < orders.Length; i++) *orders.At(i) = (ushort)(i % _requests.Length);
        return orders;
    }

    private void Shuffle(int user) =>
        _random.Shuffle(new Span<ushort>(_order!.At(user * _requests.Length), _requests.Length)[_options.FixedFirst..]);
}
