namespace Dyno.Http;

/// <summary>
/// A piece of a request: constant bytes, a slot with bytes for each row of a feed, a generated value, or the length of a
/// body with generated values.
/// </summary>
internal readonly struct RequestSegment
{
    /// <summary>The value of Content-Length, known after the body is written.</summary>
    public static readonly RequestSegment BodyLength = new(SegmentKind.BodyLength);

    /// <summary>No bytes: the body begins here.</summary>
    public static readonly RequestSegment EndOfHead = new(SegmentKind.EndOfHead);

    private const int LengthDigits = 10;
    private readonly byte[] _literal;
    private readonly byte[][]? _rows;
    private readonly GeneratedValue? _value;
    private readonly SegmentKind _kind;

    public RequestSegment(byte[] literal) => (_literal, _kind) = (literal, SegmentKind.Literal);

    public RequestSegment(byte[][] rows) => (_literal, _rows, _kind) = ([], rows, SegmentKind.Rows);

    /// <param name="isEscaped">Whether the value is percent-encoded, for a URL.</param>
    public RequestSegment(GeneratedValue value, bool isEscaped) =>
        (_literal, _value, _kind) = ([], value, isEscaped ? SegmentKind.Escaped : SegmentKind.Generated);

    private RequestSegment(SegmentKind kind) => (_literal, _kind) = ([], kind);

    public bool IsSlot => _kind != SegmentKind.Literal;

    public bool IsGenerated => _value is not null;

    public bool IsEndOfHead => _kind == SegmentKind.EndOfHead;

    /// <summary>The bytes of a literal or of a row; empty for segments that are generated while writing.</summary>
    public ReadOnlySpan<byte> BytesOf(int row) => _rows is null ? _literal : _rows[row];

    public int MaxLengthOf(int row) => _kind switch
    {
        SegmentKind.Generated => _value!.MaxLength,
        SegmentKind.Escaped => _value!.MaxLength * PercentEncoding.Factor,
        SegmentKind.BodyLength => LengthDigits,
        _ => BytesOf(row).Length,
    };

    /// <summary>Writes the piece and returns its length.</summary>
    public int Write(int row, Span<byte> destination, ValueMaker? values, int bodyLength)
    {
        var written = 0;
        switch (_kind)
        {
            case SegmentKind.Generated: return _value!.Write(values!, destination);
            case SegmentKind.Escaped: return WriteEscaped(destination, values!);
            case SegmentKind.BodyLength:
                bodyLength.TryFormat(destination, out written, provider: CultureInfo.InvariantCulture);
                return written;
            default:
                var bytes = BytesOf(row);
                bytes.CopyTo(destination);
                return bytes.Length;
        }
    }

    // The raw value goes into the last third of the room and is encoded to the start: the output never overtakes the input.
    private int WriteEscaped(Span<byte> destination, ValueMaker values)
    {
        var room = destination[..(_value!.MaxLength * PercentEncoding.Factor)];
        var raw = room[(room.Length - _value.MaxLength)..];
        var length = _value.Write(values, raw);
        return PercentEncoding.Write(raw[..length], room);
    }

    private enum SegmentKind : byte
    {
        Literal,
        Rows,
        Generated,
        Escaped,
        BodyLength,
        EndOfHead,
    }
}
