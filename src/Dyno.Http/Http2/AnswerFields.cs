namespace Dyno.Http;

/// <summary>The fields of one block of an answer: the values that the engine needs, and all fields as text when checks need it.</summary>
internal sealed class AnswerFields(int textCapacity) : IHeaderSink
{
    private const int MaxMessageBytes = 512;

    private static readonly SearchValues<byte> NameBytes = SearchValues.Create("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz"u8);
    private static readonly SearchValues<byte> BadValueBytes = SearchValues.Create("\r\n\0"u8);

    private readonly byte[] _text = new byte[textCapacity];
    private readonly byte[] _message = new byte[MaxMessageBytes];
    private int _textLength;
    private int _messageLength;
    private bool _sawRegular;

    /// <summary>Status code, 100 to 999; 0 for none.</summary>
    public int Status { get; private set; }

    /// <summary>Value of content-length; −1 when missing.</summary>
    public long ContentLength { get; private set; }

    public bool HasLocation { get; private set; }

    /// <summary>Value of grpc-status; −1 when missing.</summary>
    public int GrpcStatus { get; private set; }

    /// <summary>Value of grpc-message, percent-encoded, cut at 512 bytes.</summary>
    public ReadOnlySpan<byte> GrpcMessage => _message.AsSpan(0, _messageLength);

    /// <summary>Compression that messages may use.</summary>
    public GrpcEncoding Encoding { get; private set; }

    /// <summary>Whether the content type is one of gRPC.</summary>
    public bool IsGrpc { get; private set; }

    /// <summary>Whether the content type is <c>text/event-stream</c>.</summary>
    public bool IsEventStream { get; private set; }

    /// <summary>Whether a field breaks a rule (RFC 9113, 8.2 and 8.3).</summary>
    public bool IsBad { get; private set; }

    /// <summary>The head as text in the form of HTTP/1.1; empty when no text is kept.</summary>
    public ReadOnlySpan<byte> Text => _text.AsSpan(0, _textLength);

    /// <summary>The values of a block, to be reused when the same bytes come again; null for a block that must be read each time.</summary>
    public FieldsSummary? Summary => IsBad || textCapacity > 0 || _messageLength > 0
        ? null : new FieldsSummary(Status, ContentLength, HasLocation, GrpcStatus, Encoding, IsGrpc, IsEventStream);

    /// <summary>Sets the values as if the block had been read.</summary>
    public void Repeat(in FieldsSummary summary)
    {
        Begin();
        (Status, ContentLength, HasLocation) = (summary.Status, summary.ContentLength, summary.HasLocation);
        (GrpcStatus, Encoding, IsGrpc, IsEventStream) = (summary.GrpcStatus, summary.Encoding, summary.IsGrpc, summary.IsEventStream);
    }

    public void Begin()
    {
        (Status, ContentLength, GrpcStatus) = (0, -1, -1);
        (HasLocation, IsBad, IsGrpc, IsEventStream, _sawRegular) = (false, false, false, false, false);
        Encoding = GrpcEncoding.None;
        (_textLength, _messageLength) = (0, 0);
    }

    public void OnField(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value)
    {
        if (name.IsEmpty) { IsBad = true; return; }
        if (name[0] == ':') { OnPseudo(name, value); return; }
        _sawRegular = true;
        if (name.IndexOfAnyExcept(NameBytes) >= 0 || value.IndexOfAny(BadValueBytes) >= 0) IsBad = true;
        switch (name.Length)
        {
            case 14 when name.SequenceEqual("content-length"u8): ReadLength(value); break;
            case 8 when name.SequenceEqual("location"u8): HasLocation = true; break;
            case 11 when name.SequenceEqual("grpc-status"u8): GrpcStatus = NumberOf(value, 3, -1); break;
            case 12 when name.SequenceEqual("grpc-message"u8): KeepMessage(value); break;
            case 12 when name.SequenceEqual("content-type"u8):
                (IsGrpc, IsEventStream) = (value.StartsWith("application/grpc"u8), value.StartsWith("text/event-stream"u8));
                break;
            case 13 when name.SequenceEqual("grpc-encoding"u8): Encoding = EncodingOf(value); break;
            case 10 when name.SequenceEqual("connection"u8) || name.SequenceEqual("keep-alive"u8):
            case 7 when name.SequenceEqual("upgrade"u8):
            case 16 when name.SequenceEqual("proxy-connection"u8):
            case 17 when name.SequenceEqual("transfer-encoding"u8): IsBad = true; break;
        }
        if (_text.Length > 0) Write(name, ": "u8, value);
    }

    public void End()
    {
        if (_text.Length - _textLength >= 2) Append("\r\n"u8);
    }

    private void OnPseudo(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value)
    {
        if (_sawRegular || Status != 0 || !name.SequenceEqual(":status"u8)) { IsBad = true; return; }
        Status = value.Length == 3 ? NumberOf(value, 3, 0) : 0;
        if (Status < 100) IsBad = true;
        if (_text.Length > 0) Write("HTTP/2 "u8, value, default);
    }

    private void ReadLength(ReadOnlySpan<byte> value)
    {
        var isNumber = Utf8Parser.TryParse(value, out long length, out var used) && used == value.Length && length >= 0 && value[0] != '+';
        if (!isNumber || (ContentLength >= 0 && ContentLength != length)) IsBad = true;
        else ContentLength = length;
    }

    private void KeepMessage(ReadOnlySpan<byte> value)
    {
        _messageLength = Math.Min(value.Length, _message.Length);
        value[.._messageLength].CopyTo(_message);
    }

    private static int NumberOf(ReadOnlySpan<byte> value, int maxDigits, int otherwise)
    {
        if (value.IsEmpty || value.Length > maxDigits) return otherwise;
        var number = 0;
        foreach (var digit in value)
        {
            if (digit is < (byte)'0' or > (byte)'9') return otherwise;
            number = number * 10 + digit - '0';
        }
        return number;
    }

    private static GrpcEncoding EncodingOf(ReadOnlySpan<byte> value)
    {
        if (value.SequenceEqual("identity"u8)) return GrpcEncoding.None;
        if (value.SequenceEqual("gzip"u8)) return GrpcEncoding.Gzip;
        return value.SequenceEqual("deflate"u8) ? GrpcEncoding.Deflate : GrpcEncoding.Unknown;
    }

    private void Write(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second, ReadOnlySpan<byte> third)
    {
        if (_text.Length - _textLength < first.Length + second.Length + third.Length + 2) return;
        Append(first);
        Append(second);
        Append(third);
        Append("\r\n"u8);
    }

    private void Append(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(_text.AsSpan(_textLength));
        _textLength += bytes.Length;
    }
}

/// <summary>The values of a block that the engine needs.</summary>
internal readonly record struct FieldsSummary(
    int Status, long ContentLength, bool HasLocation, int GrpcStatus, GrpcEncoding Encoding, bool IsGrpc, bool IsEventStream);

/// <summary>Compression of the messages in a gRPC answer.</summary>
internal enum GrpcEncoding : byte
{
    None,
    Gzip,
    Deflate,
    Unknown,
}
