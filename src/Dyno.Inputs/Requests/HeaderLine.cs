namespace Dyno.Inputs;

/// <summary>One header as it stands in a file or after <c>-H</c>.</summary>
internal static partial class HeaderLine
{
    public static bool TryRead(string line, SourcePlace place, out HeaderField field)
    {
        field = default;
        if (line.Length > 0 && line[0] is ' ' or '\t')
            return Fail(place, "a header continues on a second line, which HTTP no longer allows", "write the whole header on one line");
        var colon = line.IndexOf(':', StringComparison.Ordinal);
        if (colon < 0) return Fail(place, $"header has no colon: \"{InText.Quote(Redaction.HeaderLine(line))}\"", Suggestion(line));
        var (name, value) = (line[..colon], line[(colon + 1)..].Trim(' ', '\t'));
        if (name.Length == 0) return Fail(place, "header has no name before the colon", $"write \"Name: {Shown(value)}\"");
        if (!HttpToken.IsToken(name)) return FailName(place, name, value);
        if (value.Any(c => char.IsControl(c) && c != '\t'))
            return Fail(place, $"the value of header \"{name}\" has a control character", "remove it");
        field = new HeaderField(name, value);
        return true;
    }

    private static bool FailName(SourcePlace place, string name, string value)
    {
        if (!Ascii.IsValid(name))
            return Fail(place, $"header name is not valid: \"{Shown(name)}\"", "write it in English letters, digits and hyphens");
        var mended = NotToken().Replace(name.Trim(), "-");
        var shownValue = Shown(Redaction.HeaderValue(mended, value));
        return Fail(place, $"header name is not valid: \"{Shown(name)}\"", $"write \"{Shown(mended)}: {shownValue}\"");
    }

    private static string Suggestion(string line)
    {
        var blank = line.IndexOf(' ', StringComparison.Ordinal);
        if (blank <= 0 || !HttpToken.IsToken(line.AsSpan(0, blank))) return "write \"Name: value\"";
        return $"write \"{Shown(line[..blank])}: {Shown(Redaction.HeaderValue(line[..blank], line[(blank + 1)..].Trim()))}\"";
    }

    private static bool Fail(SourcePlace place, string what, string writeInstead)
    {
        place.Problem(what, writeInstead);
        return false;
    }

    private static string Shown(string text) => InText.Quote(Redaction.Text(text));

    [GeneratedRegex(@"[^!#$%&'*+\-.^_`|~0-9a-zA-Z]+")]
    private static partial Regex NotToken();
}
