namespace Dyno.Http;

/// <content>
/// WebSockets: a connection is upgraded once; then a virtual user's requests are messages, answered by other messages.
/// A virtual user without a message holds its socket open until no more iterations start.
/// </content>
internal sealed unsafe partial class LoadWorker
{
    private const int ControlBytes = 16 * 1024; // with more unsent bytes a control frame is left out: the peer does not read
    private const int MaxControlFrame = WebSocketFrames.MaxHeadLength + WebSocketFrames.MaxControlLength;
    private const long GoodbyeNanos = 1_000_000_000;
    private const long GoodbyePollNanos = 20_000_000;
    private readonly WebSocketMessages[] _messages = []; // per step; empty without WebSockets
    private readonly NativeArray<WebSocketState>? _sockets;
    private readonly MessageAssembly? _assembly;
    private readonly WebSocketScratch _scratch = null!;
    private readonly DeadlineQueue _pings;               // connections whose next ping is due
    private readonly long _pingNanos;
    private readonly int[] _firstStepOf = [];            // per origin
    private bool _sawWebSocket;

    private void SendMessages(int index, Connection* c, int user, VirtualUser* u, long now)
    {
        var messages = _messages[u->Step];
        if (messages.Count == 0) { Hold(c, user, u, now); return; }
        var room = new Span<byte>(_composed.At(0), _composed.Length);
        _values.User = NumberOf(user);
        var length = messages.Write(room, _scratch, u->Row, _sockets!.At(index)->IsCompressed, out u->Mark.Key);
        u->SentMessages = messages.Answers;
        _recorder.Sent(length);
        if (messages.Answers == 0) _sends.Add(user, now); // ended later in this turn: the caller is walking the connection's line
        SendFrames(index, c, _composed.At(0), length);
    }

    /// <summary>Sends bytes from a reused buffer: the connection copies the bytes that the system does not take.</summary>
    private void SendFrames(int index, Connection* c, byte* bytes, int length)
    {
        if (c->UnsentLength > 0) { Store(c, bytes, length); return; }
        var sent = Transmit(c, bytes, length);
        if (sent != length) SendRest(index, c, bytes, length, sent, isTemporary: true);
    }

    private void SendControl(int index, Connection* c, WebSocketOpcode opcode, ReadOnlySpan<byte> payload)
    {
        if (c->UnsentLength > ControlBytes) return;
        var frame = stackalloc byte[MaxControlFrame];
        var length = WebSocketFrames.Write(new Span<byte>(frame, MaxControlFrame), opcode, payload, _scratch.NextMask());
        SendFrames(index, c, frame, length);
    }

    /// <summary>Tells the server why the connection ends, with a single try, because no request depends on it.</summary>
    private void SendGoodbye(Connection* c, int code)
    {
        if (c->State != ConnectionState.Open || c->UnsentLength > 0) return;
        var frame = stackalloc byte[MaxControlFrame];
        var length = WebSocketFrames.WriteClose(new Span<byte>(frame, MaxControlFrame), code, "", _scratch.NextMask());
        Transmit(c, frame, length);
    }

    /// <summary>Holds the open socket of a step without messages. Only the time to open the socket is measured.</summary>
    private void Hold(Connection* c, int user, VirtualUser* u, long now)
    {
        _deadlines.Remove(user);
        u->State = UserState.Holding;
        if (c->ConnectStart < u->IterationStart) return; // open since an earlier slice
        _recorder.Judged(u->Step, c->ConnectStart, c->ConnectStart, now, new AnswerOutcome(RequestErrorKind.None, 101));
    }

    /// <summary>Frees the virtual users that hold a socket, when no more iterations start.</summary>
    private void FreeHolding()
    {
        var now = _clock.NowNanos;
        for (var user = 0; user < _users.Length; user++)
        {
            var u = _users.At(user);
            if (u->State != UserState.Holding) continue;
            Unlink(_connections.At(ConnectionOf(user, u)), user);
            _recorder.IterationEnded(user, u->IterationIntended, u->IterationStart, now, _scheduler.Active - 1);
            Free(user, u);
        }
    }

    private void HandleSocket(int index, Connection* c, SocketEvents events)
    {
        if (c->UnsentLength > 0) FlushSocket(index, c);
        const SocketEvents readable = SocketEvents.Readable | SocketEvents.Ending;
        if (((events & readable) != 0 || c->ReadWantsWrite) && c->State == ConnectionState.Open) ReadSocket(index, c, events);
    }

