namespace Dyno.Http;

/// <summary>The predefined fields (RFC 7541, Appendix A); indexes start at 1.</summary>
internal static class StaticTable
{
    private static readonly string[] Text =
    [
        ":authority", ":method=GET", ":method=POST", ":path=/", ":path=/index.html", ":scheme=http", ":scheme=https", ":status=200", ":status=204",
        ":status=206", ":status=304", ":status=400", ":status=404", ":status=500", "accept-charset", "accept-encoding=gzip, deflate", "accept-language",
        "accept-ranges", "accept", "access-control-allow-origin", "age", "allow", "authorization", "cache-control", "content-disposition",
        "content-encoding", "content-language", "content-length", "content-location", "content-range", "content-type", "cookie", "date", "etag",
        "expect", "expires", "from", "host", "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "last-modified",
        "link", "location", "max-forwards", "proxy-authenticate", "proxy-authorization", "range", "referer", "refresh", "retry-after", "server",
        "set-cookie", "strict-transport-security", "transfer-encoding", "user-agent", "vary", "via", "www-authenticate",
    ];

    private static readonly ImmutableArray<(byte[] Name, byte[] Value)> Fields = [.. Text.Select(Split)];

    /// <summary>Number of fields.</summary>
    public const int Count = 61;

    public static ReadOnlySpan<byte> NameOf(int index) => Fields[index - 1].Name;

    public static ReadOnlySpan<byte> ValueOf(int index) => Fields[index - 1].Value;

    /// <summary>The index of a field, or else of the first field with the same name; 0 when there is none.</summary>
    public static int Find(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, out bool isWhole)
    {
        var named = 0;
        isWhole = false;
        for (var index = 1; index <= Count; index++)
        {
            if (!NameOf(index).SequenceEqual(name)) continue;
            isWhole = ValueOf(index).SequenceEqual(value);
            if (isWhole) return index;
            if (named == 0) named = index;
        }
        return named;
    }

    private static (byte[] Name, byte[] Value) Split(string field)
    {
        var equals = field.IndexOf('=', StringComparison.Ordinal);
        return equals < 0 ? (Encoding.ASCII.GetBytes(field), []) : (Encoding.ASCII.GetBytes(field[..equals]), Encoding.ASCII.GetBytes(field[(equals + 1)..]));
    }
}
