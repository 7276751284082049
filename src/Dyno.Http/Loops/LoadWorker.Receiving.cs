namespace Dyno.Http;

/// <content>Receiving: one shared buffer, heads parsed in place, bodies counted and dropped.</content>
internal sealed unsafe partial class LoadWorker
{
    private const int ReadsPerTurn = 16; // a large body must not starve the other connections
    private bool _sawHttp11;
    private bool _sawHttp10;

    /// <summary>Begins another answer. The parser is prepared only when it is needed.</summary>
    private static void BeginAnswer(Connection* c)
    {
        c->Received = 0;
        c->IsParsing = false;
    }

    private void PrepareParser(Connection* c)
    {
        if (c->IsParsing) return;
        c->Parser.Reset(_requests[_users.At(c->First)->Step].IsHead, _options.MaxHeadBytes);
        c->BodyReceived = 0;
        c->IsEventStream = false;
        c->IsParsing = true;
    }

    private void ReadAnswers(int index, Connection* c, SocketEvents events)
    {
        if (_http2 is not null) { ReadFrames(index, c, events); return; }
        if (_sockets is not null) { ReadSocket(index, c, events); return; }
        if ((events & SocketEvents.Ending) != 0) c->PeerClosing = true;
        if (c->First < 0) { ReadIdle(c); return; }
        _gathering = index;
        var generation = c->Generation;
        Read(index, c);
        _gathering = -1;
        if (_depth > 1 && c->Generation == generation) FlushUnsent(index, c);
    }

    private void Read(int index, Connection* c)
    {
        for (var turn = 0; turn < ReadsPerTurn; turn++)
        {
            var kept = c->StashLength;
            if (kept > 0) Buffer.MemoryCopy(c->Stash, _buffer.At(0), _buffer.Length, kept);
            var room = _buffer.Length - kept;
            var received = Receive(c, _buffer.At(kept), room);
            if (received <= 0) { ReadEnded(index, c, received); return; }
            if (kept == 0 && IsRepeated(index, c, (int)received)) return;
            c->StashLength = 0;
            if (!Consume(index, c, kept + (int)received)) return;
            // Fewer bytes than requested: the socket is empty, and new data raises an event. (TLS buffers data: it reports the end itself.)
            if (received < room && !c->IsTls && !c->PeerClosing) return;
        }
        if (c->IsQueuedAgain) return;
        c->IsQueuedAgain = true;
        _unread[_unreadCount++] = index;
    }

    private void ReadUnread()
    {
        var count = _unreadCount;
        _unreadCount = 0;
        for (var i = 0; i < count; i++)
        {
            var index = _unread[i];
            var c = _connections.At(index);
            c->IsQueuedAgain = false;
            if (c->State == ConnectionState.Open) ReadAnswers(index, c, SocketEvents.Readable);
            else if (c->State == ConnectionState.Upgrading) ReadUpgrade(index, c);
        }
    }

    private nint Receive(Connection* c, byte* destination, int length) => _wire.Receive(c, destination, length);

    /// <summary>Completes an answer that equals the last answer of this step: its outcome is known. False for any other answer.</summary>
    private bool IsRepeated(int index, Connection* c, int length)
    {
        if (c->First != c->Last || c->Received != 0) return false;
        var memo = _memos[_users.At(c->First)->Step];
        if (!memo.Matches(_buffer.At(0), length)) return false;
        c->Received = length;
        Complete(index, c, memo.Status, memo.IsRedirect, memo.HeldChecks, keepAlive: true);
        return true;
    }

    /// <summary>Parses the bytes in the buffer; false when there is nothing more to read for now.</summary>
    private bool Consume(int index, Connection* c, int end)
    {
        var generation = c->Generation;
        var at = 0;
        while (true)
        {
            PrepareParser(c);
            var found = c->Parser.Read(new ReadOnlySpan<byte>(_buffer.At(at), end - at), out var consumed, out var body);
            var from = at;
            at += consumed;
            c->Received += consumed;
            switch (found)
            {
                case ParseEvent.NeedMore:
                    return KeepRest(c, at, end);
                case ParseEvent.Head:
                    OnHead(index, c, new ReadOnlySpan<byte>(_buffer.At(from), consumed));
                    break;
                case ParseEvent.Body:
                    c->BodyReceived += body;
                    if (_checks.ReadsBody) _checks.OnBody(ProgressOf(index), new ReadOnlySpan<byte>(_buffer.At(at - body), body));
                    if (!c->IsEventStream || OnEvents(c->First, new ReadOnlySpan<byte>(_buffer.At(at - body), body))) break;
                    EndEvents(index, c);
                    return false;
                case ParseEvent.Complete when at < end && c->First == c->Last:
                    LostToProtocol(index, c, ResponseFault.UnexpectedBytes, at, end);
                    return false;
                case ParseEvent.Complete:
                    CompleteParsed(index, c, end, isWhole: at == end && c->Received == end);
                    if (c->Generation != generation || c->First < 0 || _depth == 1) return false;
                    if (at == end) return true;
                    break;
                case ParseEvent.Failed:
                    LostToProtocol(index, c, c->Parser.Fault, at, end);
                    return false;
            }
        }
    }

