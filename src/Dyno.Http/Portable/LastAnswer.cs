namespace Dyno.Http.Portable;

/// <summary>
/// The last whole answer on one connection. Under load most answers repeat byte for byte until the Date header ticks:
/// comparing them costs a tenth of parsing them. Invariant: the bytes are those the parser accepted, in one piece, for a
/// request of the same step, with exactly this outcome, and the connection could be kept.
/// </summary>
internal sealed class LastAnswer
{
    private const int Capacity = 1024;
    private byte[] _bytes = [];
    private int _length;
    private int _step;

    public Answer Outcome { get; private set; }

    public bool Matches(ReadOnlySpan<byte> bytes, int step) =>
        step == _step && bytes.Length == _length && bytes.SequenceEqual(_bytes.AsSpan(0, _length));

    public void Keep(ReadOnlySpan<byte> bytes, int step, in Answer outcome)
    {
        if (bytes.Length > Capacity) return;
        if (_bytes.Length < bytes.Length) _bytes = new byte[bytes.Length];
        bytes.CopyTo(_bytes);
        (_length, _step, Outcome) = (bytes.Length, step, outcome);
    }
}
