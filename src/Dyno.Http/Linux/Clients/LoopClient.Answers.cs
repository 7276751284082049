using Dyno.Http.Interop;
using Dyno.Http.Parsing;
using Dyno.Load.Engine;

namespace Dyno.Http.Linux.Clients;

/// <content>Answers: received into one shared buffer, heads read where they lie, bodies copied out once.</content>
public sealed unsafe partial class LoopClient
{
    private const int BufferBytes = 256 * 1024;
    private const int ReadsPerTurn = 32; // a large body must not starve the other connections
    private readonly Queue<LoopConnection> _again = new();
    private int _againCount;

    private void OnEvent(ulong tag, uint events)
    {
        if (tag == WakeTag) return;
        var index = (int)(uint)tag;
        if (index >= _connections.Count || _connections[index] is not { } c || c.Id != (uint)(tag >> 32)) return; // of a socket closed a moment ago
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
        if (c.Exchange is null) { Close(c); return; } // closed while idle, or bytes that nobody asked for
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
            if (received < room && !c.PeerClosing) return; // drained: news will be an event
        }
        if (c.IsQueuedAgain) return;
        c.IsQueuedAgain = true;
        _again.Enqueue(c);
        _againCount++;
    }

    /// <summary>Bytes received; 0 or less when there is nothing more, and what that means has been done.</summary>
    private int Receive(LoopConnection c, int offset, int room)
    {
        while (true)
        {
            var received = Libc.Receive(c.File, _buffer.At(offset), room, 0);
            if (received > 0) return (int)received;
            if (received == 0) { ClosedByPeer(c); return 0; }
            var errno = Errno.Last;
            if (errno == Errno.Again) return -1;
            if (errno == Errno.Interrupted) continue;
            Lost(c, Errno.KindOf(errno), Errno.Describe(errno));
            return -1;
        }
    }

    private void ClosedByPeer(LoopConnection c)
    {
        c.PeerClosing = true;
        if (c.Received > 0 && c.StashLength == 0 && c.Parser.Close() == ParseEvent.Complete) Complete(c, keep: false);
        else Lost(c, RequestErrorKind.Closed, $"the server closed the connection after {c.Received} bytes of its answer");
    }

    /// <summary>Reads what lies in the buffer; true when the answer is over.</summary>
    private bool Consume(LoopConnection c, int end)
    {
        var at = 0;
        if (c.Parser.IsBeforeHead && KnownHead(c, new ReadOnlySpan<byte>(_buffer.At(0), end)) is { } known)
        {
            (c.Parser, c.Exchange!.Head, at) = (known.After, known, known.Length);
            if (!Expect(c)) return true;
        }
        while (true)
        {
            var found = c.Parser.Read(new ReadOnlySpan<byte>(_buffer.At(at), end - at), out var consumed, out var bodyBytes);
            var piece = new ReadOnlySpan<byte>(_buffer.At(at), consumed);
            at += consumed;
            if (found == ParseEvent.Head && !TakeHead(c, piece)) return true;
            if (bodyBytes > 0 && !TakeBody(c, piece[^bodyBytes..])) return true;
            switch (found)
            {
                case ParseEvent.Complete:
                    Complete(c, keep: c.Parser.KeepAlive && at == end && !c.PeerClosing && c.Unsent.IsEmpty);
                    return true;
                case ParseEvent.Failed:
                    Wrong(c, $"{c.Parser.Fault.Describe()}: {Excerpt.Of(new ReadOnlySpan<byte>(_buffer.At(0), end))}");
                    return true;
                case ParseEvent.NeedMore:
                    Keep(c, new ReadOnlySpan<byte>(_buffer.At(at), end - at));
                    return false;
            }
        }
    }

    private static void Keep(LoopConnection c, ReadOnlySpan<byte> rest)
    {
        if (rest.IsEmpty) return;
        if (rest.Length > c.Stash.Length) c.Stash = new byte[rest.Length];
        rest.CopyTo(c.Stash);
        c.StashLength = rest.Length;
    }

    private static AnswerHead? KnownHead(LoopConnection c, ReadOnlySpan<byte> arrived)
    {
        var exchange = c.Exchange!;
        return exchange.Target.LastHead is { } last && last.Begins(arrived, exchange.IsHeadRequest) ? last : null;
    }

    private bool TakeHead(LoopConnection c, ReadOnlySpan<byte> head)
    {
        var exchange = c.Exchange!;
        exchange.Head = exchange.Target.LastHead = new AnswerHead(head, exchange.IsHeadRequest, c.Parser);
        return Expect(c);
    }

    // Room for a body whose length is known.
    private bool Expect(LoopConnection c)
    {
        if (c.Parser.IsChunked || c.Parser.Remaining <= 0) return true;
        var most = c.Exchange!.MaxBodyBytes;
        if (c.Parser.Remaining > most) { Wrong(c, $"the body exceeds {most} bytes"); return false; }
        c.Body = GC.AllocateUninitializedArray<byte>((int)c.Parser.Remaining);
        return true;
    }

    private bool TakeBody(LoopConnection c, ReadOnlySpan<byte> piece)
    {
        var needed = (long)c.BodyLength + piece.Length;
        if (needed > c.Exchange!.MaxBodyBytes) { Wrong(c, $"the body exceeds {c.Exchange.MaxBodyBytes} bytes"); return false; }
        if (needed > c.Body.Length)
        {
            var grown = new byte[Math.Min(Math.Max(c.Body.Length * 2L, needed), c.Exchange.MaxBodyBytes)];
            c.Body.AsSpan(0, c.BodyLength).CopyTo(grown);
            c.Body = grown;
        }
        piece.CopyTo(c.Body.AsSpan(c.BodyLength));
        c.BodyLength += piece.Length;
        return true;
    }

    private void Wrong(LoopConnection c, string text)
    {
        var exchange = c.Exchange!;
        c.Exchange = null;
        exchange.BytesReceived = c.Received;
        Close(c);
        Finish(exchange, RequestErrorKind.Protocol, text);
    }

    private void Complete(LoopConnection c, bool keep)
    {
        var exchange = c.Exchange!;
        (exchange.BytesReceived, exchange.AnswerBody) = (c.Received, c.Body.AsMemory(0, c.BodyLength));
        (c.Exchange, c.Body, c.BodyLength, c.HasAnswered) = (null, [], 0, true);
        if (!keep) Close(c);
        else if (c.Origin.Waiting.Count > 0) Reuse(c);
        else c.Origin.Idle.Push(c);
        Finish(exchange, RequestErrorKind.None, "");
    }

    // Somebody waits for a connection: it need not be a new one.
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
