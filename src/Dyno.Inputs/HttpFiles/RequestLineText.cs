namespace Dyno.Inputs;

/// <summary><c>[METHOD] URL [HTTP/version]</c>, the URL perhaps over several lines.</summary>
internal sealed partial record RequestLineText
{
    private static readonly ImmutableArray<string> HttpMethods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "GRPC", "WEBSOCKET"];
    private static readonly ImmutableArray<string> OtherProtocols = ["RSOCKET", "GRPCWEB"];

    public required string Method { get; init; }

    /// <summary>The pieces of the URL with their places, in the order in which they follow each other.</summary>
    public required ImmutableArray<(string Text, int Line, int Column)> Url { get; init; }

    public HttpVersionChoice? Version { get; init; }

    /// <summary>Whether the version is used without negotiation: <c>HTTP/2 (Prior Knowledge)</c>.</summary>
    public bool IsVersionExact { get; init; }

    public bool IsGraphQl { get; init; }

    /// <summary>Whether a line at another place looks like a request line whose <c>###</c> is missing.</summary>
    public static bool LooksLikeOne(string line) => Whole().IsMatch(line);

    public static RequestLineText? Read(ImmutableArray<SessionLine> lines, SourcePlace place)
    {
        lines = [.. lines.Select(l => l with { Text = CommentBehind().Replace(l.Text, "") })];
        var first = lines[0].Text.TrimEnd();
        var here = place with { Line = lines[0].Number };
        if (Refused(first.TrimStart(), here)) return null;
        // The version stands after the whole URL, or on the first line, above the query: both are in use.
        var versionAt = FindVersion(lines[^1].Text.TrimEnd()) is null ? 0 : lines.Length - 1;
        var version = FindVersion(lines[versionAt].Text.TrimEnd());
        var match = MethodAndUrl().Match(first) is { Success: true } parts && HasMethod(parts) ? parts : Match.Empty;
        var (method, start) = match.Success ? (match.Groups["method"].Value, match.Groups["url"].Index) : ("GET", first.Length - first.TrimStart().Length);
        var isGraphQl = method.Equals("GRAPHQL", StringComparison.OrdinalIgnoreCase);
        if (isGraphQl) method = "POST";
        if (!match.Success && !LooksLikeUrl(first.Trim())) return Shapeless(first, here);
        if (!MethodName.TryRead(method, here, out method)) return null;
        if (!ReadVersion(version, place with { Line = lines[versionAt].Number }, out var choice)) return null;
        return new RequestLineText
        {
            Method = method,
            Url = [.. lines.Select((line, i) => Piece(line, i == 0 ? start : 0, i == versionAt ? version : null))],
            Version = choice,
            IsVersionExact = version is not null && version.Groups["exact"].Success,
            IsGraphQl = isGraphQl,
        };
    }

    // Whether the first word is a method: "get /docs" and "GTE http://x/" are meant as requests, "see the docs" is not.
    private static bool HasMethod(Match parts) => LooksLikeUrl(parts.Groups["url"].Value)
        || HttpMethods.Contains(parts.Groups["method"].Value, StringComparer.Ordinal);

    private static (string Text, int Line, int Column) Piece(SessionLine line, int start, Match? version)
    {
        var end = version is { Success: true } ? version.Index : line.Text.Length;
        var text = line.Text[start..Math.Max(start, end)];
        var blanks = text.Length - text.TrimStart().Length;
        return (text.Trim(), line.Number, start + blanks + 1);
    }

    private static bool Refused(string text, SourcePlace place)
    {
        var word = text.Split(' ', 2)[0];
        if (OtherProtocols.Contains(word.ToUpperInvariant()))
            place.Problem($"{InText.Quote(word)} is not supported", "keep HTTP requests in this file");
        else if (word is "import" or "run" && text.Contains(".http", StringComparison.OrdinalIgnoreCase))
            place.Problem("Dyno does not include other files", "copy the requests into this file, or run the files one by one");
        else return false;
        return true;
    }

    private static Match? FindVersion(string line) => VersionAtEnd().Match(line) is { Success: true } match ? match : null;

    private static bool ReadVersion(Match? match, SourcePlace place, out HttpVersionChoice? version)
    {
        version = null;
        if (match is null) return true;
        switch (match.Groups["version"].Value)
        {
            case "1.0" or "1.1":
                version = HttpVersionChoice.Http11;
                return true;
            case "2" or "2.0":
                version = HttpVersionChoice.Http2;
                return true;
            case "3" or "3.0":
                version = HttpVersionChoice.Http3;
                return true;
            case var other:
                place.Problem($"this is not an HTTP version: \"HTTP/{InText.Quote(other)}\"", "write HTTP/1.1, HTTP/2 or HTTP/3, or leave it out",
                    match.Groups["version"].Index + 1);
                return false;
        }
    }

    private static bool LooksLikeUrl(string text) =>
        text.Length > 0 && (text[0] == '/' || text.StartsWith("{{", StringComparison.Ordinal) || UrlStart().IsMatch(text));

    private static RequestLineText? Shapeless(string text, SourcePlace place)
    {
        var shown = InText.Quote(Redaction.Text(text.Trim()));
        if (HttpMethods.Contains(text.Trim().ToUpperInvariant()))
        {
            place.Problem("the request line has no URL", $"write \"{text.Trim().ToUpperInvariant()} {TargetUrl.Example}\"");
            return null;
        }

        if (text.TrimStart() is ['{' or '[' or '<', ..])
            place.Problem("there is a body where a request line is expected", "write the request line, its headers and an empty line above it");
        else if (text.Contains(": ", StringComparison.Ordinal) || text.TrimEnd().EndsWith(':'))
            place.Problem($"there is a header where a request line is expected: \"{shown}\"", $"write \"GET {TargetUrl.Example}\" above it");
        else
            place.Problem($"this is not a request line: \"{shown}\"", $"write \"GET {TargetUrl.Example}\", or # before a comment");
        return null;
    }

    [GeneratedRegex(@"(?<=\S)[ \t]+(?:#|//)(?:[ \t].*)?$", RegexOptions.CultureInvariant)]
    private static partial Regex CommentBehind();

    [GeneratedRegex(@"^\s*(?<method>[A-Za-z][A-Za-z-]*)[ \t]+(?<url>\S.*)$", RegexOptions.CultureInvariant)]
    private static partial Regex MethodAndUrl();

    [GeneratedRegex(@"[ \t]+HTTP/(?<version>[^\s]*)(?<exact>[ \t]+\(Prior Knowledge\))?$", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex VersionAtEnd();

    [GeneratedRegex(@"^(?:[A-Za-z][A-Za-z0-9+.-]*://\S|localhost(?:[:/]|$)|\[[0-9a-fA-F:]+\]|[\w-]+(?:\.[\w-]+)+(?:[:/?]|\s|$)|[\w.-]+:\d)", RegexOptions.CultureInvariant)]
    private static partial Regex UrlStart();

    [GeneratedRegex(@"^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[ \t]+(?:https?://|\{\{|/)\S*.*$", RegexOptions.CultureInvariant)]
    private static partial Regex Whole();
}
