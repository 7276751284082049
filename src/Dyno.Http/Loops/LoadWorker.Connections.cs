namespace Dyno.Http;

/// <content>Connections: opening at the first need, trial of every address, pauses after failures, resending after a stale keep-alive.</content>
internal sealed unsafe partial class LoadWorker
{
    private const long FirstPauseNanos = 10_000_000;
    private const long LongestPauseNanos = 500_000_000;
    private const long UnixRetryNanos = 2_000_000;
    private const int PreparedPerPass = 32;
    private readonly PeerAddresses[] _peers;

    /// <summary>Opens the connections of pre-allocated virtual users before they are needed, a few per pass.</summary>
    private void PrepareSome()
    {
        var now = _clock.NowNanos;
        for (var n = 0; n < PreparedPerPass && _toPrepare > 0; n++)
        {
            _toPrepare--;
            for (var origin = 0; origin < _peers.Length; origin++)
            {
                var index = origin * _connectionsPerOrigin + _toPrepare / _depth;
                if (_connections.At(index)->State == ConnectionState.Closed) Connect(index, _connections.At(index), now);
            }
        }
    }

    /// <summary>Finds idle connections that the server has closed since the previous phase, and opens them again; sends no requests.</summary>
    private void Reopen(WorkerPhase phase)
    {
        (_toPrepare, _hasMoreStarts) = (0, true); // true: poll for events without waiting
        Wait(_clock.NowNanos, phase, hasWorked: true);
        _hasMoreStarts = false;
        for (var i = 0; i < _connections.Length; i++)
            if (_connections.At(i) is var c && c->State == ConnectionState.Closed && c->WasClosedByPeer) Connect(i, c, _clock.NowNanos);
        while (_attempts.NextNanos != long.MaxValue && !_signals.IsAborting && _clock.NowNanos < phase.CutNanos)
        {
            Wait(_clock.NowNanos, phase, hasWorked: false);
            Expire(_clock.NowNanos);
        }
    }

    private void Connect(int index, Connection* c, long now)
    {
        // A looping virtual user would flood a port that refuses connections: it pauses 10 ms, doubling up to 500 ms. A start
        // of the open model follows its schedule: its attempt is made, and fails, at the scheduled time.
        var isPaced = _isOpenModel && (c->First < 0 || _users.At(c->First)->Position == 0);
        if (_retries.Contains(index) && !isPaced) return;
        if (!isPaced && c->RetryAtNanos > now) { _retries.Add(index, c->RetryAtNanos); return; }
        _retries.Remove(index);
        for (var user = c->First; user >= 0; user = _users.At(user)->NextInLine)
            if (!_users.At(user)->WasResent && !_users.At(user)->HasClock) _users.At(user)->RequestStart = now;
        var peer = _peers[c->Origin];
        c->AddressesLeft = peer.Refresh(_clock) - 1;
        c->Address = peer.Preferred;
        c->ConnectStart = now;
        _connects++;
        TryAddresses(index, c, now);
    }

    private void Retry(int index, long now)
    {
        var c = _connections.At(index);
        if (c->State != ConnectionState.Closed) return;
        if (_attempts.Contains(index)) TryAddresses(index, c, now); // a Unix socket with a full backlog
        else if (c->First >= 0) Connect(index, c, now);
    }

    private void TryAddresses(int index, Connection* c, long now)
    {
        while (true)
        {
            var address = _peers[c->Origin][c->Address];
            if (!_attempts.Contains(index)) _attempts.Add(index, now + AttemptNanos(c));
            var opened = OpenSocket(index, c, address);
            if (opened == LoopSockets.Done) return;
            if (opened == LoopSockets.Blocked) { _retries.Add(index, now + UnixRetryNanos); return; }
            if (NextAddress(index, c)) continue;
            NoConnection(index, c, now);
            return;
        }
    }

    /// <summary>The time for one address: the connect time-out divided by the number of addresses.</summary>
    private long AttemptNanos(Connection* c) => (long)(_options.ConnectTimeout.TotalMilliseconds * 1e6) / _peers[c->Origin].Count;

    private bool NextAddress(int index, Connection* c)
    {
        _attempts.Remove(index);
        if (c->AddressesLeft == 0) return false;
        c->AddressesLeft--;
        c->Address++;
        return true;
    }

    /// <summary>Begins a connection; see <see cref="LoopSockets.Open"/>.</summary>
    private nint OpenSocket(int index, Connection* c, PeerAddress address)
    {
        c->Generation++;
        var opened = _wire.Open(index, c, address);
        if (opened != LoopSockets.Done) return opened;
        c->State = ConnectionState.Connecting;
        c->PeerClosing = false;
        c->HasAnswered = false;
        c->Sent = 0;
        return opened;
    }

