namespace Dyno.Inputs;

/// <summary>The lines of a block, sorted by their meaning. Nothing is looked up yet, because variables may be defined further down.</summary>
internal sealed partial record BlockParts
{
    public required FileBlock Block { get; init; }

    public ImmutableArray<Directive> Directives { get; init; } = [];

    /// <summary>Lines <c>@name = value</c>.</summary>
    public ImmutableArray<SessionLine> Variables { get; init; } = [];

    /// <summary>The request line and the lines that continue it; empty when the block has no request.</summary>
    public ImmutableArray<SessionLine> RequestLine { get; init; } = [];

    /// <summary>The lines of a curl command, which may stand in the place of a request line, headers and body.</summary>
    public ImmutableArray<SessionLine> Curl { get; init; } = [];

    public ImmutableArray<SessionLine> Headers { get; init; } = [];

    /// <summary>The lines of the body, without blank lines around them, and without what editors do after the answer.</summary>
    public ImmutableArray<SessionLine> Body { get; init; } = [];

    /// <summary>
    /// Whether the request of the block is switched off, by WebSurge or by <c># @disabled</c>; then only its variables and what it says of the file count.
    /// </summary>
    public bool IsSwitchedOff { get; private init; }

    public bool HasRequest => RequestLine.Length > 0;

    /// <summary>The name by which other requests refer to this one: <c># @name</c>, or a title that is one word.</summary>
    public string? Label => Directives.FirstOrDefault(d => d.Name == "name")?.Argument is { } name ? (OneWord().IsMatch(name) ? name : null)
        : HasRequest && OneWord().IsMatch(Block.Title) ? Block.Title : null;

    public static BlockParts Read(FileBlock block, SourcePlace place)
    {
        var lines = new LineCursor(block.Lines);
        var directives = ImmutableArray.CreateBuilder<Directive>();
        var variables = ImmutableArray.CreateBuilder<SessionLine>();
        ReadPreamble(lines, directives, variables, place);
        var curl = ReadCurl(lines);
        var requestLine = curl.Length > 0 ? curl[..1] : ReadRequestLine(lines);
        var headers = ReadHeaders(lines, directives, place);
        if (ControlHeaders.SwitchesOff(headers) || directives.Any(d => d.SwitchesOff))
            return new BlockParts
            {
                Block = block,
                Directives = [.. directives.Where(d => d.IsOfFile)],
                Variables = variables.ToImmutable(),
                IsSwitchedOff = true,
            };
        var body = ScriptLines.Drop(lines.Rest(), directives, place);
        if (requestLine.Length > 0 && headers.Length + requestLine.Length > 0) body = TakeVariables(body, variables);
        return new BlockParts
        {
            Block = block,
            Directives = directives.ToImmutable(),
            Variables = variables.ToImmutable(),
            RequestLine = requestLine,
            Curl = curl,
            Headers = headers,
            Body = !SaysWhatItSends(requestLine, headers) && IsOnlyComments(body) ? [] : WithoutBlankEnds(body),
        };
    }

    public static bool IsComment(string text) => text.TrimStart() is ['#', ..] or ['/', '/', ..];

    private static void ReadPreamble(
        LineCursor lines, ImmutableArray<Directive>.Builder directives, ImmutableArray<SessionLine>.Builder variables, SourcePlace place)
    {
        for (; lines.More; lines.Next())
        {
            var text = lines.Current.Text.Trim();
            if (text.Length == 0) continue;
            if (text[0] == '@') variables.Add(lines.Current);
            else if ((Directive.Read(lines.Current) ?? HttpYacAssert.Read(lines.Current)) is { } directive) directives.Add(directive);
            else if (!IsComment(text) && !ScriptLines.TrySkip(lines, place)) return;
        }
    }

    // A curl command continues to the next empty line.
    private static ImmutableArray<SessionLine> ReadCurl(LineCursor lines)
    {
        var command = ImmutableArray.CreateBuilder<SessionLine>();
        if (lines.More && lines.Current.Text.TrimStart().StartsWith("curl ", StringComparison.Ordinal))
            while (lines.More && !lines.Current.IsBlank) command.Add(lines.Take());
        return command.ToImmutable();
    }