    private void FlushSocket(int index, Connection* c)
    {
        var generation = c->Generation;
        FlushUnsent(index, c);
        if (c->Generation != generation || c->State != ConnectionState.Open || c->UnsentLength > 0) return;
        for (var user = c->First; user >= 0; user = _users.At(user)->NextInLine)
        {
            if (IsUnanswered(_users.At(user)) && !_sends.Contains(user)) _sends.Add(user, _clock.NowNanos);
        }
    }

    /// <summary>Whether the messages of a virtual user have been handed to its connection and expect no answer.</summary>
    private bool IsUnanswered(VirtualUser* u) => u->State == UserState.InLine && u->IsSent && _messages[u->Step] is { Answers: 0, Count: > 0 };

    private void ReadSocket(int index, Connection* c, SocketEvents events)
    {
        if ((events & SocketEvents.Ending) != 0) c->PeerClosing = true;
        for (var turn = 0; turn < ReadsPerTurn; turn++)
        {
            var kept = c->StashLength;
            if (kept > 0) Buffer.MemoryCopy(c->Stash, _buffer.At(0), _buffer.Length, kept);
            var room = _buffer.Length - kept;
            var received = Receive(c, _buffer.At(kept), room);
            if (received <= 0) { SocketEnded(index, c, received); return; }
            c->StashLength = 0;
            if (!ConsumeFrames(index, c, 0, kept + (int)received)) return;
            if (received < room && !c->IsTls && !c->PeerClosing) return;
        }
        if (c->IsQueuedAgain) return;
        c->IsQueuedAgain = true;
        _unread[_unreadCount++] = index;
    }

    /// <summary>Reads the frames in the buffer; false when the connection is gone.</summary>
    private bool ConsumeFrames(int index, Connection* c, int at, int end)
    {
        var generation = c->Generation;
        var s = _sockets!.At(index);
        var limits = new WebSocketLimits(_options.WebSocket.MaxMessageBytes, s->IsCompressed);
        while (true)
        {
            var found = s->Reader.Read(new ReadOnlySpan<byte>(_buffer.At(at), end - at), limits, out var consumed, out var length);
            at += consumed;
            c->Received += consumed;
            var payload = new ReadOnlySpan<byte>(_buffer.At(at - length), length);
            switch (found)
            {
                case WebSocketRead.NeedMore:
                    return KeepRest(c, at, end);
                case WebSocketRead.Piece:
                    _assembly?.Add(index, payload);
                    break;
                case WebSocketRead.Message:
                    OnWholeMessage(index, c, s, payload);
                    break;
                case WebSocketRead.Ping:
                    SendControl(index, c, WebSocketOpcode.Pong, payload);
                    break;
                case WebSocketRead.Pong:
                    OnPong(s, payload);
                    break;
                case WebSocketRead.Close:
                    OnClose(index, c, s->Reader.CloseCode, payload);
                    return false;
                default:
                    LostToFault(index, c, s->Reader.Fault);
                    return false;
            }
            if (c->Generation != generation) return false;
        }
    }

    private void OnWholeMessage(int index, Connection* c, WebSocketState* s, ReadOnlySpan<byte> last)
    {
        if (_assembly is null) { OnMessage(c, s, last, s->Reader.MessageBytes); return; }
        var fault = _assembly.TryTake(index, last, s->Reader, _options.WebSocket.MaxMessageBytes, out var message);
        if (fault == WebSocketFault.None) OnMessage(c, s, message, message.Length);
        else LostToFault(index, c, fault);
    }

    private void OnMessage(Connection* c, WebSocketState* s, ReadOnlySpan<byte> message, long length)
    {
        var now = _clock.NowNanos;
        var user = WhoIsAnswered(c, message);
        var since = s->LastMessageNanos;
        s->LastMessageNanos = now;
        if (user < 0)
        {
            _recorder.Part(_workload.Session.PushedStep, since, since, now, c->Received);
            _recorder.Unaccounted(c->Received); // it answers no request
            c->Received = 0;
            return;
        }
        c->HasAnswered = true;
        (c->Failures, c->RetryAtNanos) = (0, 0);
        var u = _users.At(user);
        if (_checks.Count > 0) ReadChecks(user, message);
        if (--u->SentMessages > 0) return;
        Unlink(c, user);
        _deadlines.Remove(user);
        _recorder.Judged(u->Step, u->RequestIntended, u->RequestStart, now, new AnswerOutcome(RequestErrorKind.None, 0, c->Received));
        c->Received = 0;
        if (_checks.Count > 0) _checks.Record(_checks.Finish(ProgressOf(user), length), now - u->RequestStart, _recorder, u->Step);
        EndRequest(user, u, now);
    }

