namespace Dyno.Http;

/// <summary>
/// Compares a body that arrives in pieces with a pattern: whether the body contains the pattern, or equals it. The state is one
/// <c>int</c>: the length of the pattern's prefix that ends at the last byte seen (Knuth, Morris and Pratt).
/// </summary>
internal sealed class StreamingMatch
{
    private const int Mismatch = -1;
    private readonly byte[] _pattern;
    private readonly bool _anywhere;
    private readonly int[] _fallback; // for each matched length, the next shorter prefix that is also a suffix

    public StreamingMatch(byte[] pattern, bool anywhere)
    {
        _pattern = pattern;
        _anywhere = anywhere;
        _fallback = new int[pattern.Length + 1];
        for (int i = 1, matched = 0; i < pattern.Length; i++)
        {
            while (matched > 0 && pattern[i] != pattern[matched]) matched = _fallback[matched];
            if (pattern[i] == pattern[matched]) matched++;
            _fallback[i + 1] = matched;
        }
    }

    public ReadOnlySpan<byte> Pattern => _pattern;

    /// <summary>Returns the progress after <paramref name="bytes"/>; the progress is 0 at the start of a body.</summary>
    public int Advance(int progress, ReadOnlySpan<byte> bytes) =>
        _anywhere ? AdvanceSearch(progress, bytes) : AdvanceEqual(progress, bytes);

    /// <summary>Whether the complete body contains or equals the pattern.</summary>
    public bool IsMatch(int progress, long bodyBytes) =>
        progress == _pattern.Length && (_anywhere || bodyBytes == _pattern.Length);

    private int AdvanceSearch(int matched, ReadOnlySpan<byte> bytes)
    {
        while (matched < _pattern.Length && !bytes.IsEmpty)
        {
            if (matched == 0)
            {
                // IndexOf is vectorised, and most bytes of a body cannot begin a match.
                var start = bytes.IndexOf(_pattern[0]);
                if (start < 0) return 0;
                bytes = bytes[(start + 1)..];
                matched = 1;
                continue;
            }
            while (matched > 0 && bytes[0] != _pattern[matched]) matched = _fallback[matched];
            if (bytes[0] == _pattern[matched]) matched++;
            bytes = bytes[1..];
        }
        return matched;
    }

    private int AdvanceEqual(int progress, ReadOnlySpan<byte> bytes)
    {
        if (progress == Mismatch || bytes.IsEmpty) return progress;
        var fits = bytes.Length <= _pattern.Length - progress && bytes.SequenceEqual(_pattern.AsSpan(progress, bytes.Length));
        return fits ? progress + bytes.Length : Mismatch;
    }
}
