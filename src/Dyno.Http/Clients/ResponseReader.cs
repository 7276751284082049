using System.Collections.Immutable;
using System.Text;
using Dyno.Http.Parsing;
using Dyno.Http.Requests;

namespace Dyno.Http.Clients;

/// <summary>Collects one answer after another from the bytes of one connection.</summary>
/// <param name="headLimit">Largest head taken, in bytes.</param>
/// <param name="loopBuffer">Takes what is received where that is read at once; what is left of it moves to memory of its own. Null: always its own.</param>
internal sealed class ResponseReader(int headLimit, byte[]? loopBuffer = null)
{
    private const int InitialBytes = 8 * 1024;
    private const int MaxPieceBytes = 256 * 1024;
    private const int MaxKnownBytes = 2 * 1024;
    private byte[] _buffer = loopBuffer ?? new byte[InitialBytes];
    private int _start;
    private int _end;
    private ResponseParser _parser;
    private int _maxBodyBytes;
    private bool _discardBody;
    private byte[] _body = [];
    private int _bodyLength;
    private long _bodyReceived;
    private byte[] _knownHead = []; // the last head, and what it says: the next one is usually the same
    private ImmutableArray<HeaderField> _knownHeaders = [];
    private string _knownReason = "";

    public int Status => _parser.Status;

    public bool KeepAlive => _parser.KeepAlive;

    public bool IsHttp10 => _parser.IsHttp10;

    public string ReasonPhrase { get; private set; } = "";

    public ImmutableArray<HeaderField> Headers { get; private set; } = [];

    /// <summary>The value of the first header line of this name, or null.</summary>
    public string? Header(string name)
    {
        foreach (var header in Headers)
            if (RequestHead.Is(header, name)) return header.Value;
        return null;
    }

    public ReadOnlyMemory<byte> Body => _body.AsMemory(0, _bodyLength);

    /// <summary>Bytes of this answer so far.</summary>
    public long BytesReceived { get; private set; }

    /// <summary>Whether bytes lie here that no answer has claimed.</summary>
    public bool HasRest => _end > _start;

    public void Begin(bool toHead, int maxBodyBytes, bool discardBody)
    {
        _parser.Reset(toHead, headLimit);
        (_maxBodyBytes, _discardBody) = (maxBodyBytes, discardBody);
        (_body, _bodyLength, _bodyReceived) = ([], 0, 0);
        (ReasonPhrase, Headers, BytesReceived) = ("", [], 0);
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
        var isBusyBody = _end == 0 && !_parser.IsBeforeHead && _bodyReceived > _buffer.Length && !ReferenceEquals(_buffer, loopBuffer);
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
        while (true)
        {
            var found = _parser.Read(_buffer.AsSpan(_start, _end - _start), out var consumed, out var bodyBytes);
            var piece = _buffer.AsSpan(_start, consumed);
            _start += consumed;
            if (found == ParseEvent.Head) TakeHead(piece);
            if (bodyBytes > 0) TakeBody(piece[^bodyBytes..]);
            if (found == ParseEvent.Failed) throw new InvalidDataException($"{_parser.Fault.Describe()}: {Excerpt.Of(_buffer.AsSpan(0, _end))}");
            if (found == ParseEvent.Complete) return true;
            if (found != ParseEvent.NeedMore) continue;
            if (ReferenceEquals(_buffer, loopBuffer)) KeepRest();
            return false;
        }
    }

    /// <summary>The peer closes: true when that ends the answer.</summary>
    public bool TryFinishByClose() => _parser.Close() == ParseEvent.Complete;

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

    private void TakeHead(ReadOnlySpan<byte> head)
    {
        if (!head.SequenceEqual(_knownHead)) Learn(head);
        (Headers, ReasonPhrase) = (_knownHeaders, _knownReason);
        if (_parser.Remaining > _maxBodyBytes && !_discardBody) throw TooLarge();
        if (_parser.Remaining > 0 && !_discardBody && !_parser.IsChunked) _body = new byte[_parser.Remaining];
    }

    private void Learn(ReadOnlySpan<byte> head)
    {
        var line = head[..head.IndexOf((byte)'\r')];
        _knownReason = line.Length > 13 ? Encoding.Latin1.GetString(line[13..]) : "";
        var headers = ImmutableArray.CreateBuilder<HeaderField>(16);
        for (var lines = new HeaderLines(head); lines.MoveNext();)
            headers.Add(new HeaderField(Encoding.Latin1.GetString(lines.Name), Encoding.Latin1.GetString(lines.Value)));
        _knownHeaders = headers.DrainToImmutable();
        if (head.Length > MaxKnownBytes) _knownHead = [];
        else if (head.Length == _knownHead.Length) head.CopyTo(_knownHead);
        else _knownHead = head.ToArray();
    }

    private void TakeBody(ReadOnlySpan<byte> piece)
    {
        _bodyReceived += piece.Length;
        if (_discardBody) return;
        if (_bodyReceived > _maxBodyBytes) throw TooLarge();
        if (_bodyLength + piece.Length > _body.Length)
            Array.Resize(ref _body, (int)Math.Min(Math.Max(_body.Length * 2L, _bodyLength + piece.Length), _maxBodyBytes));
        piece.CopyTo(_body.AsSpan(_bodyLength));
        _bodyLength += piece.Length;
    }

    private InvalidDataException TooLarge() => new($"the body exceeds {_maxBodyBytes} bytes");
}