    private bool KeepRest(Connection* c, int at, int end)
    {
        var length = end - at;
        if (length == 0) return true;
        if (length > c->StashCapacity)
        {
            c->StashCapacity = Math.Max(512, length * 2);
            c->Stash = (byte*)NativeMemory.Realloc(c->Stash, (nuint)c->StashCapacity);
        }
        Buffer.MemoryCopy(_buffer.At(at), c->Stash, c->StashCapacity, length);
        c->StashLength = length;
        return true;
    }

    private void OnHead(int index, Connection* c, ReadOnlySpan<byte> head)
    {
        if (_checks.Count > 0) _checks.OnHead(ProgressOf(index), c->Parser.Status, head);
        c->IsEventStream = head.IndexOf("text/event-stream"u8) > 0;
        if (c->IsEventStream) BeginEvents(c->First);
        if (c->Parser.IsHttp10 ? _sawHttp10 : _sawHttp11) return;
        if (c->Parser.IsHttp10) _sawHttp10 = true;
        else _sawHttp11 = true;
        _workload.Protocols.Add(c->Parser.IsHttp10 ? "HTTP/1.0" : "HTTP/1.1");
    }

    private void CompleteParsed(int index, Connection* c, int end, bool isWhole)
    {
        var status = c->Parser.Status;
        var isRedirect = status is >= 300 and < 400 && c->Parser.HasLocation;
        var held = _checks.Count > 0 ? _checks.Finish(ProgressOf(index), c->BodyReceived) : 0;
        if (isWhole && c->Parser.KeepAlive && !c->IsEventStream)
            _memos[_users.At(c->First)->Step].Keep(_buffer.At(0), end, status, isRedirect, held);
        Complete(index, c, status, isRedirect, held, c->Parser.KeepAlive);
    }

    private void Complete(int index, Connection* c, int status, bool isRedirect, ulong held, bool keepAlive)
    {
        var end = _clock.NowNanos;
        var user = c->First;
        var u = _users.At(user);
        c->First = u->NextInLine;
        if (c->First < 0) c->Last = -1;
        c->HasAnswered = true;
        _deadlines.Remove(user);
        _recorder.Answered(u->Step, u->RequestIntended, u->RequestStart, end, status, c->Received);
        if (_traces is not null) Traced(user, u, end, AnswerOutcome.Of(RequestErrorKind.None, status));
        if (isRedirect) _recorder.Redirected();
        if (_checks.Count > 0) _checks.Record(held, end - u->RequestStart, _recorder, u->Step);
        var isSpent = c->First < 0 && (c->PeerClosing || c->UnsentLength > 0);
        if (!keepAlive || isSpent || !_options.ReuseConnections) Retire(index, c, keepAlive);
        else if (c->First >= 0) BeginAnswer(c);
        EndRequest(user, u, end);
    }

    /// <summary>Closes a connection after its last answer; requests left in the line go to the next connection.</summary>
    private void Retire(int index, Connection* c, bool byChoice)
    {
        c->Received = 0;
        var isOurs = !_options.ReuseConnections || (byChoice && !c->PeerClosing);
        Lost(index, c, RequestErrorKind.Closed, "closed after an earlier answer on the same connection", byPeer: false);
        if (isOurs) c->WasClosedByPeer = false;
    }

    private void ReadEnded(int index, Connection* c, nint result)
    {
        if (result == Blocked) return;
        if (result == Broken) { LostBy(index, c); return; }
        c->PeerClosing = true;
        PrepareParser(c);
        if (c->Parser.Close() == ParseEvent.Complete) { CompleteParsed(index, c, 0, isWhole: false); return; }
        var received = c->Received + c->StashLength;
        var detail = !_recorder.WantsExample(RequestErrorKind.Closed) ? null
            : received == 0 ? "the server closed the connection without an answer"
            : $"the server closed the connection after {received} bytes of its answer";
        Lost(index, c, RequestErrorKind.Closed, detail);
    }

    /// <summary>Handles an event on an idle connection: the server has closed it, or sent unexpected bytes.</summary>
    private void ReadIdle(Connection* c)
    {
        if (Receive(c, _buffer.At(0), _buffer.Length) != Blocked) CloseSocket(c, byPeer: true);
    }

    private void LostToProtocol(int index, Connection* c, ResponseFault fault, int at, int end)
    {
        c->Received += end - at; // the remaining bytes belong to no other answer
        string? detail = null;
        if (_recorder.WantsExample(RequestErrorKind.Protocol))
            detail = $"{fault.Describe()}: {Excerpt(new ReadOnlySpan<byte>(_buffer.At(0), Math.Min(end, 80)))}";
        Lost(index, c, RequestErrorKind.Protocol, detail, byPeer: false);
    }

    private static string Excerpt(ReadOnlySpan<byte> bytes)
    {
        var text = new System.Text.StringBuilder();
        foreach (var value in bytes) text.Append(value is >= 0x20 and < 0x7f ? (char)value : value is 13 or 10 ? ' ' : '.');
        return text.ToString();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Span<int> ProgressOf(int index) => new(_checkProgress.At(index * _checks.Count), _checks.Count);
}
