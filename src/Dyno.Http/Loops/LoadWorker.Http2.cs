namespace Dyno.Http;

/// <content>
/// HTTP/2: each virtual user has a stream of its connection. A virtual user without a free stream waits in the connection's
/// line while its clock runs. The frames of one turn of the loop go out together.
/// </content>
internal sealed unsafe partial class LoadWorker
{
    private readonly Http2Session[]? _http2; // per connection; null: HTTP/1.1
    private readonly Http2Request[] _http2Requests = [];
    private int[] _withFrames;               // connections with frames to send
    private int[] _flushing;                 // connections whose frames are being sent; _withFrames may grow meanwhile
    private readonly byte[] _block = [];
    private readonly byte[] _value = [];
    private readonly byte[] _body = [];
    private int _withFramesCount;
    private bool _sawHttp2;
    private string? _faultWords; // set while requests fail because of a server fault

    private Http2Session[] CreateSessions(Http2Request[] requests)
    {
        var scratch = new Http2Scratch(_options.MaxHeadBytes, keepsText: _checks.Count > 0);
        var tableBytes = requests.SelectMany(r => r.KnownFields).Distinct().Sum(f => f.TableBytes);
        return [.. Enumerable.Range(0, _connections.Length).Select(i => new Http2Session(i, _depth, scratch, this, tableBytes))];
    }

    private void BeginStream(int index, Connection* c, int user, VirtualUser* u, long now)
    {
        if (c->State == ConnectionState.Open && c->First < 0 && _http2![index].MayOpen) { OpenStream(index, user, u, now); return; }
        Append(c, user, u);
        if (c->State == ConnectionState.Open) BeginClock(user, u, now);
        else if (c->State == ConnectionState.Closed) Connect(index, c, now);
    }

    private void BeginClock(int user, VirtualUser* u, long now)
    {
        if (u->WasResent || u->HasClock) return;
        u->HasClock = true;
        u->RequestStart = now;
        if (!_isOpenModel) u->RequestIntended = now;
        _deadlines.Add(user, now + TimeoutOf(u->Step));
    }

    private void OpenStream(int index, int user, VirtualUser* u, long now)
    {
        BeginClock(user, u, now);
        u->IsSent = true;
        u->State = UserState.OnStream;
        var session = _http2![index];
        var request = _http2Requests[u->Step];
        var (body, length) = (request.Body, request.Body.Length);
        _values.BeginRequest();
        _values.User = NumberOf(user);
        if (request.BodyHasSlots)
        {
            try
            {
                length = request.WriteBody(u->Row, _body, _value, _values);
            }
            catch (GrpcMessageException e)
            {
                u->State = UserState.InLine;
                Fail(user, u, RequestErrorKind.Scenario, e.Message, now);
                return;
            }
            body = _body.AsMemory(0, length);
        }
        if (request.Call is { } call) BeginCall(user, u, call, now);
        u->Mark.SentBefore = _connections.At(index)->Sent + session.Out.Length;
        var block = request.HasSlots
            ? _block.AsSpan(0, request.WriteFields(session.Encoder, _block, _value, u->Row, _values, length))
            : session.KnownBlockOf(u->Step, request, _block);
        if (_traces is not null) *_traces.At(user) = _values.Trace;
        _recorder.Sent(session.Open(user % _depth, block, body, request.BodyHasSlots, request.EndsAtOnce, request.IsHead));
        HasFrames(index);
    }

    /// <summary>Queues the first frames of a new HTTP/2 connection, and opens streams for the waiting virtual users.</summary>
    private void OpenedHttp2(int index, Connection* c, long now)
    {
        _http2![index].Begin();
        HasFrames(index);
        OpenWaiting(index, c, now);
        for (var user = c->First; user >= 0; user = _users.At(user)->NextInLine) BeginClock(user, _users.At(user), now);
    }

    private void OpenWaiting(int index, Connection* c, long now)
    {
        while (c->First >= 0 && _http2![index].MayOpen)
        {
            var user = c->First;
            Unlink(c, user);
            OpenStream(index, user, _users.At(user), now);
        }
    }

