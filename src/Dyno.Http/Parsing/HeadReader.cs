namespace Dyno.Http;

/// <summary>Reads the status line and the header lines that determine the framing of the body.</summary>
internal static class HeadReader
{
    private const ulong Http11 = 0x312E312F50545448; // "HTTP/1.1", little endian
    private const ulong Http10 = 0x302E312F50545448;
    private static readonly SearchValues<byte> TokenBytes = SearchValues.Create(
        "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"u8);

    /// <param name="head">Status line and header lines, each with its CRLF.</param>
    /// <param name="parser">The parser that receives the status, the flags and the length.</param>
    public static ResponseFault Read(ReadOnlySpan<byte> head, ref ResponseParser parser)
    {
        var fault = ReadStatusLine(head, ref parser);
        if (fault != ResponseFault.None) return fault;
        parser.Remaining = -1;
        var lines = head[(head.IndexOf((byte)'\n') + 1)..];
        while (!lines.IsEmpty)
        {
            var length = lines.IndexOfAny((byte)'\r', (byte)'\n', (byte)0);
            if (lines[length] != '\r' || lines[length + 1] != '\n') return ResponseFault.BadHeader;
            fault = ReadLine(lines[..length], ref parser);
            if (fault != ResponseFault.None) return fault;
            lines = lines[(length + 2)..];
        }
        return ResponseFault.None;
    }

    private static ResponseFault ReadStatusLine(ReadOnlySpan<byte> head, ref ResponseParser parser)
    {
        if (head.Length < 8) return ResponseFault.NotHttp;
        var version = BinaryPrimitives.ReadUInt64LittleEndian(head);
        if (version is not (Http11 or Http10)) return ResponseFault.NotHttp;
        parser.Flags = version == Http11 ? HeadFlags.KeepAlive : HeadFlags.Http10;
        if (head.Length < 14 || head[8] != ' ' || head[12] is not ((byte)' ' or (byte)'\r')) return ResponseFault.BadStatus;
        var (a, b, c) = (head[9] - '0', head[10] - '0', head[11] - '0');
        if ((uint)(a - 1) > 8 || (uint)b > 9 || (uint)c > 9) return ResponseFault.BadStatus;
        parser.StatusCode = (short)(a * 100 + b * 10 + c);
        var end = head.IndexOfAny((byte)'\r', (byte)'\n', (byte)0);
        return head[end] == '\r' && head[end + 1] == '\n' ? ResponseFault.None : ResponseFault.BadStatus;
    }

    private static ResponseFault ReadLine(ReadOnlySpan<byte> line, ref ResponseParser parser)
    {
        var colon = line.IndexOf((byte)':');
        if (colon <= 0 || line[..colon].IndexOfAnyExcept(TokenBytes) >= 0) return ResponseFault.BadHeader;
        var name = line[..colon];
        switch (name[0] | 0x20)
        {
            case 'c' when colon == 14 && Ascii.EqualsIgnoreCase(name, "content-length"u8):
                return ReadContentLength(line[(colon + 1)..], ref parser);
            case 'c' when colon == 10 && Ascii.EqualsIgnoreCase(name, "connection"u8):
                ReadConnection(line[(colon + 1)..], ref parser);
                break;
            case 't' when colon == 17 && Ascii.EqualsIgnoreCase(name, "transfer-encoding"u8):
                return ReadTransferEncoding(line[(colon + 1)..], ref parser);
            case 'l' when colon == 8 && Ascii.EqualsIgnoreCase(name, "location"u8):
                parser.Flags |= HeadFlags.Location;
                break;
        }
        return ResponseFault.None;
    }

    private static ResponseFault ReadContentLength(ReadOnlySpan<byte> value, ref ResponseParser parser)
    {
        // "5, 5" counts as "5": RFC 9110, section 8.6, lets a recipient accept a list of equal values.
        foreach (var range in value.Split((byte)','))
        {
            var digits = value[range].Trim(" \t"u8);
            if (digits.IsEmpty || digits.Length > 18) return ResponseFault.BadContentLength;
            long length = 0;
            foreach (var digit in digits)
            {
                if (!char.IsAsciiDigit((char)digit)) return ResponseFault.BadContentLength;
                length = length * 10 + (digit - '0');
            }
            if (parser.Remaining >= 0 && parser.Remaining != length) return ResponseFault.ConflictingLengths;
            parser.Remaining = length;
        }
        return ResponseFault.None;
    }

    private static void ReadConnection(ReadOnlySpan<byte> value, ref ResponseParser parser)
    {
        foreach (var range in value.Split((byte)','))
        {
            var option = value[range].Trim(" \t"u8);
            if (Ascii.EqualsIgnoreCase(option, "close"u8)) parser.Flags |= HeadFlags.Close;
            if (Ascii.EqualsIgnoreCase(option, "keep-alive"u8)) parser.Flags |= HeadFlags.KeepAlive;
        }
    }

    private static ResponseFault ReadTransferEncoding(ReadOnlySpan<byte> value, ref ResponseParser parser)
    {
        foreach (var range in value.Split((byte)','))
        {
            var coding = value[range].Trim(" \t"u8);
            if (coding.IsEmpty) continue;
            if (parser.IsChunked) return ResponseFault.BadTransferEncoding; // nothing may follow chunked
            parser.Flags |= HeadFlags.TransferEncoding;
            if (Ascii.EqualsIgnoreCase(coding, "chunked"u8)) parser.Flags |= HeadFlags.Chunked;
        }
        return ResponseFault.None;
    }
}
