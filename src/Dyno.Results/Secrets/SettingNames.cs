namespace Dyno.Results;

/// <summary>
/// Names of .NET settings, whose parts are joined by colons: <c>Jwt:Key</c>. A part after a colon is a name and not a value where it is
/// written like one, and is the name of a secret or of a usual setting beside it.
/// </summary>
internal static class SettingNames
{
    private static readonly string[] Usual =
    [
        "Algorithm", "Audience", "Audiences", "Authority", "Enabled", "Endpoint", "Expiration", "ExpiresInMinutes", "ExpiryMinutes", "Issuer", "Issuers", "Lifetime",
        "Name", "Path", "Scheme", "Type", "Uri", "Url",
    ];

    /// <summary>The end of the whole name, when its first part ends here.</summary>
    public static int EndOf(ReadOnlySpan<char> text, int at)
    {
        while (at + 1 < text.Length && text[at] == ':')
        {
            var end = PartEnd(text, at + 1);
            if (end == at + 1 || !IsName(text[(at + 1)..end])) return at;
            at = end;
        }

        return at;
    }

    /// <summary>Whether a value is itself such a name, of a secret: <c>A:B:ClientSecret</c>.</summary>
    public static bool IsPath(ReadOnlySpan<char> value)
    {
        value = value.Trim("\"'");
        var last = value.LastIndexOf(':');
        if (last <= 0 || !SecretWords.AreIn(value[(last + 1)..])) return false;
        for (var at = 0; at <= value.Length; at++)
        {
            var end = PartEnd(value, at);
            if (end == at || !char.IsAsciiLetterUpper(value[at]) || (end < value.Length && value[end] != ':')) return false;
            at = end;
        }

        return true;
    }

    private static int PartEnd(ReadOnlySpan<char> text, int at)
    {
        while (at < text.Length && (char.IsAsciiLetterOrDigit(text[at]) || text[at] == '_')) at++;
        return at;
    }

    // Written like a name: a capital, then letters. What has a digit may be a secret.
    private static bool IsName(ReadOnlySpan<char> part)
    {
        if (!char.IsAsciiLetterUpper(part[0]) || part.ContainsAnyInRange('0', '9')) return false;
        if (SecretWords.AreIn(part)) return true;
        foreach (var usual in Usual)
            if (part.SequenceEqual(usual)) return true;
        return false;
    }
}