    private void FinishConnect(int index, Connection* c, SocketEvents events)
    {
        var now = _clock.NowNanos;
        var connected = _wire.FinishConnect(c, events);
        if (connected == LoopSockets.Blocked) return;
        if (connected == LoopSockets.Broken)
        {
            CloseSocket(c, c->WasClosedByPeer);
            if (NextAddress(index, c)) TryAddresses(index, c, now);
            else NoConnection(index, c, now);
            return;
        }
        _recorder.Connected(now - c->ConnectStart, c->WasClosedByPeer);
        _peers[c->Origin].Preferred = c->Address;
        if (_peers[c->Origin].Origin.IsTls) BeginHandshake(index, c, now);
        else
        {
            Opened(index, c, now);
            // If the server sends or closes at once, only this event reports it.
            const SocketEvents more = SocketEvents.Readable | SocketEvents.PeerClosed;
            if ((events & more) != 0 && c->State == ConnectionState.Open) ReadAnswers(index, c, events);
        }
    }

    /// <summary>Opens the connection for requests, and sends those that wait in its line.</summary>
    private void Opened(int index, Connection* c, long now)
    {
        if (_sockets is not null && c->State != ConnectionState.Upgrading) { BeginUpgrade(index, c); return; }
        _attempts.Remove(index);
        c->State = ConnectionState.Open;
        if (_http2 is not null) { OpenedHttp2(index, c, now); return; }
        if (_sockets is null) (c->Failures, c->RetryAtNanos) = (0, 0); // a WebSocket must first receive a message
        var generation = c->Generation;
        for (var user = c->First; user >= 0 && c->Generation == generation; user = _users.At(user)->NextInLine)
            SendFor(index, c, user, _users.At(user), now);
    }

    private void AttemptTimedOut(int index, long now)
    {
        var c = _connections.At(index);
        var isHandshake = c->State == ConnectionState.Handshaking;
        if (c->State == ConnectionState.Upgrading) { UpgradeTimedOut(index, c); return; }
        CloseSocket(c, c->WasClosedByPeer);
        if (NextAddress(index, c)) { TryAddresses(index, c, now); return; }
        if (isHandshake) AttemptFailed(index, c, RequestErrorKind.Tls, ErrorKinds.SilentTls(_options.ConnectTimeout), now);
        else AttemptFailed(index, c, RequestErrorKind.Unreachable, NoConnectionText(c, $"timed out after {_options.ConnectTimeout.TotalSeconds} s"), now);
    }

    private void NoConnection(int index, Connection* c, long now)
    {
        var kind = _wire.FailureKind;
        AttemptFailed(index, c, kind, _recorder.WantsExample(kind) ? NoConnectionText(c, _wire.FailureText) : null, now);
    }

    private string NoConnectionText(Connection* c, string reason) => $"no connection to {_peers[c->Origin][c->Address].Text}: {reason}";

    /// <summary>Fails the requests that wait for this connection, after no address answered.</summary>
    private void AttemptFailed(int index, Connection* c, RequestErrorKind kind, string? detail, long now)
    {
        _attempts.Remove(index);
        PauseAttempts(c, now);
        var user = c->First;
        c->First = c->Last = -1;
        while (user >= 0)
        {
            var next = _users.At(user)->NextInLine;
            Fail(user, _users.At(user), kind, detail, now);
            user = next;
        }
    }

    private static void PauseAttempts(Connection* c, long now)
    {
        c->RetryAtNanos = now + Math.Min(LongestPauseNanos, FirstPauseNanos << Math.Min(c->Failures, 10));
        c->Failures++;
    }

