namespace Dyno.Inputs;

/// <summary>The body of a block: text in the charset of its Content-Type, or <c>b64_</c> and base64 for bytes.</summary>
internal static class SessionBody
{
    private const string Base64Prefix = "b64_";

    public static ImmutableArray<BodyPart> Read(ImmutableArray<SessionLine> block, DraftHead head, string? method, SessionScope scope, SourcePlace place)
    {
        var lines = block[head.BodyStart..].TakeWhile(l => !l.StartsStoredResponse).ToImmutableArray();
        var first = lines.FirstOrDefault(l => !l.IsBlank);
        if (first.Text is null) return [];
        var misplaced = lines.FirstOrDefault(l => RequestLine.LooksLikeOne(l.Text));
        if (misplaced.Text is not null)
            misplaced.In(place).Problem("a second request starts inside a body", "write a line of 66 dashes before it");
        place = first.In(place);
        if (method == "GET")
        {
            if (misplaced.Text is null) place.Warning("the body of a GET request is not sent", "use POST, or remove the body");
            return [];
        }

        var text = TextOf(lines);
        if (text.StartsWith(Base64Prefix, StringComparison.Ordinal)) return Part(FromBase64(text[Base64Prefix.Length..], place));
        var template = text.Contains("{{", StringComparison.Ordinal) ? scope.ReadBody(text, place) : null;
        var bytes = Encode(text, Charset(head), TypePlace(head, place));
        return template is not { IsLiteral: false } ? Part(bytes)
            : [BodyPart.Of(template) with { Encoding = Charset(head) is { } charset
                && bytes.Length > 0 ? BodyCharset.Find(charset, EncoderFallback.ExceptionFallback)! : BodyCharset.Utf8 }];
    }

    private static ImmutableArray<BodyPart> Part(byte[] bytes) => bytes.Length == 0 ? [] : [new BodyPart { Bytes = bytes }];

    // The blank line after the head and the blank lines around the body are not part of the body.
    private static string TextOf(ImmutableArray<SessionLine> lines)
    {
        var text = new StringBuilder();
        foreach (var line in lines.SkipWhile(l => l.IsBlank)) text.Append(line.Text).Append(line.Ending);
        return text.ToString().TrimEnd('\r', '\n');
    }

    private static byte[] FromBase64(string text, SourcePlace place)
    {
        try
        {
            return Convert.FromBase64String(text);
        }
        catch (FormatException)
        {
            place.Problem("the text after b64_ is not base64", "write b64_ and the body in base64, e.g. b64_SGVsbG8=");
            return [];
        }
    }

    // The place that names the charset: the header Content-Type, or the body when there is none.
    private static SourcePlace TypePlace(DraftHead head, SourcePlace body)
    {
        for (var i = 0; i < head.Lines.Length; i++)
            if (head.Headers[i].Name.Equals("Content-Type", StringComparison.OrdinalIgnoreCase)) return body with { Line = head.Lines[i], Column = 1 };
        return body;
    }

    private static string? Charset(DraftHead head) =>
        BodyCharset.Of(HeaderList.Find(head.Headers, "Content-Type"));

    private static byte[] Encode(string text, string? charset, SourcePlace place)
    {
        var encoding = charset is null ? BodyCharset.Utf8 : BodyCharset.Find(charset, EncoderFallback.ExceptionFallback);
        try
        {
            if (encoding is not null) return encoding.GetBytes(text);
            place.Problem($"the charset \"{InText.Quote(charset!)}\" is not known", "write charset=utf-8 in Content-Type");
        }
        catch (EncoderFallbackException)
        {
            place.Problem($"the charset \"{charset}\" cannot encode every character of the body", "write charset=utf-8 in Content-Type");
        }

        return [];
    }
}
