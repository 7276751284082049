namespace Dyno.Http;

/// <summary>Collects one answer after another from the bytes of one connection.</summary>
/// <param name="headLimit">Largest head accepted, in bytes.</param>
/// <param name="loopBuffer">Buffer shared with other connections; unread bytes move to the reader's own buffer. Null: always its own buffer.</param>
internal sealed class ResponseReader(int headLimit, byte[]? loopBuffer = null)
{
    private const int InitialBytes = 8 * 1024;
    private const int MaxPieceBytes = 256 * 1024;
    private readonly IncomingAnswer _answer = new();
    private byte[] _buffer = loopBuffer ?? new byte[InitialBytes];
    private int _start;
    private int _end;
    private AnswerHead? _lastHead; // the next head is usually the same

    /// <summary>The head; null before it is read.</summary>
    public AnswerHead? Head => _answer.Head;

    /// <summary>The body as sent, after chunking.</summary>
    public ReadOnlyMemory<byte> Body => _answer.Body;

    public bool KeepAlive => _answer.KeepsAlive;

    /// <summary>Bytes received of this answer so far.</summary>
    public long BytesReceived { get; private set; }

    /// <summary>Whether received bytes remain that belong to no answer.</summary>
    public bool HasRest => _end > _start;

    public void Begin(bool toHead, int maxBodyBytes, bool discardBody, IBodySink? sink = null)
    {
        _answer.Begin(toHead, headLimit, maxBodyBytes, discardBody, sink);
        BytesReceived = 0;
        if (loopBuffer is not null && !HasRest) (_buffer, _start, _end) = (loopBuffer, 0, 0);
    }

    /// <summary>Memory for the next bytes to receive.</summary>
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

    /// <summary>Parses the received bytes; true when the answer is complete.</summary>
    /// <exception cref="InvalidDataException">The answer is invalid, or its body is too large.</exception>
    public bool TryFinish()
    {
        var progress = _answer.Read(_buffer.AsSpan(_start, _end - _start), _lastHead, out var consumed);
        _start += consumed;
        if (_answer.Head is { } head) _lastHead = head;
        if (progress == AnswerProgress.Wrong) throw StreamException.Of(_answer.ProblemKind, _answer.Problem);
        if (progress == AnswerProgress.NeedsMore && ReferenceEquals(_buffer, loopBuffer)) KeepRest();
        return progress == AnswerProgress.Whole;
    }

    /// <summary>Handles a close by the peer; true when the close ends the answer.</summary>
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