    private static ImmutableArray<SessionLine> ReadRequestLine(LineCursor lines)
    {
        if (!lines.More || ScriptLines.BeginsStoredAnswer(lines.Current)) return [];
        var request = ImmutableArray.CreateBuilder<SessionLine>();
        request.Add(lines.Take());
        while (lines.More && (GoesOn(lines.Current.Text) || IsSwitchedOffQuery(lines)))
        {
            if (GoesOn(lines.Current.Text)) request.Add(lines.Current);
            lines.Next();
        }

        return request.ToImmutable();
    }

    // A line of a query that is commented out, such as "# &b=2" between two lines of a query.
    private static bool IsSwitchedOffQuery(LineCursor lines) => IsComment(lines.Current.Text) && Directive.Read(lines.Current) is null
        && lines.Rest().SkipWhile(l => IsComment(l.Text) && Directive.Read(l) is null).FirstOrDefault() is { Text: { } next }
            && next.TrimStart() is ['?' or '&', ..];

    // Whether a line continues the URL: a query over several lines (REST Client: lines that begin with ? or &), or an indented URL (JetBrains).
    private static bool GoesOn(string text) => !string.IsNullOrWhiteSpace(text) && !IsComment(text)
        && (text.TrimStart() is ['?', not '?', ..] or ['&', ..] or ['?'] || (text[0] is ' ' or '\t' && !HeaderStart().IsMatch(text)));

    private static ImmutableArray<SessionLine> ReadHeaders(LineCursor lines, ImmutableArray<Directive>.Builder directives, SourcePlace place)
    {
        var headers = ImmutableArray.CreateBuilder<SessionLine>();
        for (; lines.More && !lines.Current.IsBlank && !ScriptLines.BeginsStoredAnswer(lines.Current); lines.Next())
        {
            if ((Directive.Read(lines.Current) ?? HttpYacAssert.Read(lines.Current)) is { } directive) directives.Add(directive);
            else if (!IsComment(lines.Current.Text) && !ScriptLines.TrySkipAssert(lines.Current, place)) headers.Add(lines.Current);
        }

        return headers.ToImmutable();
    }

    // After a request, and after an empty line below its body, a line @name = value is a variable and not part of the body.
    private static ImmutableArray<SessionLine> TakeVariables(
        ImmutableArray<SessionLine> body, ImmutableArray<SessionLine>.Builder variables)
    {
        var end = body.Length;
        while (end > 0 && (body[end - 1].IsBlank || IsComment(body[end - 1].Text) || VariableLine().IsMatch(body[end - 1].Text))) end--;
        while (end > 0 && end < body.Length && !body[end].IsBlank) end++;
        var found = body[end..].Where(l => VariableLine().IsMatch(l.Text)).ToList();
        if (found.Count == 0) return body;
        variables.AddRange(found);
        return body[..end];
    }

    // Whether lines that begin with # are sent: Markdown has such lines, and a POST, PUT or PATCH with a Content-Type means to send its body.
    private static bool SaysWhatItSends(ImmutableArray<SessionLine> requestLine, ImmutableArray<SessionLine> headers) =>
        requestLine.Any(l => l.Text.TrimStart() is ['P' or 'p', ..]) && headers.Any(h => h.Text.TrimStart().StartsWith("Content-Type", StringComparison.OrdinalIgnoreCase));

    private static bool IsOnlyComments(ImmutableArray<SessionLine> body) => body.All(l => l.IsBlank || IsComment(l.Text));

    private static ImmutableArray<SessionLine> WithoutBlankEnds(ImmutableArray<SessionLine> body)
    {
        var (from, to) = (0, body.Length);
        while (from < to && body[from].IsBlank) from++;
        while (to > from && body[to - 1].IsBlank) to--;
        return body[from..to];
    }

    [GeneratedRegex(@"^[A-Za-z_][\w-]*$")]
    private static partial Regex OneWord();

    [GeneratedRegex(@"^\s*[!#$%&'*+\-.^_`|~0-9A-Za-z]+[ \t]*:(?!//)")]
    private static partial Regex HeaderStart();

    [GeneratedRegex(@"^\s*@[^\s=]+\s*=")]
    private static partial Regex VariableLine();
}
