namespace Dyno.Http;

/// <summary>
/// Queues outgoing frames until the system takes them. Grows to the size that a turn of the loop needs, and then allocates no
/// memory. The memory is pinned, so that a sender may use its address.
/// </summary>
internal sealed class FrameBuffer
{
    private const int FirstLength = 1024;
    private byte[] _bytes = GC.AllocateUninitializedArray<byte>(FirstLength, pinned: true);
    private int _start;
    private int _end;

    /// <summary>The bytes that the system has not taken yet.</summary>
    public ReadOnlySpan<byte> Pending => _bytes.AsSpan(_start, _end - _start);

    public int Length => _end - _start;

    /// <summary>Removes the bytes that the system took.</summary>
    public void Taken(int count)
    {
        _start += count;
        if (_start == _end) _start = _end = 0;
    }

    public void Clear() => _start = _end = 0;

    /// <summary>Room for at least <paramref name="length"/> bytes; <see cref="Added"/> confirms the bytes written there.</summary>
    public Span<byte> Room(int length)
    {
        if (_bytes.Length - _end < length) Grow(length);
        return _bytes.AsSpan(_end, _bytes.Length - _end);
    }

    public void Added(int length) => _end += length;

    public void Write(FrameType type, byte flags, int stream, ReadOnlySpan<byte> payload)
    {
        var room = Room(FrameHeader.Size + payload.Length);
        new FrameHeader(payload.Length, type, flags, stream).Write(room);
        payload.CopyTo(room[FrameHeader.Size..]);
        _end += FrameHeader.Size + payload.Length;
    }

    /// <summary>Adds a frame whose payload is one number.</summary>
    public void Write(FrameType type, int stream, uint number)
    {
        Span<byte> payload = stackalloc byte[sizeof(uint)];
        BinaryPrimitives.WriteUInt32BigEndian(payload, number);
        Write(type, 0, stream, payload);
    }

    /// <summary>Adds complete frames.</summary>
    public void WriteRaw(ReadOnlySpan<byte> frames)
    {
        frames.CopyTo(Room(frames.Length));
        _end += frames.Length;
    }

    private void Grow(int length)
    {
        var pending = _end - _start;
        if (_start > 0 && _bytes.Length - pending >= length && _start >= pending) Pending.CopyTo(_bytes);
        else
        {
            var larger = GC.AllocateUninitializedArray<byte>(Math.Max(_bytes.Length * 2, pending + length), pinned: true);
            Pending.CopyTo(larger);
            _bytes = larger;
        }
        (_start, _end) = (0, pending);
    }
}
