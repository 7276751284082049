namespace Dyno.Http.Http2;

/// <summary>
/// The last block of headers of a connection that left the table as it was: under load most blocks repeat byte for byte, and
/// with the same table the same bytes mean the same. Comparing costs a few nanoseconds, reading a block of eight fields over a hundred.
/// </summary>
/// <param name="room">Of an earlier one, to be used again.</param>
internal struct KnownAnswer(byte[] room)
{
    private const int MaxBytes = 256;
    private int _length;
    private int _version;

    /// <summary>Its memory.</summary>
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
