namespace Dyno.Inputs;

/// <summary>Decides whether a body can stand in a <c>.http</c> file so that exactly its bytes are read back.</summary>
internal static partial class InlineBody
{
    private static readonly UTF8Encoding Strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>The text to write; null when the body needs its own file.</summary>
    public static string? TextOf(RequestDraft request)
    {
        var text = new StringBuilder();
        var encoding = BodyCharset.Of(TypeOf(request)) is { } charset ? BodyCharset.Find(charset, EncoderFallback.ReplacementFallback) : BodyCharset.Utf8;
        if (encoding is null) return null;
        foreach (var part in request.Body)
        {
            if (Decode(part, encoding) is not { } piece) return null;
            text.Append(piece);
        }

        var whole = text.ToString();
        if (IsMultipart(request)) return whole.EndsWith("\r\n", StringComparison.Ordinal) && OnlyWindowsBreaks(whole) && IsPlain(whole[..^2]) ? whole : null;
        if (MediaTypes.IsJsonLines(TypeOf(request))) // the reader ends each line with a line feed
            return whole.EndsWith('\n') && !whole.Contains('\r', StringComparison.Ordinal) && IsPlain(whole[..^1]) ? whole : null;
        if (LosesComments(request, whole) && whole.Split('\n').Any(l => BlockParts.IsComment(l))) return null;
        if (IsForm(request) && (whole.Contains('\n', StringComparison.Ordinal) || FormGap().IsMatch(whole))) return null;
        return IsPlain(whole) ? whole : null;
    }

    /// <summary>Whether the lines of the body end with CR LF, whatever the line endings of the file.</summary>
    public static bool IsMultipart(RequestDraft request) => TypeOf(request).StartsWith("multipart/", StringComparison.OrdinalIgnoreCase);

    // In JSON and in forms the reader takes lines that begin with # or // for comments.
    private static bool LosesComments(RequestDraft request, string text) => TypeOf(request) is var type
        && (MediaTypes.IsJson(type) || MediaTypes.IsForm(type) || (type.Length == 0 && text is ['{' or '[', ..]));

    private static bool IsForm(RequestDraft request) => TypeOf(request).StartsWith("application/x-www-form-urlencoded", StringComparison.OrdinalIgnoreCase);

    // The reader encodes the text by the charset of the Content-Type: only a text that gives the same bytes again may stand in the file.
    private static string? Decode(BodyPart part, Encoding encoding)
    {
        if (part.Text is { } template)
        {
            var literal = template.Parts.Where(p => p.Source is null).All(p => !p.Text.Contains("{{", StringComparison.Ordinal));
            return literal && part.Encoding.WebName == encoding.WebName ? template.Written : null;
        }

        try
        {
            var text = encoding is UTF8Encoding ? Strict.GetString(part.Bytes.Span) : encoding.GetString(part.Bytes.Span);
            if (encoding is not UTF8Encoding && !encoding.GetBytes(text).AsSpan().SequenceEqual(part.Bytes.Span)) return null;
            return text.Contains("{{", StringComparison.Ordinal) ? null : text;
        }
        catch (DecoderFallbackException)
        {
            return null;
        }
    }

    // No blanks at the ends (they would be trimmed), no control characters, no line with its own meaning.
    private static bool IsPlain(string text) =>
        text.Length > 0 && !char.IsWhiteSpace(text[0]) && !char.IsWhiteSpace(text[^1])
        && text.All(c => !char.IsControl(c) || c is '\n' or '\t' or '\r') && !LoneReturn().IsMatch(text) && text[0] != '\uFEFF'
        && !text.Split('\n').Any(line => Meaning().IsMatch(line)) && text.Split('\n').Any(line => !IsCommentOrBlank(line));

    private static bool IsCommentOrBlank(string line) => line.Trim() is "" or ['#', ..] or ['/', '/', ..];

    private static bool OnlyWindowsBreaks(string text) => !LoneFeed().IsMatch(text);

    private static string TypeOf(RequestDraft request) =>
        request.Headers.Where(h => h.Name.Equals("Content-Type", StringComparison.OrdinalIgnoreCase)).Select(h => h.Value.Written).FirstOrDefault("");

    [GeneratedRegex(@"\r(?!\n)")]
    private static partial Regex LoneReturn();

    [GeneratedRegex(@"(?<!\r)\n")]
    private static partial Regex LoneFeed();

    // Lines with a meaning: separators, body files, handlers of answers, variables, request lines.
    [GeneratedRegex(@"^\s*(?:###|<(?:[ \t>{]|@)|>|@[^\s=]+\s*=|[A-Za-z]+[ \t]+(?:https?://|\{\{|/))")]
    private static partial Regex Meaning();

    [GeneratedRegex(@"^\s|\s$|[ \t][=&]|[=&][ \t]")]
    private static partial Regex FormGap();
}
