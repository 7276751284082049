namespace Dyno.Http;

/// <summary>The first bytes of input that could not be parsed, as text for a message.</summary>
internal static class Excerpt
{
    private const int MaxBytes = 80;

    public static string Of(ReadOnlySpan<byte> bytes)
    {
        var text = new StringBuilder();
        foreach (var value in bytes[..Math.Min(bytes.Length, MaxBytes)])
            text.Append(value is >= 0x20 and < 0x7f ? (char)value : value is 13 or 10 ? ' ' : '.');
        return text.ToString();
    }
}
