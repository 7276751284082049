namespace Dyno.Http.Portable;

/// <summary>
/// The last whole answer to one step, of all connections of a worker. Under load most answers repeat byte for byte until
/// the Date header ticks: comparing them costs a tenth of parsing them, and one copy stays in the cache where one per
/// connection does not. Invariant: the bytes are those the parser accepted, in one piece, for a request of this step,
/// with exactly this outcome, and the connection could be kept.
/// </summary>
/// <remarks>
/// Any thread, no lock: the version is odd while somebody writes, and whoever read meanwhile reads nothing. A writer who
/// finds another one leaves it to that one.
/// </remarks>
internal sealed class LastAnswer
{
    private const int Capacity = 1024;
    private byte[] _bytes = [];
    private int _length;
    private int _version;
    private Answer _outcome;

    /// <summary>Whether these bytes are that answer, and what it means.</summary>
    public bool TryMatch(ReadOnlySpan<byte> bytes, out Answer outcome)
    {
        var version = Volatile.Read(ref _version);
        outcome = _outcome;
        var known = _bytes;
        var isSame = bytes.Length == _length && _length <= known.Length && bytes.SequenceEqual(known.AsSpan(0, _length));
        Volatile.ReadBarrier();
        return isSame && (version & 1) == 0 && _version == version;
    }

    public void Keep(ReadOnlySpan<byte> bytes, in Answer outcome)
    {
        if (bytes.Length > Capacity) return;
        var version = Volatile.Read(ref _version);
        if ((version & 1) != 0 || Interlocked.CompareExchange(ref _version, version + 1, version) != version) return;
        if (_bytes.Length == 0) _bytes = new byte[Capacity];
        bytes.CopyTo(_bytes);
        (_length, _outcome) = (bytes.Length, outcome);
        Volatile.Write(ref _version, version + 2);
    }
}
