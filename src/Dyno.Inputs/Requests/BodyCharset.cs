namespace Dyno.Inputs;

/// <summary>The encoding that a Content-Type names, for all kinds of input.</summary>
internal static partial class BodyCharset
{
    /// <summary>UTF-8 without a byte order mark.</summary>
    public static Encoding Utf8 { get; } = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false);

    /// <summary>The name after <c>charset=</c>; null when there is none.</summary>
    public static string? Of(string? contentType) =>
        contentType is not null && Parameter().Match(contentType) is { Success: true } match ? match.Groups[1].Value : null;

    /// <summary>The encoding of a name, as .NET and editors know it; null for an unknown one.</summary>
    /// <param name="name">The name, in any case of letters.</param>
    /// <param name="fallback">How to handle a character that the encoding does not have.</param>
    public static Encoding? Find(string name, EncoderFallback fallback)
    {
        var known = name.ToUpperInvariant() switch
        {
            "UTF8" => "utf-8",
            "UTF16LE" or "UCS2" or "UCS-2" => "utf-16",
            "BINARY" => "latin1",
            "ASCII" => "us-ascii",
            _ => name,
        };
        try
        {
            var found = CodePagesEncodingProvider.Instance.GetEncoding(known, fallback, DecoderFallback.ReplacementFallback)
                ?? Encoding.GetEncoding(known, fallback, DecoderFallback.ReplacementFallback);
            return found is UTF8Encoding ? Utf8 : found;
        }
        catch (Exception unknown) when (unknown is ArgumentException or NotSupportedException)
        {
            return null;
        }
    }

    [GeneratedRegex(@";\s*charset\s*=\s*[""']?([^""';\s]*)", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex Parameter();
}
