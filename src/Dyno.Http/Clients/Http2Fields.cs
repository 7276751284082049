namespace Dyno.Http;

/// <summary>Writes the HTTP/2 fields of a request that is composed at run time. The buffers are reused.</summary>
internal sealed class Http2Fields
{
    private byte[] _block = new byte[512];
    private byte[] _text = new byte[256];
    private int _length;

    /// <summary>The field block of a request; valid until the next call.</summary>
    /// <param name="encoder">Encoder of the connection.</param>
    /// <param name="isRepeated">Whether the request was sent before: its path and body length then go into the dynamic table, too.</param>
    public ReadOnlySpan<byte> Write(in ClientRequest request, HpackEncoder encoder, bool isRepeated)
    {
        var wire = request.Wire;
        _length = 0; // Room returns the space from this position on
        _length = encoder.Begin(Room(2 * HpackInteger.MaxLength));
        Field(encoder, ":method", wire.Method, HeaderIndexing.WhenItFits);
        Field(encoder, ":scheme", wire.Url.Scheme, HeaderIndexing.WhenItFits);
        Field(encoder, ":authority", HostOf(wire), HeaderIndexing.WhenItFits);
        Field(encoder, ":path", wire.Url.PathAndQuery, isRepeated ? HeaderIndexing.WhenItFits : HeaderIndexing.No);
        foreach (var (name, value) in wire.Headers)
        {
            if (IsOfConnection(name) || (Is(name, "te") && value != "trailers")) continue;
            Field(encoder, name, value, HeaderIndexing.WhenItFits);
        }
        if (request.Cookies.Length > 0) Field(encoder, "cookie", request.Cookies, HeaderIndexing.No);
        if (wire.Body.Length > 0 || wire.Method is "POST" or "PUT" or "PATCH")
            Field(encoder, "content-length", wire.Body.Length.ToString(CultureInfo.InvariantCulture), isRepeated ? HeaderIndexing.WhenItFits : HeaderIndexing.No);
        return _block.AsSpan(0, _length);
    }

    /// <summary>Whether a header is specific to an HTTP/1.1 connection (RFC 9113, 8.2.2), or is written separately here.</summary>
    private static bool IsOfConnection(string name) => name.Length switch
    {
        4 => Is(name, "host"),
        7 => Is(name, "upgrade"),
        10 => Is(name, "connection") || Is(name, "keep-alive"),
        14 => Is(name, "content-length"),
        16 => Is(name, "proxy-connection"),
        17 => Is(name, "transfer-encoding"),
        _ => false,
    };

    private static bool Is(string name, string other) => name.Equals(other, StringComparison.OrdinalIgnoreCase);

    private static string HostOf(WireRequest wire)
    {
        foreach (var (name, value) in wire.Headers)
            if (Is(name, "host")) return value;
        return RequestRules.HostOf(wire.Url);
    }

    // A field name is ASCII, and in HTTP/2 lower-case.
    private void Field(HpackEncoder encoder, string name, string value, HeaderIndexing indexing)
    {
        var most = name.Length + Encoding.UTF8.GetMaxByteCount(value.Length);
        if (_text.Length < most) _text = new byte[2 * most];
        for (var i = 0; i < name.Length; i++) _text[i] = (byte)char.ToLowerInvariant(name[i]);
        var written = Encoding.UTF8.GetBytes(value, _text.AsSpan(name.Length));
        var room = Room(HpackEncoder.MaxLengthOf(name.Length, written));
        _length += encoder.Write(_text.AsSpan(0, name.Length), _text.AsSpan(name.Length, written), indexing, room);
    }

    private Span<byte> Room(int more)
    {
        if (_block.Length - _length < more) Array.Resize(ref _block, 2 * (_length + more));
        return _block.AsSpan(_length);
    }
}
