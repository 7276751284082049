namespace Dyno.Inputs;

/// <summary>Makes one request from a block, and resolves its variables.</summary>
internal sealed partial class HttpRequestReader(VariableScope scope, InputContext context)
{
    private const string GraphQlMark = "X-Request-Type";

    /// <summary>The requests of the block: one, or several of a curl command; none when the request line is wrong, which was reported.</summary>
    public IEnumerable<RequestDraft> Read(BlockParts parts)
    {
        if (parts.Curl.Length == 0) return ReadOne(parts) is { } one ? [one] : [];
        var directives = RequestDirectives.Read(parts.Directives, parts.Label, context.Place);
        return Importers.All.ReadCommand(parts, scope, context).Select(draft => WithDirectives(draft, parts, directives));
    }

    private RequestDraft? ReadOne(BlockParts parts)
    {
        var first = parts.RequestLine[0];
        var place = context.Place with { Line = first.Number, Column = first.Text.Length - first.Text.TrimStart().Length + 1 };
        var line = RequestLineText.Read(parts.RequestLine, place);
        var control = new ControlState();
        var headers = ReadHeaders(parts.Headers, ref control);
        var isGraphQl = line is { IsGraphQl: true } || headers.Any(IsGraphQlMark);
        headers = headers.RemoveAll(IsGraphQlMark);
        var body = BodyReader.Read(parts.Body, TypeOf(headers), isGraphQl, scope, context);
        if (isGraphQl && TypeOf(headers) is null) headers = headers.Add(new("Content-Type", TextTemplate.Of("application/json")));
        var directives = RequestDirectives.Read(parts.Directives, parts.Label, context.Place);
        if (line is null) return null;
        var before = context.Problems.Count;
        var url = new TextTemplate(line.Url.SelectMany(piece => Url(piece, place).Parts));
        place = place with { Column = line.Url[0].Column };
        if (context.Problems.Count == before) url = Absolute(url, ref headers, place);
        var draft = WithDirectives(new RequestDraft
        {
            Name = control.Name,
            Method = line.Method,
            Url = url,
            Headers = headers,
            Body = body,
            Version = line.Version,
            IsVersionExact = line.IsVersionExact,
            Line = place.Line,
            Column = place.Column,
        }, parts, directives);
        if (line.Method == "GRPC") draft = Call(draft, place);
        if (line.Method == "WEBSOCKET" || WebSocketTarget.IsMeant(VariableValue.Flatten(url).Written)) draft = WebSocket(draft, url, directives);
        url = draft.Url;
        // Problems of the URL as a whole are reported together with all others.
        if (context.Problems.Count == before && LanePlanner.HasFixedHost(url)) RequestCompiler.Compile(draft with { Headers = [], Body = [] }, place);
        return draft;
    }

    private static RequestDraft WithDirectives(RequestDraft draft, BlockParts parts, RequestDirectives directives) => draft with
    {
        Name = directives.Name ?? (parts.Block.Title.Length > 0 ? InText.Quote(parts.Block.Title) : null) ?? draft.Name,
        Label = parts.Label,
        Checks = directives.Checks,
        Thresholds = directives.Thresholds,
        Weight = directives.Weight,
        Instance = directives.Instance,
        Once = directives.Once,
        Token = directives.Token,
        KeepsCookies = !parts.Directives.Any(d => d.Name == "no-cookie-jar"),
        After = [.. directives.After.Select(d => d.Argument)],
    };

    private readonly WebSocketPlan _sockets = WebSocketTarget.Plan(context.Request, context.Problems);
    private readonly GrpcTarget _calls = new(context.Request, context.Problems);

    // A call such as GRPC localhost:5000/package.Service/Method goes over http, unless the URL says https:// or grpcs://.
    private RequestDraft Call(RequestDraft draft, SourcePlace place)
    {
        var url = VariableValue.Flatten(draft.Url);
        if (!TargetUrl.TryRead(GrpcTarget.ToHttp(url.Written), place, out var whole, out _)
            || _calls.Read(whole.AbsolutePath, place) is not { } call) return draft;
        return draft with
        {
            Name = draft.Name ?? GrpcTarget.NameOf(call),
            Url = TextTemplate.Of(whole.AbsoluteUri),
            Grpc = call,
            Version = HttpVersionChoice.Http2,
            IsVersionExact = true,
        };
    }

    // A request such as WEBSOCKET ws://localhost:5000/chat goes over ws://, unless the URL says wss:// or https://.
    private RequestDraft WebSocket(RequestDraft draft, TextTemplate url, RequestDirectives directives)
    {
        var parts = VariableValue.Flatten(url).Parts;
        if (!parts.IsEmpty && parts[0].Source is null && WebSocketTarget.IsMeant(parts[0].Text))
            url = new TextTemplate([TextPart.Literal(WebSocketTarget.ToHttp(parts[0].Text)), .. parts.Skip(1)]);
        return draft with
        {
            Method = "WEBSOCKET",
            Url = url,
            WebSocket = _sockets with { Answers = directives.Answers ?? _sockets.Answers, MatchField = directives.Match ?? _sockets.MatchField },
        };
    }

