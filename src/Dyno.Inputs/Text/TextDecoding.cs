namespace Dyno.Inputs;

/// <summary>Decodes the bytes of a file: UTF-8, UTF-16 with a byte order mark, otherwise Latin-1.</summary>
internal static class TextDecoding
{
    private static readonly UTF8Encoding StrictUtf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    public static string Decode(ReadOnlySpan<byte> bytes) => bytes switch
    {
        [0xEF, 0xBB, 0xBF, .. var rest] => Encoding.UTF8.GetString(rest),
        [0xFF, 0xFE, .. var rest] => Encoding.Unicode.GetString(rest),
        [0xFE, 0xFF, .. var rest] => Encoding.BigEndianUnicode.GetString(rest),
        _ => DecodeUnmarked(bytes),
    };

    private static string DecodeUnmarked(ReadOnlySpan<byte> bytes)
    {
        try
        {
            return StrictUtf8.GetString(bytes);
        }
        catch (DecoderFallbackException)
        {
            return Encoding.Latin1.GetString(bytes);
        }
    }
}
