namespace Dyno.Http;

/// <summary>Percent-encodes all bytes but the unreserved characters (RFC 3986, 2.1), as for a value in a query.</summary>
internal static class PercentEncoding
{
    /// <summary>Largest number of bytes that encode one byte.</summary>
    public const int Factor = 3;

    private static readonly SearchValues<byte> Unreserved =
        SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"u8);

    /// <summary>
    /// Writes the encoded bytes and returns their number. The source may overlap the destination if it lies in the last third of
    /// the destination.
    /// </summary>
    public static int Write(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        var written = 0;
        foreach (var value in source)
        {
            if (Unreserved.Contains(value)) { destination[written++] = value; continue; }
            destination[written] = (byte)'%';
            destination[written + 1] = HexDigit(value >> 4);
            destination[written + 2] = HexDigit(value & 15);
            written += Factor;
        }
        return written;
    }

    private static byte HexDigit(int value) => (byte)(value < 10 ? '0' + value : 'A' + value - 10);
}