    private TextTemplate Url((string Text, int Line, int Column) piece, SourcePlace place) =>
        SlotText.Read(piece.Text, piece.Column, scope, place with { Line = piece.Line });

    private ImmutableArray<HeaderDraft> ReadHeaders(ImmutableArray<SessionLine> lines, ref ControlState control)
    {
        var headers = ImmutableArray.CreateBuilder<HeaderDraft>();
        var plain = new List<HeaderField>();
        foreach (var (field, line) in Unfolded(lines))
        {
            var place = context.Place with { Line = line, Column = 1 };
            if (IsMisplaced(field, place)) break;
            if (!HeaderLine.TryRead(field, place, out var header)) continue;
            if (HeaderList.IsRepeated(plain, header)) place.Problem($"the request has \"{header.Name}\" twice", "keep one of them");
            plain.Add(header);
            if (ControlHeaders.IsOne(header.Name))
            {
                control = Control(control, header, place);
                continue;
            }

            if (HeaderList.IsWrittenByDyno(header.Name))
            {
                if (!header.Name.Equals("Content-Length", StringComparison.OrdinalIgnoreCase))
                    place.Warning($"\"{header.Name}\" is left out: Dyno sends the body whole, with its length");
                continue;
            }

            var value = SlotText.Read(header.Value, field.IndexOf(':', StringComparison.Ordinal) + 2, scope, place);
            headers.Add(new HeaderDraft(header.Name, Authorization.Of(header.Name, value, place)));
        }

        return headers.ToImmutable();
    }

    // WebSurge writes its control headers into .http files, too; tokens are written in another way in these files.
    private static ControlState Control(ControlState control, HeaderField header, SourcePlace place)
    {
        control = ControlHeaders.Apply(control, header.Name, header.Value, place);
        if (control.HasTokens) place.Warning($"\"{header.Name}\" has no effect in a .http file", "write # @name login above the earlier request, and {{login.response.body.$.token}} here");
        return control;
    }

    // A value that continues in an indented line is one value (obsolete in HTTP, but common in files).
    private static IEnumerable<(string Text, int Line)> Unfolded(ImmutableArray<SessionLine> lines)
    {
        for (var i = 0; i < lines.Length; i++)
        {
            var (text, number) = (lines[i].Text.TrimEnd(), lines[i].Number);
            while (i + 1 < lines.Length && lines[i + 1].Text is [' ' or '\t', ..]) text += " " + lines[++i].Text.Trim();
            yield return (text.TrimStart(), number);
        }
    }

    private static bool IsMisplaced(string line, SourcePlace place)
    {
        if (RequestLineText.LooksLikeOne(line)) place.Problem("a second request starts here", "write a line ### before it");
        else if (line is ['{' or '[', ..] || BodyTag().IsMatch(line)) place.Problem("a body seems to start among the headers", "write an empty line before it");
        else return false;
        return true;
    }

    private static bool IsGraphQlMark(HeaderDraft header) => header.Name.Equals(GraphQlMark, StringComparison.OrdinalIgnoreCase)
        && header.Value.Written.Trim().Equals("GraphQL", StringComparison.OrdinalIgnoreCase);

    private static string? TypeOf(ImmutableArray<HeaderDraft> headers) => headers
        .Where(h => h.Name.Equals("Content-Type", StringComparison.OrdinalIgnoreCase))
        .Select(h => VariableValue.Flatten(h.Value).Written).FirstOrDefault();

    // A path without a host goes to the host of the Host header, or to the program that Dyno started.
    private TextTemplate Absolute(TextTemplate url, ref ImmutableArray<HeaderDraft> headers, SourcePlace place)
    {
        var start = VariableValue.Flatten(url).Parts;
        if (start.IsEmpty || start[0].Source is not null || !start[0].Text.StartsWith('/')) return url;
        var host = headers.FirstOrDefault(h => h.Name.Equals("Host", StringComparison.OrdinalIgnoreCase));
        if (host.Name is not null)
        {
            var scheme = host.Value.Written.EndsWith(":443", StringComparison.Ordinal) || host.Value.Written.EndsWith(":8443", StringComparison.Ordinal) ? "https" : "http";
            headers = headers.Remove(host);
            return new TextTemplate([TextPart.Literal($"{scheme}://"), .. host.Value.Parts, .. url.Parts]);
        }

        if (context.Request.RebaseTo is { } subject) return new TextTemplate([TextPart.Literal(subject.GetLeftPart(UriPartial.Authority)), .. url.Parts]);
        place.Problem($"the URL has no host: \"{InText.Quote(url.Written)}\"", $"write \"http://localhost:5000{InText.Quote(url.Written)}\", or a Host header; or give --subject, whose address it then gets");
        return url;
    }

    [GeneratedRegex(@"^<(?:@\w*)?\s|^<[?A-Za-z]", RegexOptions.CultureInvariant)]
    private static partial Regex BodyTag();
}