    private void HandleHttp2(int index, Connection* c, SocketEvents events)
    {
        if ((events & SocketEvents.Writable) != 0 || c->ReadWantsWrite) FlushFrames(index, c);
        const SocketEvents readable = SocketEvents.Readable | SocketEvents.Ending;
        if (((events & readable) != 0 || c->ReadWantsWrite) && c->State == ConnectionState.Open) ReadFrames(index, c, events);
    }

    private void ReadFrames(int index, Connection* c, SocketEvents events)
    {
        if ((events & SocketEvents.Ending) != 0) c->PeerClosing = true;
        var session = _http2![index];
        var total = 0;
        for (var turn = 0; turn < ReadsPerTurn; turn++)
        {
            var kept = c->StashLength;
            if (kept > 0) Buffer.MemoryCopy(c->Stash, _buffer.At(0), _buffer.Length, kept);
            var room = _buffer.Length - kept;
            var received = Receive(c, _buffer.At(kept), room);
            if (received == Blocked) { AfterFrames(index, c, session); return; }
            if (received <= 0) { FramesEnded(index, c, received); return; }
            c->StashLength = 0;
            total += (int)received;
            var end = kept + (int)received;
            var consumed = session.Read(new ReadOnlySpan<byte>(_buffer.At(0), end));
            if (session.Fault != Http2Fault.None) { LostToFault(index, c, session.Fault, end); return; }
            KeepRest(c, consumed, end);
            if (c->PeerClosing || (c->IsTls ? _wire.MayHoldMore(c, total) : received == room)) continue;
            AfterFrames(index, c, session);
            return;
        }
        AfterFrames(index, c, session);
        if (c->State != ConnectionState.Open || c->IsQueuedAgain) return;
        c->IsQueuedAgain = true;
        _unread[_unreadCount++] = index;
    }

    private void AfterFrames(int index, Connection* c, Http2Session session)
    {
        if (c->First >= 0) OpenWaiting(index, c, _clock.NowNanos);
        if (session.IsGoingAway && session.Active == 0) { Retire(index, c, session); return; }
        if (session.Out.Length > 0) HasFrames(index);
    }

    /// <summary>Closes a connection that takes no more requests and has no open stream; the next requests use a new connection.</summary>
    private void Retire(int index, Connection* c, Http2Session session)
    {
        Flush(index, c);
        CloseSocket(c, byPeer: _options.ReuseConnections && session.GoAwayCode == ErrorCode.NoError);
        if (c->First >= 0) Connect(index, c, _clock.NowNanos);
    }

    private void HasFrames(int index)
    {
        var c = _connections.At(index);
        if (c->HasFrames) return;
        c->HasFrames = true;
        _withFrames[_withFramesCount++] = index;
    }

    /// <summary>Sends the frames of all streams of a connection together; called once per turn of the loop.</summary>
    private void FlushAllFrames()
    {
        var count = _withFramesCount;
        _withFramesCount = 0;
        (_flushing, _withFrames) = (_withFrames, _flushing);
        for (var i = 0; i < count; i++)
        {
            var c = _connections.At(_flushing[i]);
            c->HasFrames = false;
            if (c->State == ConnectionState.Open) FlushFrames(_flushing[i], c);
        }
    }

    private void FlushFrames(int index, Connection* c)
    {
        if (!Flush(index, c)) LostHttp2BySystem(index, c);
    }

    /// <summary>Sends as many bytes as the system takes; false when the connection is broken.</summary>
    private bool Flush(int index, Connection* c)
    {
        var frames = _http2![index].Out;
        while (frames.Length > 0)
        {
            nint sent;
            fixed (byte* bytes = frames.Pending) sent = Transmit(c, bytes, frames.Length);
            if (sent == Blocked) return true; // an event reports when there is room
            if (sent == Broken) return false;
            frames.Taken((int)sent);
        }
        return true;
    }

    private void LostHttp2BySystem(int index, Connection* c)
    {
        var kind = _wire.FailureKind;
        LostHttp2(index, c, kind, _wire.FailureText);
    }

    private void FramesEnded(int index, Connection* c, nint result)
    {
        if (result == Broken) { LostHttp2BySystem(index, c); return; }
        var session = _http2![index];
        LostHttp2(index, c, RequestErrorKind.Closed, !c->HasAnswered && !session.SawSettings
            ? "the server closed the connection before it sent an HTTP/2 frame"
            : session.IsGoingAway && session.GoAwayCode != ErrorCode.NoError
                ? $"the server closed the connection: {session.GoAwayCode.Name()}" : "the server closed the connection before the answer was whole");
    }

