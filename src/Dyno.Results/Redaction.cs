using System.Text;
using System.Text.RegularExpressions;

namespace Dyno.Results;

/// <summary>
/// Replaces secrets in everything that is written, printed or sent: values of Authorization, Cookie, Set-Cookie and
/// Proxy-Authorization; of names that contain KEY, TOKEN, SECRET or PASSWORD; passwords in connection strings and URLs.
/// Masks rather too much than too little. Pure functions; thread-safe.
/// </summary>
public static partial class Redaction
{
    /// <summary>What stands where a secret stood.</summary>
    public const string Mask = "***";

    // A name that betrays a secret, as it stands in a query, a connection string, JSON, an option or a variable.
    private const string SecretName = @"[\w.\-%\[\]]*?(?:key|token|secret|password|passwd|pwd|passphrase|credential)[\w.\-%\[\]]*";

    // One of these is part of whatever the patterns below find. Looked for first: most texts have none, and then the library of regular
    // expressions, 0.8 MB, is not even loaded.
    private static readonly string[] Traces =
        ["key", "token", "secret", "pass", "pwd", "credential", "authorization", "cookie", "bearer", "basic", "negotiate", "@"];

    /// <summary>Whether a variable, option, field or header of this name holds a secret.</summary>
    public static bool IsSecretName(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return HasTrace(name) && MatchesSecretName(name);
    }

    /// <summary>The value of a named thing (header, variable, option): masked whole when the name betrays a secret.</summary>
    public static string Value(string name, string value) =>
        value.Length == 0 ? value : IsSecretName(name) ? Mask : Text(value);

    /// <summary>A URL without user info and without values of secret query parameters.</summary>
    public static string Url(string url) => Text(url);

    /// <summary>Any text: each secret in it masked, the rest as it was.</summary>
    public static string Text(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return text.Length >= 4 && HasTrace(text) ? Masked(text) : text;
    }

    /// <summary>A text of several lines: a secret in one hides nothing of the next.</summary>
    public static string Lines(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return string.Join('\n', text.Split('\n').Select(Text));
    }

    // Signs beyond ASCII may be letters in disguise to the patterns (the Kelvin sign is a k).
    private static bool HasTrace(string text)
    {
        if (!Ascii.IsValid(text)) return true;
        foreach (var trace in Traces)
            if (text.Contains(trace, StringComparison.OrdinalIgnoreCase)) return true;
        return false;
    }

    private static bool MatchesSecretName(string name) => SecretNameOnly().IsMatch(name);

    private static string Masked(string text)
    {
        text = UserInfo().Replace(text, "$1" + Mask + "@");
        text = SecretHeader().Replace(text, "$1" + Mask);
        text = SchemedCredential().Replace(text, "$1 " + Mask);
        return SecretPair().Replace(text, "$1" + Mask);
    }

    [GeneratedRegex(@"key|token|secret|password|passwd|pwd|passphrase|credential|^(?:proxy-)?authorization$|^(?:set-)?cookie$",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex SecretNameOnly();

    // scheme://user:password@host; the user goes too, because tokens are often given in its place.
    [GeneratedRegex(@"((?<![a-z0-9+.\-])[a-z][a-z0-9+.\-]*://)[^\s/?#""'<>]*@", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex UserInfo();

    // Authorization: … to the end of the line or of the quoted text.
    [GeneratedRegex(@"((?:proxy-)?authorization""?\s*[:=]\s*[""']?|(?:set-)?cookie""?\s*[:=]\s*[""']?)[^\r\n""']+",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex SecretHeader();

    // Bearer eyJ…: the scheme may stay. A digit, capital or '=' tells a credential from a word.
    [GeneratedRegex(@"\b([Bb]earer|[Bb]asic|[Nn]egotiate)\s+(?=[^\s""',;]*[A-Z0-9=])[^\s""',;]{4,}", RegexOptions.CultureInvariant)]
    private static partial Regex SchemedCredential();

    // name=value, name: value, "name":"value", --name value. An unquoted value with blanks ends at a semicolon (connection strings).
    [GeneratedRegex(
        @"((?<![\w.\-%\[\]])" + SecretName + @"[""']?\s*(?:==|!=|[=:])\s*|(?<![\w.\-%\[\]])--?" + SecretName + @"\s+)(?:""(?:[^""\\]|\\.)*""|'(?:[^'\\]|\\.)*'|[^;&\r\n""'{}\[\]]+?(?=;)|[^\s;&""',{}]+)",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex SecretPair();
}
