namespace Dyno.Http.Portable;

/// <summary>
/// The last complete answer to one step, shared by all connections of a worker. Under load most answers are equal byte for byte until the
/// Date header changes. Comparing bytes costs a tenth of parsing them, and one copy per worker stays in the CPU cache, unlike one copy
/// per connection. Invariant: the bytes are those that the parser accepted, in one piece, for a request of this step, with exactly this
/// outcome, and the connection could be kept.
/// </summary>
/// <remarks>
/// For any thread, without a lock. The version is odd during a write, and a read that overlaps a write fails. A writer that meets another
/// writer gives up.
/// </remarks>
internal sealed class LastAnswer
{
    private const int Capacity = 1024;
    private byte[] _bytes = [];
    private int _length;
    private int _version;
    private Answer _outcome;

    /// <summary>Whether these bytes equal the kept answer; if so, returns its outcome.</summary>
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
