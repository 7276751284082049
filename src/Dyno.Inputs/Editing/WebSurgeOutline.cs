namespace Dyno.Inputs;

/// <summary>Finds the parts of a WebSurge session, by the rules of its reader.</summary>
internal static partial class WebSurgeOutline
{
    public static (ImmutableArray<OutlinedLine> Variables, ImmutableArray<RequestLines> Requests) Read(ImmutableArray<SessionLine> lines)
    {
        var variables = ImmutableArray.CreateBuilder<OutlinedLine>();
        var requests = ImmutableArray.CreateBuilder<RequestLines>();
        foreach (var block in SessionBlocks.Split(lines, new SourcePlace(new ProblemList(), "")).Requests)
        {
            var rest = block.SkipWhile(line => line.IsBlank || TakeVariable(line, variables)).ToImmutableArray();
            if (!rest.IsEmpty && !rest[0].StartsStoredResponse) requests.Add(RequestOf(block, rest, requests.Count));
        }
        return (variables.ToImmutable(), requests.ToImmutable());
    }

    private static bool TakeVariable(SessionLine line, ImmutableArray<OutlinedLine>.Builder variables)
    {
        if (Variable().Match(line.Text) is not { Success: true } match) return false;
        variables.Add(new OutlinedLine(match.Groups["name"].Value, match.Groups["value"].Value, line.Number));
        return true;
    }

    private static RequestLines RequestOf(ImmutableArray<SessionLine> whole, ImmutableArray<SessionLine> block, int index)
    {
        var match = Request().Match(block[0].Text);
        var head = block.Skip(1).TakeWhile(line => !line.IsBlank && !line.StartsStoredResponse).Select(line => (Line: line, Parts: line.Text.Split(':', 2)))
            .Select(h => new OutlinedLine(h.Parts[0].Trim(), h.Parts.Length > 1 ? h.Parts[1].Trim() : "", h.Line.Number)).ToList();
        var headers = head.Where(header => !ControlHeaders.IsOne(header.Name)).ToList();
        var name = head.FirstOrDefault(header => Same(header.Name, ControlHeaders.Name));
        var off = head.FirstOrDefault(header => Same(header.Name, ControlHeaders.Inactive));
        var body = BodyOf(block[(1 + head.Count)..]);
        return new RequestLines
        {
            Request = new OutlinedRequest
            {
                Index = index,
                Line = block[0].Number,
                Name = name?.Value ?? "",
                Label = name?.Value ?? "",
                Method = match.Groups["method"].Value.ToUpperInvariant(),
                Url = match.Groups["url"].Value,
                Headers = [.. headers],
                Body = string.Join('\n', body.Select(line => line.Text)),
                Checks = [],
                IsActive = off is null || off.Value is "0" or "" || Same(off.Value, "false"),
            },
            First = whole[0].Number,
            Last = whole[^1].Number,
            NameAt = (name?.Line ?? 0, ControlHeaders.Name + ": "),
            RequestLine = [block[0]],
            Version = match.Groups["version"].Value,
            HeaderLines = [.. headers.Select(header => (header.Line!.Value, header.Line!.Value))],
            SwitchLine = off?.Line ?? 0,
            Body = body,
        };
    }

    private static ImmutableArray<SessionLine> BodyOf(ImmutableArray<SessionLine> rest)
    {
        var body = rest.TakeWhile(line => !line.StartsStoredResponse).SkipWhile(line => line.IsBlank).ToList();
        while (body.Count > 0 && body[^1].IsBlank) body.RemoveAt(body.Count - 1);
        return [.. body];
    }

    private static bool Same(string one, string other) => one.Equals(other, StringComparison.OrdinalIgnoreCase);

    [GeneratedRegex(@"^@(?<name>[^\s=@{}]+)\s*=\s*(?<value>.*?)\s*$", RegexOptions.CultureInvariant)]
    private static partial Regex Variable();

    [GeneratedRegex(@"^\s*(?<method>\S+)\s+(?<url>.*?)(?<version>\s+HTTP/[\d.]+)?\s*$", RegexOptions.CultureInvariant)]
    private static partial Regex Request();
}
