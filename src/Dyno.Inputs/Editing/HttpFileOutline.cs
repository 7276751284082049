namespace Dyno.Inputs;

/// <summary>Finds the parts of an <c>.http</c> file, by the rules of its reader.</summary>
internal static partial class HttpFileOutline
{
    public static (ImmutableArray<OutlinedLine> Variables, ImmutableArray<RequestLines> Requests) Read(ImmutableArray<SessionLine> lines)
    {
        var nobody = new SourcePlace(new ProblemList(), "");
        var blocks = FileBlock.Split(lines).Select(block => BlockParts.Read(block, nobody)).ToList();
        var requests = blocks.Where(block => block.HasRequest).Select(RequestOf).ToImmutableArray();
        return ([.. blocks.SelectMany(block => block.Variables).OrderBy(line => line.Number).Select(VariableOf).OfType<OutlinedLine>()], requests);
    }

    private static OutlinedLine? VariableOf(SessionLine line) =>
        Variable().Match(line.Text) is { Success: true } match ? new OutlinedLine(match.Groups["name"].Value, match.Groups["value"].Value, line.Number) : null;

    private static RequestLines RequestOf(BlockParts block, int index)
    {
        var named = block.Directives.FirstOrDefault(directive => directive.Name == "name");
        var (method, url, version) = Split(string.Concat(block.RequestLine.Select(line => line.Text.Trim())));
        var headers = HeadersOf(block.Headers);
        var title = block.Block.Title;
        return new RequestLines
        {
            Request = new OutlinedRequest
            {
                Index = index,
                Line = block.RequestLine[0].Number,
                Name = named?.Argument ?? title,
                Label = named?.Argument ?? title,
                Method = method,
                Url = url,
                Headers = [.. headers.Select(header => header.Header)],
                Body = string.Join('\n', block.Body.Select(line => line.Text)),
                Checks = [.. block.Directives.Where(directive => directive.Name == "check")
                    .Select(directive => new OutlinedCheck(directive.Argument, directive.Line))],
            },
            First = block.Block.TitleLine > 0 ? block.Block.TitleLine : block.Block.Lines[0].Number,
            Last = block.Block.Lines.Length > 0 ? block.Block.Lines[^1].Number : block.Block.TitleLine,
            NameAt = named is not null ? (named.Line, "# @name ") : block.Block.TitleLine > 0 ? (block.Block.TitleLine, "### ") : (0, "### "),
            RequestLine = block.RequestLine,
            Version = version,
            HeaderLines = [.. headers.Select(header => (header.First, header.Last))],
            Body = block.Body,
        };
    }

    private static (string Method, string Url, string Version) Split(string line)
    {
        var match = Request().Match(line);
        return (match.Groups["method"].Success ? match.Groups["method"].Value.ToUpperInvariant() : "GET", match.Groups["url"].Value, match.Groups["version"].Value);
    }

    private static List<(OutlinedLine Header, int First, int Last)> HeadersOf(ImmutableArray<SessionLine> lines)
    {
        var headers = new List<(OutlinedLine Header, int First, int Last)>();
        foreach (var line in lines)
        {
            var goesOn = line.Text.Length > 0 && line.Text[0] is ' ' or '\t' && headers.Count > 0;
            if (goesOn)
            {
                var (header, first, _) = headers[^1];
                headers[^1] = (header with { Value = $"{header.Value} {line.Text.Trim()}" }, first, line.Number);
                continue;
            }
            var parts = line.Text.Split(':', 2);
            headers.Add((new OutlinedLine(parts[0].Trim(), parts.Length > 1 ? parts[1].Trim() : "", line.Number), line.Number, line.Number));
        }
        return headers;
    }

    [GeneratedRegex(@"^\s*@(?<name>[^\s=@{}]+)\s*=\s*(?<value>.*?)\s*$", RegexOptions.CultureInvariant)]
    private static partial Regex Variable();

    [GeneratedRegex(@"^(?:(?<method>[A-Za-z]+)\s+)?(?<url>.*?)(?<version>\s+HTTP/[\d.]+)?\s*$", RegexOptions.CultureInvariant)]
    private static partial Regex Request();
}
