namespace Dyno.Http;

/// <content>The handshake from an open connection to a WebSocket, and its failures.</content>
internal sealed unsafe partial class LoadWorker
{
    private void BeginUpgrade(int index, Connection* c)
    {
        c->State = ConnectionState.Upgrading;
        var s = _sockets!.At(index);
        *s = default;
        _assembly?.Forget(index);
        var nonce = new Span<byte>(s->Nonce, WebSocketKey.NonceLength);
        _scratch.Draw(nonce);
        var step = c->First >= 0 ? _users.At(c->First)->Step : _firstStepOf[c->Origin];
        var request = new Span<byte>(_composed.At(0), _composed.Length);
        _values.User = NumberOf(c->First >= 0 ? c->First : 0);
        var length = _requests[step].Source.Write(c->First >= 0 ? _users.At(c->First)->Row : 0, request, _values);
        WebSocketKey.Write(nonce, request[request.IndexOf(KeyPlace)..][..WebSocketKey.Length]);
        _recorder.Sent(length);
        SendFrames(index, c, _composed.At(0), length);
    }

    private static ReadOnlySpan<byte> KeyPlace => "dyno~web~socket~key~0000"u8;

    private void ReadUpgrade(int index, Connection* c)
    {
        if (c->UnsentLength > 0) FlushUnsent(index, c);
        for (var turn = 0; turn < ReadsPerTurn && c->State == ConnectionState.Upgrading; turn++)
        {
            var kept = c->StashLength;
            if (kept > 0) Buffer.MemoryCopy(c->Stash, _buffer.At(0), _buffer.Length, kept);
            var received = Receive(c, _buffer.At(kept), _buffer.Length - kept);
            if (received == Blocked) return;
            if (received <= 0) { UpgradeEnded(index, c, received); return; }
            c->StashLength = 0;
            ReadUpgrade(index, c, kept + (int)received);
        }
        if (c->State != ConnectionState.Upgrading || c->IsQueuedAgain) return;
        c->IsQueuedAgain = true;
        _unread[_unreadCount++] = index;
    }

    private void ReadUpgrade(int index, Connection* c, int end)
    {
        for (var at = 0; ;)
        {
            var bytes = new ReadOnlySpan<byte>(_buffer.At(at), end - at);
            c->Parser.Reset(toHead: false, _options.MaxHeadBytes);
            var length = bytes.IndexOf("\r\n\r\n"u8) + 4;
            if (length < 4)
            {
                if (end > at && c->Parser.Read(bytes, out _, out _) == ParseEvent.Failed) RefusedBytes(index, c, c->Parser.Fault, end);
                else KeepRest(c, at, end);
                return;
            }
            if (HeadReader.Read(bytes[..(length - 2)], ref c->Parser) is not ResponseFault.None and var fault) { RefusedBytes(index, c, fault, end); return; }
            var status = c->Parser.Status;
            if (status is < 100 or >= 200 or 101)
            {
                if (status == 101) Agree(index, c, bytes[..length], at + length, end);
                else RefusedUpgrade(index, c, status, end);
                return;
            }
            at += length; // an interim answer
        }
    }

    private void Agree(int index, Connection* c, ReadOnlySpan<byte> head, int at, int end)
    {
        var step = c->First >= 0 ? _users.At(c->First)->Step : _firstStepOf[c->Origin];
        var s = _sockets!.At(index);
        var agreed = WebSocketAgreement.Read(head, new ReadOnlySpan<byte>(s->Nonce, WebSocketKey.NonceLength),
            _workload.Session.ProtocolsOf(step), _options.WebSocket.Compresses);
        if (agreed.Problem is { } problem) UpgradeFailed(index, c, RequestErrorKind.Protocol, $"the handshake failed: {problem}");
        else Upgraded(index, c, s, agreed, at, end);
    }

    private void Upgraded(int index, Connection* c, WebSocketState* s, WebSocketAgreement agreed, int at, int end)
    {
        var now = _clock.NowNanos;
        s->IsCompressed = agreed.IsCompressed;
        s->LastMessageNanos = now;
        _recorder.Upgraded(now - c->ConnectStart);
        _recorder.Unaccounted(at); // the head counts as received bytes, but is no answer
        LogWebSocket(agreed);
        if (_pingNanos > 0)
        {
            _pings.Remove(index);
            _pings.Add(index, now + _pingNanos);
        }
        var generation = c->Generation;
        Opened(index, c, now);
        if (c->Generation != generation || !ConsumeFrames(index, c, at, end)) return;
        if (c->IsTls) ReadSocket(index, c, 0); // bytes that TLS has read already raise no further event
    }

    private void LogWebSocket(WebSocketAgreement agreed)
    {
        if (_sawWebSocket) return;
        _sawWebSocket = true;
        _workload.Protocols.Add($"WebSocket{(agreed.IsCompressed ? " permessage-deflate" : "")}{(agreed.Protocol.Length > 0 ? $" {agreed.Protocol}" : "")}");
    }

    private void UpgradeEnded(int index, Connection* c, nint result)
    {
        if (result == Broken) UpgradeFailed(index, c, _wire.FailureKind, _wire.FailureText);
        else UpgradeFailed(index, c, RequestErrorKind.Closed, "the server closed the connection instead of answering the WebSocket handshake");
    }

    private void UpgradeTimedOut(int index, Connection* c) =>
        UpgradeFailed(index, c, RequestErrorKind.Timeout, $"no answer to the WebSocket handshake within {_options.ConnectTimeout.TotalSeconds} s");

    private void UpgradeFailed(int index, Connection* c, RequestErrorKind kind, string detail)
    {
        CloseSocket(c, byPeer: true);
        AttemptFailed(index, c, kind, detail, _clock.NowNanos);
    }

    private void RefusedBytes(int index, Connection* c, ResponseFault fault, int end) => UpgradeFailed(index, c, RequestErrorKind.Protocol,
        $"the WebSocket handshake was not answered in HTTP: {fault.Describe()}: {Excerpt(new ReadOnlySpan<byte>(_buffer.At(0), Math.Min(end, 80)))}");

    /// <summary>Handles an HTTP answer other than 101: the server has no WebSocket here, or refuses the client.</summary>
    private void RefusedUpgrade(int index, Connection* c, int status, int bytes)
    {
        var now = _clock.NowNanos;
        if (_recorder.WantsExample(RequestErrorKind.Status))
            _recorder.Example(RequestErrorKind.Status, $"the WebSocket handshake was answered with status {status} instead of 101");
        CloseSocket(c, byPeer: true);
        _attempts.Remove(index);
        PauseAttempts(c, now);
        var user = c->First;
        c->First = c->Last = -1;
        while (user >= 0)
        {
            var u = _users.At(user);
            var next = u->NextInLine;
            _recorder.Answered(u->Step, _isOpenModel ? u->RequestIntended : u->RequestStart, u->RequestStart, now, status, bytes, failed: true);
            if (_checks.Count > 0) _checks.RecordFailure(_recorder, u->Step);
            EndRequest(user, u, now);
            user = next;
        }
    }
}
