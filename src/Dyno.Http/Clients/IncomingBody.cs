namespace Dyno.Http.Clients;

/// <summary>The body of an answer as it arrives: copied out once, or counted and forgotten.</summary>
internal struct IncomingBody
{
    private byte[] _bytes;
    private int _length;
    private int _most;
    private bool _isDiscarded;
    private IBodySink? _sink;

    /// <summary>What has come; empty when it is to be discarded.</summary>
    public readonly ReadOnlyMemory<byte> Bytes => _bytes.AsMemory(0, _length);

    /// <summary>Bytes so far, discarded or not.</summary>
    public long Received { get; private set; }

    /// <summary>Why it is not taken.</summary>
    public readonly string Problem => $"the body exceeds {_most} bytes";

    /// <summary>The next bytes are those of another body.</summary>
    /// <param name="most">Largest body taken, in bytes.</param>
    /// <param name="discard">Forget it; then it may be of any length.</param>
    /// <param name="sink">Takes it as it arrives, if it wants it; then it may be of any length.</param>
    public void Begin(int most, bool discard, IBodySink? sink = null)
    {
        (_most, _isDiscarded, _sink) = (most, discard, sink);
        Forget();
    }

    /// <summary>The head that it follows has come.</summary>
    public void Follows(AnswerHead head)
    {
        if (_sink?.Begins(head) == false) _sink = null;
    }

    /// <summary>Lets go of what has come.</summary>
    public void Forget() => (_bytes, _length, Received) = ([], 0, 0);

    /// <summary>Makes room for a body whose length is known. False: it is too long.</summary>
    public bool Expect(long length)
    {
        if (_isDiscarded || _sink is { OnlyLooks: false } || length <= 0) return true;
        if (length > _most) return false;
        _bytes = GC.AllocateUninitializedArray<byte>((int)length);
        return true;
    }

    /// <summary>Takes the next piece. False: it is too long.</summary>
    public bool Take(ReadOnlySpan<byte> piece)
    {
        Received += piece.Length;
        _sink?.Take(piece);
        if (_isDiscarded || _sink is { OnlyLooks: false }) return true;
        if (Received > _most) return false;
        if (Received > _bytes.Length) Array.Resize(ref _bytes, (int)Math.Min(Math.Max(_bytes.Length * 2L, Received), _most));
        piece.CopyTo(_bytes.AsSpan(_length));
        _length += piece.Length;
        return true;
    }
}
