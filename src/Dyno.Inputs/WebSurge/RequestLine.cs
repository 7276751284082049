namespace Dyno.Inputs;

/// <summary><c>GET http://localhost:5000/hello HTTP/1.1</c>: the URL is the text between the first blank and the version.</summary>
internal sealed partial record RequestLine(string Method, TextTemplate Url, HeaderField? Authorization, HttpVersionChoice? Version)
{
    private const int ShortLine = 60; // longer lines are not shown twice in one message

    public static RequestLine? Read(SessionLine line, SessionScope scope, SessionReplacements replacements, SourcePlace place)
    {
        place = line.In(place);
        if (line.Text[0] is ' ' or '\t') return Fail(place, "the request line starts with a blank", $"write \"{Shown(line.Text.Trim())}\"");
        var match = Parts().Match(line.Text);
        if (!match.Success) return FailShape(line.Text, place);
        var hasMethod = MethodName.TryRead(match.Groups["method"].Value, place, out var method);
        var hasVersion = ReadVersion(match.Groups["version"].Value.Trim(), At(match.Groups["version"]), out var spoken);
        var hasUrl = ReadUrl(replacements.Address(match.Groups["url"].Value.Trim()), scope, At(match.Groups["url"]), out var url, out var authorization);
        return hasMethod && hasVersion && hasUrl ? new RequestLine(method, url!, authorization, spoken) : null;

        SourcePlace At(Group part) => place with { Column = part.Index + 1 };
    }

    /// <summary>Whether a line at another place looks like a request line.</summary>
    public static bool LooksLikeOne(string line) => Whole().IsMatch(line);

    private static RequestLine? FailShape(string text, SourcePlace place)
    {
        var words = text.Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        if (words.Length > 0 && words[0].Contains("://", StringComparison.Ordinal))
            return Fail(place, $"the request line has no method: \"{Shown(text)}\"", $"write \"GET {Shown(words[0])} HTTP/1.1\"");
        if (words.Length == 2 && words[1].Contains("://", StringComparison.Ordinal))
            return Fail(place, $"the request line has no version: \"{Shown(text)}\"",
                text.Length <= ShortLine ? $"write \"{Shown($"{words[0]} {words[1]}")} HTTP/1.1\"" : "write HTTP/1.1 at its end");
        return Fail(place, $"this is not a request line: \"{Shown(text)}\"", $"write \"GET {TargetUrl.Example} HTTP/1.1\"");
    }

    private static bool ReadVersion(string version, SourcePlace place, out HttpVersionChoice? spoken)
    {
        spoken = version switch
        {
            "2" or "2.0" => HttpVersionChoice.Http2,
            "3" or "3.0" => HttpVersionChoice.Http3,
            _ => null,
        };
        if (spoken is not null || version is "1.1" or "1.0") return true;

        place.Problem($"this is not an HTTP version: \"HTTP/{InText.Quote(version)}\"", "write HTTP/1.1");
        return false;
    }

    private static bool ReadUrl(string text, SessionScope scope, SourcePlace place, out TextTemplate? url, out HeaderField? authorization)
    {
        (url, authorization) = (null, null);
        if (Variable().IsMatch(text))
        {
            url = scope.Read(Environment().Replace(text, "{{$&}}"), place);
            return true; // the values of its variables are checked when the request is put together
        }

        if (text.Length == 0)
            place.Problem("the request line has no URL", $"write \"GET {TargetUrl.Example} HTTP/1.1\"");
        else if (!text.Contains("://", StringComparison.Ordinal))
            place.Problem($"the URL is not absolute: \"{Shown(text)}\"", $"write \"{Absolute(text)}\"");
        else if (TargetUrl.TryRead(text, place, out var whole, out authorization))
        {
            url = TextTemplate.Of(whole.AbsoluteUri);
            return true;
        }

        return false;
    }

    private static string Absolute(string url) =>
        url.StartsWith('/') ? "http://localhost:5000" + Shown(url) : "http://" + Shown(url);

    private static RequestLine? Fail(SourcePlace place, string what, string writeInstead)
    {
        place.Problem(what, writeInstead);
        return null;
    }

    private static string Shown(string text) => InText.Quote(Redaction.Text(text));

    [GeneratedRegex(@"^(?<method>[^\s]+)[ \t](?<url>.*?)[ \t]?HTTP/(?<version>[^/]*)$", RegexOptions.CultureInvariant)]
    private static partial Regex Parts();

    [GeneratedRegex(@"^[A-Za-z]{3,10}[ \t]+https?://\S.*[ \t]HTTP/[0-9.]+\s*$", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex Whole();

    [GeneratedRegex("(?<!\\{\\{ *)%[A-Za-z_][A-Za-z0-9_]*%(?=[/:?]|$)")]
    private static partial Regex Environment();

    [GeneratedRegex(@"\{\{[^{}]*\}\}|^%[A-Za-z_][A-Za-z0-9_]*%")]
    private static partial Regex Variable();
}