    private void LostToFault(int index, Connection* c, Http2Fault fault, int end)
    {
        string? detail = null;
        if (_recorder.WantsExample(RequestErrorKind.Protocol))
            detail = fault == Http2Fault.NotHttp2
                ? $"{fault.Describe()}{WhatCame(end)}: leave --http2 out" + (!c->IsTls ? ", or use https://" : "")
                : $"{fault.Describe()} ({fault.Code().Name()})";
        Flush(index, c); // sends the GOAWAY frame with the error code
        _faultWords = fault.Describe();
        LostHttp2(index, c, RequestErrorKind.Protocol, detail);
        _faultWords = null;
    }

    // Text shows which protocol the server speaks; frames do not.
    private string WhatCame(int length) => length > 0 && *_buffer.At(0) >= ' ' ? $" ({Excerpt(new ReadOnlySpan<byte>(_buffer.At(0), Math.Min(length, 60))).TrimEnd()})" : "";

    /// <summary>
    /// Handles a connection that broke with open streams. A request without an answer's head is sent once more if the connection had
    /// answered before and <see cref="Resending"/> allows it; every other request fails. A connection that never answered pauses
    /// before the next attempt.
    /// </summary>
    private void LostHttp2(int index, Connection* c, RequestErrorKind kind, string? detail)
    {
        var now = _clock.NowNanos;
        var session = _http2![index];
        var isStale = c->HasAnswered && kind != RequestErrorKind.Protocol;
        var (sent, unread) = (c->Sent, isStale ? _wire.Unacknowledged(c) : 0);
        CloseSocket(c, byPeer: true);
        if (!c->HasAnswered)
        {
            c->RetryAtNanos = now + Math.Min(LongestPauseNanos, FirstPauseNanos << Math.Min(c->Failures, 10));
            c->Failures++;
        }
        var first = index % _connectionsPerOrigin * _depth;
        var count = Math.Min(_depth, _users.Length - first);
        for (var slot = 0; slot < count && session.Active > 0; slot++)
        {
            if (session.Stream(slot).Id == 0) continue;
            var (hasBegun, received) = (session.Stream(slot).Status != 0, session.Stream(slot).WireBytes);
            session.Forget(slot);
            var user = first + slot;
            var u = _users.At(user);
            _recorder.Unaccounted(received);
            var bytes = sent - u->Mark.SentBefore;
            if (isStale && !hasBegun && !u->WasResent && Resending.CannotHaveBegun(kind, bytes, unread)) WaitAgain(c, user, u, bytes);
            else Fail(user, u, kind, detail, now);
        }
        if (c->First >= 0 && c->State == ConnectionState.Closed) Connect(index, c, now);
    }

    private void WaitAgain(Connection* c, int user, VirtualUser* u, long sentBytes)
    {
        u->State = UserState.InLine;
        SendAgain(c, user, u, sentBytes);
    }

    /// <summary>Resets the stream of a virtual user that no longer waits for the answer.</summary>
    private void GiveUpStream(int user, VirtualUser* u)
    {
        var index = ConnectionOf(user, u);
        var session = _http2![index];
        _recorder.Unaccounted(session.Stream(user % _depth).WireBytes);
        session.Reset(user % _depth, ErrorCode.Cancel);
        u->State = UserState.InLine;
        HasFrames(index);
    }

    private void TimeOutStream(int index, Connection* c, int user, VirtualUser* u, long due)
    {
        var detail = _recorder.WantsExample(RequestErrorKind.Timeout)
            ? $"{(CallOf(u) is null ? "" : "DEADLINE_EXCEEDED: ")}no complete answer within {_options.Timeout.TotalSeconds} s ({_http2![index].Stream(user % _depth).WireBytes} bytes received)" : null;
        GiveUpStream(user, u);
        Fail(user, u, RequestErrorKind.Timeout, detail, due);
        if (c->State == ConnectionState.Open) AfterFrames(index, c, _http2![index]);
    }

    private long TimeoutOf(int step) => _timeoutNanos;
}
