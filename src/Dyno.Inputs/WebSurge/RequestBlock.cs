namespace Dyno.Inputs;

/// <summary>One block of a session: request line, headers, blank line, body, and perhaps a stored answer.</summary>
internal static partial class RequestBlock
{
    /// <summary>The request of the block; null when it is switched off, missing, or wrong, which was reported.</summary>
    public static RequestDraft? Read(
        ImmutableArray<SessionLine> block, SessionScope scope, SessionReplacements replacements, SessionTokens tokens, SourcePlace place)
    {
        block = scope.TakeVariables(block, place);
        if (block.IsEmpty || block[0].StartsStoredResponse || ControlHeaders.SwitchesOff(block) || IsTunnel(block[0])) return null;
        var before = place.Problems.Count;
        var line = RequestLine.Read(block[0], scope, replacements, place);
        var head = DraftHead.Read(block, line?.Authorization, place);
        var body = SessionBody.Read(block, head, line?.Method, scope, place);
        var here = block[0].In(place);
        var headers = head.Headers
            .Select((h, i) => new HeaderDraft(h.Name, scope.Read(h.Value, i < head.Lines.Length ? place with { Line = head.Lines[i], Column = 1 } : here)))
            .ToImmutableArray();
        if (place.Problems.Count > before || line is null) return null;
        var request = new RequestDraft
        {
            Name = head.Control.Name,
            Method = line.Method,
            Url = line.Url,
            Headers = headers,
            Body = body,
            KeepsPlace = head.Control.KeepsPlace,
            Version = line.Version,
            Line = here.Line,
            Column = here.Column,
        };
        request = tokens.Apply(replacements.Apply(request, scope, here), head.Control, place);
        if (!line.Url.IsLiteral && request.Needs.Any() is false) RequestCompiler.Compile(request, here); // reports what its variables break
        return request;
    }

    // A CONNECT that a proxy has recorded; WebSurge leaves it out, too.
    private static bool IsTunnel(SessionLine line) => Connect().IsMatch(line.Text);

    [GeneratedRegex(@"^CONNECT\s", RegexOptions.IgnoreCase)]
    private static partial Regex Connect();
}
