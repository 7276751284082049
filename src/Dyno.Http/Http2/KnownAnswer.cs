namespace Dyno.Http;

/// <summary>
/// The last field block of a connection that left the dynamic table unchanged. Under load most blocks repeat byte for byte, and
/// with the same table the same bytes have the same meaning. A comparison costs a few nanoseconds, reading eight fields over a hundred.
/// </summary>
/// <param name="room">Memory of an earlier instance, to be reused.</param>
internal struct KnownAnswer(byte[] room)
{
    private const int MaxBytes = 256;
    private int _length;
    private int _version;

    /// <summary>Memory for the block.</summary>
    public byte[] Room { get; private set; } = room;

    public FieldsSummary Summary { get; private set; }

    public readonly bool IsOf(ReadOnlySpan<byte> block, int version) =>
        _length > 0 && _version == version && block.SequenceEqual(Room.AsSpan(0, _length));

    public void Keep(ReadOnlySpan<byte> block, int version, FieldsSummary summary)
    {
        if (block.IsEmpty || block.Length > MaxBytes) return;
        if (Room.Length < block.Length) Room = new byte[MaxBytes];
        block.CopyTo(Room);
        (_length, _version, Summary) = (block.Length, version, summary);
    }
}
