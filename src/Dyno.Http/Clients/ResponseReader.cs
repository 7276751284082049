namespace Dyno.Http.Clients;

/// <summary>Collects one answer after another from the bytes of one connection.</summary>
/// <param name="headLimit">Largest head taken, in bytes.</param>
/// <param name="loopBuffer">Takes what is received where that is read at once; what is left of it moves to memory of its own. Null: always its own.</param>
internal sealed class ResponseReader(int headLimit, byte[]? loopBuffer = null)
{
    private const int InitialBytes = 8 * 1024;
    private const int MaxPieceBytes = 256 * 1024;
    private readonly IncomingAnswer _answer = new();
    private byte[] _buffer = loopBuffer ?? new byte[InitialBytes];
    private int _start;
    private int _end;
    private AnswerHead? _lastHead; // the next one is usually the same

    /// <summary>The head; null before it is read.</summary>
    public AnswerHead? Head => _answer.Head;

    /// <summary>The body as sent, after chunking.</summary>
    public ReadOnlyMemory<byte> Body => _answer.Body;

    public bool KeepAlive => _answer.KeepsAlive;

    /// <summary>Bytes of this answer so far.</summary>
    public long BytesReceived { get; private set; }

    /// <summary>Whether bytes lie here that no answer has claimed.</summary>
    public bool HasRest => _end > _start;

    public void Begin(bool toHead, int maxBodyBytes, bool discardBody, IBodySink? sink = null)
    {
        _answer.Begin(toHead, headLimit, maxBodyBytes, discardBody, sink);
        BytesReceived = 0;
        if (loopBuffer is not null && !HasRest) (_buffer, _start, _end) = (loopBuffer, 0, 0);
    }

    /// <summary>Room for the next bytes.</summary>
    public Memory<byte> Room()
    {
        if (_start > 0)
        {
            Buffer.BlockCopy(_buffer, _start, _buffer, 0, _end - _start);
            (_start, _end) = (0, _end - _start);
        }
        var isBusyBody = _end == 0 && !_answer.IsBeforeHead && _answer.BodyReceived > _buffer.Length && !ReferenceEquals(_buffer, loopBuffer);
        if (_end == _buffer.Length || (isBusyBody && _buffer.Length < MaxPieceBytes)) Array.Resize(ref _buffer, _buffer.Length * 2);
        return _buffer.AsMemory(_end);
    }

    public void Added(int count)
    {
        _end += count;
        BytesReceived += count;
    }

    /// <summary>Reads what has arrived; true when the answer is whole.</summary>
    /// <exception cref="InvalidDataException">It is not a valid answer, or its body is too large.</exception>
    public bool TryFinish()
    {
        var progress = _answer.Read(_buffer.AsSpan(_start, _end - _start), _lastHead, out var consumed);
        _start += consumed;
        if (_answer.Head is { } head) _lastHead = head;
        if (progress == AnswerProgress.Wrong) throw new InvalidDataException(_answer.Problem);
        if (progress == AnswerProgress.NeedsMore && ReferenceEquals(_buffer, loopBuffer)) KeepRest();
        return progress == AnswerProgress.Whole;
    }

    /// <summary>The peer closes: true when that ends the answer.</summary>
    public bool TryFinishByClose() => _answer.IsEndedByClose();

    private void KeepRest()
    {
        var rest = _buffer.AsSpan(_start, _end - _start);
        if (!rest.IsEmpty)
        {
            _buffer = new byte[Math.Max(InitialBytes, rest.Length * 2)];
            rest.CopyTo(_buffer);
        }
        (_start, _end) = (0, rest.Length);
    }
}
