namespace Dyno.Inputs;

/// <summary>
/// Reads the body of a request: text as it stands, with the files that it names (<c>&lt; file</c> byte for byte, <c>&lt;@ file</c> with
/// variables). A form over several lines is joined, multipart gets the line ends of its standard, GraphQL becomes JSON.
/// </summary>
internal static partial class BodyReader
{
    public static ImmutableArray<BodyPart> Read(
        ImmutableArray<SessionLine> lines, string? contentType, bool isGraphQl, VariableScope scope, InputContext context)
    {
        if (DropsComments(contentType, lines)) lines = WithoutComments(lines);
        if (lines.IsEmpty) return [];
        if (isGraphQl) return GraphQlBody.Read(lines, scope, context);
        var isForm = MediaTypes.IsForm(contentType);
        var isMultipart = contentType?.StartsWith("multipart/", StringComparison.OrdinalIgnoreCase) ?? false;
        if (isForm && !lines.Any(l => FileLine().IsMatch(l.Text)))
            return InCharset([BodyPart.Of(Form(lines, scope, context))], contentType, context.Place with { Line = lines[0].Number, Column = 1 });
        var isLines = MediaTypes.IsJsonLines(contentType);
        var parts = ImmutableArray.CreateBuilder<BodyPart>();
        var text = new List<TextPart>();
        for (var i = 0; i < lines.Length; i++)
        {
            var place = context.Place with { Line = lines[i].Number, Column = 1 };
            var ending = isMultipart ? "\r\n" : isLines && !FileLine().IsMatch(lines[i].Text) ? "\n" : i == lines.Length - 1 ? "" : lines[i].Ending;
            if (FileLine().Match(lines[i].Text) is { Success: true } file)
            {
                AddText(parts, text);
                if (ReadFile(file, scope, context, place) is { } part) parts.Add(part);
            }
            else
            {
                if (i > 0 && RequestLineText.LooksLikeOne(lines[i].Text)) place.Problem("a second request starts here", "write a line ### before it");
                text.AddRange(SlotText.Read(lines[i].Text, 1, scope, place).Parts);
            }

            text.Add(TextPart.Literal(ending));
        }

        AddText(parts, text);
        return InCharset(parts.ToImmutable(), contentType, context.Place with { Line = lines[0].Number, Column = 1 });
    }

    // No line of JSON or of a form begins with # or //, so such a line is a comment; in other texts it may be part of the text.
    private static bool DropsComments(string? contentType, ImmutableArray<SessionLine> lines) => MediaTypes.IsJson(contentType)
        || MediaTypes.IsForm(contentType)
        || (contentType is null
            && lines.FirstOrDefault(l => !l.IsBlank && !BlockParts.IsComment(l.Text)).Text?.TrimStart() is ['[', ..] or ['{', not '{', ..] or ['{']);

    private static ImmutableArray<SessionLine> WithoutComments(ImmutableArray<SessionLine> lines)
    {
        if (!lines.Any(l => BlockParts.IsComment(l.Text))) return lines;
        var kept = lines.Where(l => !BlockParts.IsComment(l.Text)).ToList();
        while (kept.Count > 0 && kept[^1].IsBlank) kept.RemoveAt(kept.Count - 1);
        return [.. kept.SkipWhile(l => l.IsBlank)];
    }

    // The text, in the encoding that the Content-Type promises.
    private static ImmutableArray<BodyPart> InCharset(ImmutableArray<BodyPart> parts, string? contentType, SourcePlace place)
    {
        if (BodyCharset.Of(contentType) is not { } charset || parts.All(p => p.Text is null || p.File is not null)) return parts;
        if (BodyCharset.Find(charset, EncoderFallback.ExceptionFallback) is not { } encoding)
        {
            place.Problem($"the charset \"{InText.Quote(charset)}\" of the body is not known", "write charset=utf-8 in Content-Type");
            return parts;
        }

        if (encoding is UTF8Encoding) return parts;
        try
        {
            foreach (var part in parts.Where(p => p is { Text: not null, File: null })) encoding.GetByteCount(part.Text!.Written);
        }
        catch (EncoderFallbackException)
        {
            place.Problem($"the charset \"{InText.Quote(charset)}\" cannot encode every character of the body", "write charset=utf-8 in Content-Type");
            return parts;
        }

        var lenient = BodyCharset.Find(charset, EncoderFallback.ReplacementFallback)!; // for values that are put in later
        return [.. parts.Select(p => p is { Text: not null, File: null } ? p with { Encoding = lenient } : p)];
    }

    private static void AddText(ImmutableArray<BodyPart>.Builder parts, List<TextPart> text)
    {
        var template = new TextTemplate(text);
        if (!template.Parts.IsEmpty) parts.Add(BodyPart.Of(template));
        text.Clear();
    }

    // Joins a form over several lines, name=value & name2=value2, with the & at either end of a line.
    private static TextTemplate Form(ImmutableArray<SessionLine> lines, VariableScope scope, InputContext context)
    {
        var parts = new List<TextPart>();
        foreach (var line in lines)
        {
            var text = FormGap().Replace(line.Text.Trim(), "$1");
            parts.AddRange(SlotText.Read(text, 1, scope, context.Place with { Line = line.Number }).Parts);
        }

        return new TextTemplate(parts);
    }

    private static BodyPart? ReadFile(Match line, VariableScope scope, InputContext context, SourcePlace place)
    {
        var name = line.Groups["path"];
        var written = VariableValue.Flatten(SlotText.Read(name.Value, name.Index + 1, scope, place));
        if (!written.IsLiteral)
        {
            place.Problem("the name of a body file cannot contain a value that is known only during the load", "write the file's name", name.Index + 1);
            return null;
        }

        var files = NamedFiles.Of(context);
        if (!files.TryRead(written.Written, place, out var bytes)) return null;
        if (!line.Groups["variables"].Success) return new BodyPart { Bytes = bytes, File = written.Written };
        if (EncodingOf(line.Groups["encoding"], place) is not { } encoding) return null;
        var inFile = new SourcePlace(context.Problems, files.PathOf(written.Written));
        var text = SessionLines.Read(bytes, inFile)
            .SelectMany(l => SlotText.Read(l.Text, 1, scope.At(place.Line), inFile with { Line = l.Number }).Parts.Append(TextPart.Literal(l.Ending)));
        return new BodyPart { Text = new TextTemplate(text), Encoding = encoding, File = written.Written };
    }

    private static Encoding? EncodingOf(Group name, SourcePlace place)
    {
        if (!name.Success) return BodyCharset.Utf8;
        if (BodyCharset.Find(name.Value, EncoderFallback.ReplacementFallback) is { } encoding) return encoding;
        place.Problem($"the encoding \"{InText.Quote(name.Value)}\" is not known", "write <@ file, or <@latin1 file", name.Index + 1);
        return null;
    }

    [GeneratedRegex(@"^<(?:(?<variables>@)(?<encoding>[\w-]+)?)?[ \t]+(?!\{%)(?<path>\S.*?)[ \t]*$", RegexOptions.CultureInvariant)]
    private static partial Regex FileLine();

    [GeneratedRegex(@"[ \t]*([=&])[ \t]*", RegexOptions.CultureInvariant)]
    private static partial Regex FormGap();
}
