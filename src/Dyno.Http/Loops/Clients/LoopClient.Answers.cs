namespace Dyno.Http;

/// <content>Answers: received into one shared buffer, heads parsed in place, bodies copied once.</content>
public sealed unsafe partial class LoopClient
{
    private const int BufferBytes = 256 * 1024;
    private const int ReadsPerTurn = 32; // a large body must not starve the other connections
    private readonly Queue<LoopConnection> _again = new();
    private int _againCount;

    private void OnEvent(ulong tag, uint events)
    {
        if (tag >= InnerTag)
        {
            _hasInnerEvents |= tag == InnerTag;
            return;
        }
        var index = (int)(uint)tag;
        if (index >= _connections.Count || _connections[index] is not { } c || c.Id != (uint)(tag >> 32)) return; // a socket closed just before
        if (c.State == ConnectionState.Connecting) { FinishConnect(c, events); return; }
        if (c.Unsent.Length > 0 && (events & EpollFlags.Out) != 0) c.Unsent = Push(c, c.Unsent);
        const uint readable = EpollFlags.In | EpollFlags.PeerClosed | EpollFlags.Error | EpollFlags.HangUp;
        if ((events & readable) != 0 && c.State == ConnectionState.Open) Read(c, events);
    }

    private void ReadAgain()
    {
        var count = _againCount;
        _againCount = 0;
        for (; count > 0; count--)
        {
            var c = _again.Dequeue();
            c.IsQueuedAgain = false;
            if (c.State == ConnectionState.Open) Read(c, EpollFlags.In);
        }
    }

    private void Read(LoopConnection c, uint events)
    {
        if ((events & (EpollFlags.PeerClosed | EpollFlags.Error | EpollFlags.HangUp)) != 0) c.PeerClosing = true;
        if (c.Exchange is null) { Close(c); return; } // closed while idle, or unexpected bytes
        for (var turn = 0; turn < ReadsPerTurn; turn++)
        {
            var kept = c.StashLength;
            if (kept > 0) c.Stash.AsSpan(0, kept).CopyTo(new Span<byte>(_buffer.At(0), kept));
            var room = _buffer.Length - kept;
            var received = Receive(c, kept, room);
            if (received <= 0) return;
            c.Received += received;
            c.StashLength = 0;
            if (Consume(c, kept + received)) return;
            if (received < room && !c.PeerClosing) return; // the socket is empty: new data raises an event
        }
        if (c.IsQueuedAgain) return;
        c.IsQueuedAgain = true;
        _again.Enqueue(c);
        _againCount++;
    }

    /// <summary>Returns the number of bytes received; 0 or less when there is nothing more. A close or an error has then been handled.</summary>
    private int Receive(LoopConnection c, int offset, int room)
    {
        var received = StreamSocket.Receive(c.File, new Span<byte>(_buffer.At(offset), room), out var errno);
        if (received == 0) ClosedByPeer(c);
        else if (errno != 0) Lost(c, Errno.KindOf(errno), Errno.Describe(errno));
        return received;
    }

    private void ClosedByPeer(LoopConnection c)
    {
        c.PeerClosing = true;
        if (c.Received > 0 && c.StashLength == 0 && c.Answer.IsEndedByClose()) Complete(c, keep: false);
        else Lost(c, RequestErrorKind.Closed, $"the server closed the connection after {c.Received} bytes of its answer");
    }

    /// <summary>Parses the bytes in the buffer; true when the exchange is over.</summary>
    private bool Consume(LoopConnection c, int end)
    {
        var target = c.Exchange!.Target;
        var progress = c.Answer.Read(new ReadOnlySpan<byte>(_buffer.At(0), end), target.LastHead, out var consumed);
        if (c.Answer.Head is { } head) target.LastHead = head;
        switch (progress)
        {
            case AnswerProgress.Whole:
                Complete(c, keep: c.Answer.KeepsAlive && consumed == end && !c.PeerClosing && c.Unsent.IsEmpty);
                return true;
            case AnswerProgress.Wrong:
                Wrong(c, c.Answer.ProblemKind, c.Answer.Problem);
                return true;
            default:
                Keep(c, new ReadOnlySpan<byte>(_buffer.At(consumed), end - consumed));
                return false;
        }
    }

    private static void Keep(LoopConnection c, ReadOnlySpan<byte> rest)
    {
        if (rest.IsEmpty) return;
        if (rest.Length > c.Stash.Length) c.Stash = new byte[rest.Length];
        rest.CopyTo(c.Stash);
        c.StashLength = rest.Length;
    }

    private void Wrong(LoopConnection c, RequestErrorKind kind, string text)
    {
        var exchange = c.Exchange!;
        c.Exchange = null;
        exchange.BytesReceived = c.Received;
        Close(c);
        Finish(exchange, kind, text);
    }

    private void Complete(LoopConnection c, bool keep)
    {
        var exchange = c.Exchange!;
        (exchange.Head, exchange.AnswerBody, exchange.BytesReceived) = (c.Answer.Head, c.Answer.Body, c.Received);
        (c.Exchange, c.HasAnswered) = (null, true);
        c.Answer.Forget();
        if (!keep) Close(c);
        else if (c.Origin.Waiting.Count > 0) Reuse(c);
        else c.Origin.Idle.Push(c);
        Finish(exchange, RequestErrorKind.None, "");
    }

    // Gives the connection to a waiting exchange, which then needs no new connection.
    private void Reuse(LoopConnection c)
    {
        while (c.Origin.Waiting.TryDequeue(out var next))
        {
            if (next.IsOver) continue;
            Begin(c, next);
            return;
        }
        c.Origin.Idle.Push(c);
    }
}