    /// <summary>
    /// Handles a connection that broke with requests in its line. Those that <see cref="Resending"/> allows are sent once more on a new
    /// connection, and their clocks keep running (RFC 9112, 9.3.1). Every other request that was sent fails.
    /// </summary>
    /// <param name="byPeer">False: the connection ended with a request that is no longer in the line.</param>
    private void Lost(int index, Connection* c, RequestErrorKind kind, string? detail, bool byPeer = true)
    {
        if (c->State == ConnectionState.Upgrading) { UpgradeFailed(index, c, kind, detail ?? ""); return; }
        var now = _clock.NowNanos;
        var isStale = c->HasAnswered && _sockets is null; // the fate of a WebSocket message is unknown
        if (_sockets is not null && !c->HasAnswered) PauseAttempts(c, now);
        var hasBegun = c->Received > 0 || c->StashLength > 0;
        GiveUpAnswer(c);
        var user = c->First;
        c->First = c->Last = -1;
        var (sent, unread) = (c->Sent, isStale && user >= 0 ? _wire.Unacknowledged(c) : 0);
        CloseSocket(c, byPeer: true);
        for (int next; user >= 0; user = next, hasBegun = false)
        {
            var u = _users.At(user);
            next = u->NextInLine;
            var bytes = sent - u->Mark.SentBefore;
            if (!u->IsSent) Append(c, user, u);
            else if (isStale && !hasBegun && !u->WasResent
                && (byPeer ? Resending.CannotHaveBegun(kind, bytes, unread) : _requests[u->Step].Source.MayFollow)) SendAgain(c, user, u, bytes);
            else Fail(user, u, kind, detail, now);
        }
        if (c->First >= 0 && c->State == ConnectionState.Closed) Connect(index, c, now);
    }

    /// <summary>Puts a request that was sent in vain into the line again.</summary>
    private void SendAgain(Connection* c, int user, VirtualUser* u, long sentBytes)
    {
        if (sentBytes > 0) _recorder.Resent(1);
        u->WasResent = true;
        Append(c, user, u);
    }

    /// <summary>Ends a request at its time-out. The other requests on its connection can then no longer be answered there.</summary>
    private void TimeOut(int user, long due)
    {
        var u = _users.At(user);
        var index = ConnectionOf(user, u);
        var c = _connections.At(index);
        if (u->State == UserState.OnStream) { TimeOutStream(index, c, user, u, due); return; }
        var received = c->First == user ? c->Received + c->StashLength : 0;
        var detail = _recorder.WantsExample(RequestErrorKind.Timeout)
            ? _sockets is not null && IsUnanswered(u) ? $"not sent within {_options.Timeout.TotalSeconds} s: the server does not read"
            : $"no complete answer within {_options.Timeout.TotalSeconds} s ({received} bytes received)" : null;
        if (_sockets is not null && _messages[u->Step].Match is not null) Unlink(c, user); // a late answer matches no virtual user
        else Withdraw(index, c, user);
        Fail(user, u, RequestErrorKind.Timeout, detail, due);
    }

    /// <summary>Takes a virtual user out of the line. The connection is closed when the answer may still arrive.</summary>
    private void Withdraw(int index, Connection* c, int user)
    {
        Unlink(c, user);
        if (c->State != ConnectionState.Open || _http2 is not null) return;
        GiveUpAnswer(c);
        if (_sockets is not null) SendGoodbye(c, WebSocketCloseCode.GoingAway);
        c->HasAnswered = true; // the other requests in the line are not at fault: they may be sent again
        Lost(index, c, RequestErrorKind.Closed, "closed because an earlier request on the same connection was given up", byPeer: false);
        c->WasClosedByPeer = false;
    }

    /// <summary>Counts the received bytes of an unfinished answer, and drops them.</summary>
    private void GiveUpAnswer(Connection* c)
    {
        _recorder.Unaccounted(c->Received + c->StashLength);
        c->Received = 0;
        c->StashLength = 0;
    }

    private int ConnectionOf(int user, VirtualUser* u) => _requests[u->Step].Origin * _connectionsPerOrigin + user / _depth;

    private void Append(Connection* c, int user, VirtualUser* u)
    {
        u->NextInLine = -1;
        if (c->First < 0) c->First = user;
        else _users.At(c->Last)->NextInLine = user;
        c->Last = user;
    }

    private void Unlink(Connection* c, int user)
    {
        var previous = -1;
        for (var at = c->First; at != user; at = _users.At(at)->NextInLine) previous = at;
        var next = _users.At(user)->NextInLine;
        if (previous < 0) c->First = next;
        else _users.At(previous)->NextInLine = next;
        if (c->Last == user) c->Last = previous;
    }

    private void CloseSocket(Connection* c, bool byPeer)
    {
        _wire.Close(c);
        c->IsTls = false;
        c->Generation++;
        c->State = ConnectionState.Closed;
        c->WasClosedByPeer = byPeer;
        c->StashLength = 0;
        c->UnsentLength = 0;
    }

    private void FreeConnection(int index)
    {
        var c = _connections.At(index);
        CloseSocket(c, byPeer: false);
        NativeMemory.Free(c->Stash);
        NativeMemory.Free(c->OutBuffer);
        c->Stash = null;
        c->OutBuffer = null;
    }
}
