namespace Dyno.Http;

/// <summary>The body of an answer as it arrives: copied once, or counted and discarded.</summary>
internal struct IncomingBody
{
    private const int MostShared = 16 * 1024; // comparing a body costs less than the memory for it

    private byte[] _bytes;
    private byte[]? _likely; // what the body will probably be; nothing is allocated until it turns out otherwise
    private int _expected;
    private int _length;
    private int _most;
    private bool _isDiscarded;
    private bool _lacksMemory;
    private IBodySink? _sink;

    /// <summary>The bytes received so far; empty when the body is discarded.</summary>
    public readonly ReadOnlyMemory<byte> Bytes => _bytes.AsMemory(0, _length);

    /// <summary>The body of an answer, to be passed to <see cref="Expect"/> for the next one; null when it is too long for that.</summary>
    public readonly byte[]? Shareable => _length is > 0 and <= MostShared && _length == _bytes.Length ? _bytes : null;

    /// <summary>Bytes so far, discarded or not.</summary>
    public long Received { get; private set; }

    /// <summary>Why the body is refused.</summary>
    public readonly string Problem => _lacksMemory ? BodyMemory.OfProcess.Problem : $"the body exceeds {_most} bytes";

    public readonly RequestErrorKind ProblemKind => _lacksMemory ? RequestErrorKind.Exhausted : RequestErrorKind.Protocol;

    /// <summary>Begins another body.</summary>
    /// <param name="most">Largest body accepted, in bytes.</param>
    /// <param name="discard">Whether the body is discarded; its length is then unlimited.</param>
    /// <param name="sink">Receives the body as it arrives, if it wants it; the length is then unlimited, unless the sink only looks.</param>
    public void Begin(int most, bool discard, IBodySink? sink = null)
    {
        (_most, _isDiscarded, _lacksMemory, _sink) = (most, discard, false, sink);
        Forget();
    }

    /// <summary>Offers the head of this body to the sink.</summary>
    public void Follows(AnswerHead head)
    {
        if (_sink?.Begins(head) == false) _sink = null;
    }

    public void Forget() => (_bytes, _likely, _expected, _length, Received) = ([], null, 0, 0, 0);

    /// <summary>Allocates memory for a body of known length. False when the body is too long.</summary>
    /// <param name="length">The length in bytes; 0 or less: there is none, or it is not known.</param>
    /// <param name="likely">A body that no one changes, and that this one probably equals: the two then share its memory. Null for none.</param>
    public bool Expect(long length, byte[]? likely = null)
    {
        if (_isDiscarded || _sink is { OnlyLooks: false }) return true;
        _likely = likely;
        if (length <= 0) return true;
        if (length > _most || !HasMemory(length)) return false;
        _expected = (int)length;
        if (likely?.Length == length) return true;
        _likely = null;
        _bytes = GC.AllocateUninitializedArray<byte>(_expected);
        return true;
    }

    /// <summary>Takes the next piece. False when the body is too long.</summary>
    public bool Take(ReadOnlySpan<byte> piece)
    {
        Received += piece.Length;
        _sink?.Take(piece);
        if (_isDiscarded || _sink is { OnlyLooks: false }) return true;
        if (Received > _most) return false;
        if (_likely is { } likely)
        {
            _likely = null;
            if (piece.SequenceEqual(likely))
            {
                (_bytes, _length) = (likely, likely.Length);
                return true;
            }
            if (_expected > 0) _bytes = GC.AllocateUninitializedArray<byte>(_expected);
        }
        if (Received > _bytes.Length)
        {
            var room = (int)Math.Min(Math.Max(_bytes.Length * 2L, Received), _most);
            if (!HasMemory(room)) return false;
            Array.Resize(ref _bytes, room);
        }
        piece.CopyTo(_bytes.AsSpan(_length));
        _length += piece.Length;
        return true;
    }

    private bool HasMemory(long bytes)
    {
        _lacksMemory = !BodyMemory.OfProcess.Allows(bytes);
        return !_lacksMemory;
    }
}
