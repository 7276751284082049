using System.Collections.Immutable;
using System.Text;
using Dyno.Http.Interop;
using Dyno.Http.Parsing;
using Dyno.Http.Requests;
using Dyno.Load.Engine;

namespace Dyno.Http.Linux.Clients;

/// <content>Answers: received into one shared buffer, heads read where they lie, bodies copied out once.</content>
public sealed unsafe partial class LoopClient
{
    private const int BufferBytes = 256 * 1024;
    private const int ReadsPerTurn = 32; // a large body must not starve the other connections
    private const int MaxRememberedHead = 2 * 1024;
    private readonly Queue<LoopConnection> _again = new();
    private int _againCount;

    // Most heads equal the one before them to the byte: then their lines are known.
    private byte[] _lastHead = [];
    private string _lastReason = "";
    private ImmutableArray<HeaderField> _lastHeaders = [];

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
        for (var at = 0; ;)
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

    private bool TakeHead(LoopConnection c, ReadOnlySpan<byte> head)
    {
        var exchange = c.Exchange!;
        if (!head.SequenceEqual(_lastHead)) ReadHead(head);
        (exchange.ReasonPhrase, exchange.Headers) = (_lastReason, _lastHeaders);
        if (c.Parser.IsChunked || c.Parser.Remaining <= 0) return true;
        if (c.Parser.Remaining > exchange.MaxBodyBytes) { Wrong(c, $"the body exceeds {exchange.MaxBodyBytes} bytes"); return false; }
        c.Body = GC.AllocateUninitializedArray<byte>((int)c.Parser.Remaining);
        return true;
    }

    private void ReadHead(ReadOnlySpan<byte> head)
    {
        var line = head[..head.IndexOf((byte)'\r')];
        _lastReason = line.Length > 13 ? Encoding.Latin1.GetString(line[13..]) : "";
        var headers = ImmutableArray.CreateBuilder<HeaderField>(16);
        for (var lines = new HeaderLines(head); lines.MoveNext();)
            headers.Add(new HeaderField(Encoding.Latin1.GetString(lines.Name), Encoding.Latin1.GetString(lines.Value)));
        _lastHeaders = headers.DrainToImmutable();
        _lastHead = head.Length <= MaxRememberedHead ? head.ToArray() : [];
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
        (exchange.Status, exchange.IsHttp10, exchange.BytesReceived) = (c.Parser.Status, c.Parser.IsHttp10, c.Received);
        exchange.AnswerBody = c.Body.AsMemory(0, c.BodyLength);
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