    private void ReadChecks(int user, ReadOnlySpan<byte> message)
    {
        var progress = ProgressOf(user);
        _checks.OnHead(progress, 0, []);
        if (!_checks.ReadsMessage) return;
        try
        {
            _checks.OnMessage(progress, message);
        }
        catch (System.Text.Json.JsonException)
        {
            // The message is not JSON: conditions on its fields do not hold.
        }
    }

    /// <summary>The first virtual user in the line, or the one whose message has the same field value; −1 for none.</summary>
    private int WhoIsAnswered(Connection* c, ReadOnlySpan<byte> message)
    {
        for (var user = c->First; user >= 0; user = _users.At(user)->NextInLine)
        {
            var u = _users.At(user);
            if (u->State == UserState.Holding || u->SentMessages == 0) continue;
            var messages = _messages[u->Step];
            if (messages.Match is null || (u->Mark.Key != 0 && messages.KeyOf(message) == u->Mark.Key)) return user;
        }
        return -1;
    }

    /// <summary>Ends a request whose messages expect no answer, once all bytes are sent. A server that does not read delays that end.</summary>
    private void EndUnanswered(int user)
    {
        var u = _users.At(user);
        var c = _connections.At(ConnectionOf(user, u));
        if (!IsUnanswered(u) || c->UnsentLength > 0) return;
        var now = _clock.NowNanos;
        Unlink(c, user);
        _deadlines.Remove(user);
        _recorder.Judged(u->Step, u->RequestIntended, u->RequestStart, now, new AnswerOutcome(RequestErrorKind.None));
        EndRequest(user, u, now);
    }

    private void PingIsDue(int index, long now)
    {
        var c = _connections.At(index);
        if (c->State != ConnectionState.Open) return;
        var s = _sockets!.At(index);
        if (s->PingSentNanos != 0)
        {
            Lost(index, c, RequestErrorKind.Timeout, $"no answer to a ping within {_pingNanos / 1e9} s: the connection is half-open");
            return;
        }
        Span<byte> number = stackalloc byte[4];
        BinaryPrimitives.WriteUInt32BigEndian(number, ++s->PingNumber);
        s->PingSentNanos = now;
        _pings.Add(index, now + _pingNanos);
        SendControl(index, c, WebSocketOpcode.Ping, number);
    }

    private void OnPong(WebSocketState* s, ReadOnlySpan<byte> payload)
    {
        if (s->PingSentNanos == 0 || payload.Length != 4 || BinaryPrimitives.ReadUInt32BigEndian(payload) != s->PingNumber) return;
        _recorder.Part(_workload.Session.PingStep, s->PingSentNanos, s->PingSentNanos, _clock.NowNanos);
        s->PingSentNanos = 0;
    }

    private void OnClose(int index, Connection* c, int code, ReadOnlySpan<byte> payload)
    {
        var reason = payload.Length > 2 ? $": {Excerpt(payload[2..])}" : "";
        SendGoodbye(c, code);
        Lost(index, c, RequestErrorKind.Closed, $"the server closed the WebSocket with {WebSocketCloseCode.NameOf(code)}{reason}");
    }

    private void LostToFault(int index, Connection* c, WebSocketFault fault)
    {
        SendGoodbye(c, fault.Code());
        Lost(index, c, RequestErrorKind.Protocol, $"{fault.Describe()} (close code {fault.Code()})");
    }

    private void SocketEnded(int index, Connection* c, nint result)
    {
        if (result == Blocked) return;
        if (result == Broken) { LostBy(index, c); return; }
        Lost(index, c, RequestErrorKind.Closed, "the server closed the connection without closing the WebSocket (1006)");
    }

    /// <summary>Closes every socket as the standard requires at the end of the run; the server has 1 s to close its side.</summary>
    private void CloseInOrder()
    {
        var open = 0;
        for (var i = 0; i < _connections.Length; i++)
        {
            var c = _connections.At(i);
            if (c->State != ConnectionState.Open)
            {
                CloseSocket(c, byPeer: false);
                continue;
            }
            SendGoodbye(c, WebSocketCloseCode.Normal);
            open++;
        }
        for (var until = _clock.NowNanos + GoodbyeNanos; open > 0 && _clock.NowNanos < until;)
        {
            var count = _wire.For(GoodbyePollNanos);
            for (var i = 0; i < count; i++)
            {
                _wire.EventAt(i, out var index, out var generation);
                var c = _connections.At(index);
                if (c->State == ConnectionState.Open && c->Generation == generation && HasSaidGoodbye(c)) open--;
            }
        }
    }

    private bool HasSaidGoodbye(Connection* c)
    {
        nint received;
        do received = Receive(c, _buffer.At(0), _buffer.Length); while (received > 0);
        if (received == Blocked) return false;
        CloseSocket(c, byPeer: true);
        return true;
    }
}
