namespace Dyno.Http;

/// <content>Sending: prebuilt bytes directly from the request; partial sends are resumed when the socket takes more.</content>
internal sealed unsafe partial class LoadWorker
{
    private const nint Blocked = LoopSockets.Blocked;
    private const nint Broken = LoopSockets.Broken;
    private int _gathering = -1; // index of the connection whose requests are gathered while its answers are read (pipelining)

    private void SendFor(int index, Connection* c, int user, VirtualUser* u, long now)
    {
        if (!u->WasResent)
        {
            u->RequestStart = now;
            if (!_isOpenModel) u->RequestIntended = now;
            _deadlines.Add(user, now + _timeoutNanos);
        }
        u->IsSent = true;
        if (_sockets is not null) { SendMessages(index, c, user, u, now); return; }
        if (c->First == user) BeginAnswer(c);
        ref readonly var request = ref _requests[u->Step];
        var bytes = request.Bytes;
        var length = request.Length;
        if (request.HasSlots)
        {
            bytes = _composed.At(0);
            _values.User = NumberOf(user);
            length = request.Source.Write(u->Row, new Span<byte>(bytes, _composed.Length), _values);
        }
        if (_traces is not null) *_traces.At(user) = request.HasSlots ? _values.Trace : default;
        _recorder.Sent(length);
        u->Mark.SentBefore = c->Sent + c->UnsentLength;
        if (_depth > 1) { Gather(index, c, bytes, length); return; }
        var sent = Transmit(c, bytes, length);
        if (sent != length) SendRest(index, c, bytes, length, sent, request.HasSlots);
    }

    /// <summary>Returns the number of bytes taken by the system, <see cref="Blocked"/> or <see cref="Broken"/>.</summary>
    private nint Transmit(Connection* c, byte* bytes, int length)
    {
        var sent = _wire.Send(c, bytes, length);
        if (sent > 0) c->Sent += sent;
        return sent;
    }

    private void SendRest(int index, Connection* c, byte* bytes, int length, nint sent, bool isTemporary)
    {
        if (sent == Broken) { LostBy(index, c); return; }
        if (sent > 0)
        {
            bytes += sent;
            length -= (int)sent;
        }
        c->Unsent = bytes;
        c->UnsentLength = length;
        if (isTemporary)
        {
            // The next request overwrites the composed bytes: the rest moves to memory of this connection.
            c->UnsentLength = 0;
            Store(c, bytes, length);
        }
        // An event follows only a blocked send, but TLS takes one record at a time without being blocked: send on.
        if (sent > 0) FlushUnsent(index, c);
    }

    private void FlushUnsent(int index, Connection* c)
    {
        while (c->UnsentLength > 0)
        {
            var sent = Transmit(c, c->Unsent, c->UnsentLength);
            if (sent == Blocked) return;
            if (sent == Broken) { LostBy(index, c); return; }
            c->Unsent += sent;
            c->UnsentLength -= (int)sent;
        }
    }

    private void Gather(int index, Connection* c, byte* bytes, int length)
    {
        Store(c, bytes, length);
        if (_gathering != index) FlushUnsent(index, c);
    }

    /// <summary>Appends bytes to the unsent bytes, in memory of the connection.</summary>
    private static void Store(Connection* c, byte* bytes, int length)
    {
        var needed = c->UnsentLength + length;
        var isInside = c->UnsentLength > 0 && c->Unsent >= c->OutBuffer && c->Unsent < c->OutBuffer + c->OutCapacity;
        var offset = isInside ? c->Unsent - c->OutBuffer : 0;
        if (needed > c->OutCapacity)
        {
            c->OutCapacity = Math.Max(needed, c->OutCapacity * 2);
            c->OutBuffer = (byte*)NativeMemory.Realloc(c->OutBuffer, (nuint)c->OutCapacity);
            if (isInside) c->Unsent = c->OutBuffer + offset;
        }
        if (c->UnsentLength > 0) Buffer.MemoryCopy(c->Unsent, c->OutBuffer, c->OutCapacity, c->UnsentLength);
        Buffer.MemoryCopy(bytes, c->OutBuffer + c->UnsentLength, c->OutCapacity - c->UnsentLength, length);
        c->Unsent = c->OutBuffer;
        c->UnsentLength = needed;
    }

    private void LostBy(int index, Connection* c)
    {
        var kind = _wire.FailureKind;
        Lost(index, c, kind, _recorder.WantsExample(kind) ? _wire.FailureText : null);
    }
}
