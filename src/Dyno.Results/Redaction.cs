using System.Text;
using System.Text.RegularExpressions;

namespace Dyno.Results;

/// <summary>
/// Replaces secrets in everything that is written, printed or sent: values of Authorization, Cookie, Set-Cookie and
/// Proxy-Authorization; of names that contain KEY, TOKEN, SECRET or PASSWORD, or SIGNATURE, SIG, JWT or a session's id as a part of
/// their own; passwords in connection strings and URLs.
/// Masks rather too much than too little. Pure functions; thread-safe.
/// </summary>
public static partial class Redaction
{
    /// <summary>What stands where a secret stood.</summary>
    public const string Mask = "***";

    // Where a part of a name begins and ends: X-Amz-Signature, urlSig and JWTAuth have one, design and signal do not.
    private const string PartBegins = "(?:(?<![a-z])|(?-i:(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])))";

    private const string PartEnds = "(?:(?![a-z])|(?-i:(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])))";

    // What in a name betrays a secret. Each begins with a letter, by which the search passes over most of a text.
    private const string SecretWord = "(?:key|token|secret|password|passwd|pwd|passphrase|credential|"
        + "(?:signature|sig|jwt)(?<=" + PartBegins + "(?:signature|sig|jwt))" + PartEnds + "|sess(?:ion[_-]?)?id" + PartEnds + ")";

    // A name that betrays a secret, as it stands in a query, a connection string, JSON, an option or a variable.
    private const string SecretName = @"[\w.\-%\[\]]*?" + SecretWord + @"[\w.\-%\[\]]*";

    // One that begins a line or a quoted text. What went wrong ("KeyNotFoundException: …") is no secret.
    private const string SecretLineName = @"[\w\-]*?" + SecretWord + @"[\w\-]*(?<!Exception|Error)[ \t]*:";

    private const string SecretHeaderName = "(?:authorization|cookie)";

    // A sign before the closing quote; without one, all to the end of the line are.
    private const string InDoubleQuotes = @"(?:[^""\\\r\n]|\\[^\r\n])";

    private const string InSingleQuotes = @"(?:[^'\\\r\n]|\\[^\r\n]|''|'\\'')";

    // One of these is part of whatever the patterns below find. Looked for first: most texts have none, and then the library of regular
    // expressions, 0.8 MB, is not even loaded.
    private static readonly string[] Traces =
    [
        "key", "token", "secret", "pass", "pwd", "credential", "authorization", "cookie", "bearer", "basic", "negotiate", "@",
        "signature", "jwt", "sessid", "sessionid", "session-id", "session_id",
    ];

    private static readonly string[] Schemes = ["Bearer ", "Basic ", "Digest ", "Negotiate "];

    /// <summary>Whether a variable, option, field or header of this name holds a secret.</summary>
    public static bool IsSecretName(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return HasTrace(name) && MatchesSecretName(name);
    }

    /// <summary>The value of a named thing (header, variable, option): masked whole when the name betrays a secret.</summary>
    public static string Value(string name, string value) =>
        value.Length == 0 ? value : IsSecretName(name) ? Mask : Text(value);

    /// <summary>A header as a line, <c>Name: value</c>: of a name that betrays a secret the whole value is masked.</summary>
    public static string Header(string name, string value) =>
        value.Length == 0 ? $"{name}: " : IsSecretName(name) ? $"{name}: {Mask}" : Text($"{name}: {value}");

    /// <summary>A header as someone wrote it; a line without colon is masked behind its first word (and a scheme).</summary>
    public static string HeaderLine(string line)
    {
        ArgumentNullException.ThrowIfNull(line);
        var end = line.IndexOf(':', StringComparison.Ordinal);
        if (end < 0) end = line.AsSpan().IndexOfAny(" \t=");
        if (end < 0 || end + 1 == line.Length || !IsSecretName(line[..end].Trim())) return Text(line);
        if (line[end] == ':') return line[..end] + ": " + Mask;
        var scheme = Array.Find(Schemes, word => line.AsSpan(end + 1).StartsWith(word, StringComparison.Ordinal));
        return line[..(end + 1)] + scheme + Mask;
    }

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
        return HasSig(text);
    }

    // "sig" alone would be in every "design" and "assigned".
    private static bool HasSig(string text)
    {
        const string Sig = "sig";
        for (var at = Next(0); at >= 0; at = Next(at))
        {
            at += Sig.Length;
            if (at == text.Length || !char.IsAsciiLetterLower(text[at])) return true;
        }

        return false;

        int Next(int from) => text.IndexOf(Sig, from, StringComparison.OrdinalIgnoreCase);
    }

    private static bool MatchesSecretName(string name) => SecretNameOnly().IsMatch(name);

    private static string Masked(string text)
    {
        text = UserInfo().Replace(text, "$1" + Mask + "@");
        text = SecretHeader().Replace(text, "${kept}" + Mask);
        text = SecretLine().Replace(text, "${kept}" + Mask);
        text = SchemedCredential().Replace(text, "$1 " + Mask);
        return SecretPair().Replace(text, "$1" + Mask);
    }

    [GeneratedRegex(SecretWord + "|^(?:proxy-)?authorization$|^(?:set-)?cookie$", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex SecretNameOnly();

    // scheme://user:password@host; the user goes too, because tokens are often given in its place.
    [GeneratedRegex(@"((?<![a-z0-9+.\-])[a-z][a-z0-9+.\-]*://)[^\s/?#""'<>]*@", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex UserInfo();

    // Authorization: … to the end of the line; what begins within quotes ends with them. A member of JSON ends with its value.
    [GeneratedRegex(
        @"(?<kept>""[\w.\-]*" + SecretHeaderName + @"\s*[:=]\s*)" + InDoubleQuotes + "*"
        + @"|(?<kept>'[\w.\-]*" + SecretHeaderName + @"\s*[:=]\s*)" + InSingleQuotes + "*"
        + "|(?<kept>" + SecretHeaderName + @"[""']\s*[:=]\s*"")" + InDoubleQuotes + "+"
        + "|(?<kept>" + SecretHeaderName + @"[""']\s*[:=]\s*')" + InSingleQuotes + "+"
        + "|(?<kept>" + SecretHeaderName + @"[""']\s*[:=]\s*)(?:\[[^\r\n]*|[^\s""'\[][^\r\n""']*)"
        + "|(?<kept>" + SecretHeaderName + @"\s*(?:==|!=|[:=])\s*)[^\r\n]+",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex SecretHeader();

    // X-Auth-Token: … alike where it begins a line or a quoted text; in { a: b, c: d } to the comma. A check on such a header, too.
    [GeneratedRegex(
        @"(?<kept>""" + SecretLineName + @"[ \t]*)" + InDoubleQuotes + "+"
        + "|(?<kept>'" + SecretLineName + @"[ \t]*)" + InSingleQuotes + "+"
        + @"|(?<kept>^[ \t]*(?:[-<>][ \t]+)*" + SecretLineName + @"[ \t]+)[^\r\n]+"
        + @"|(?<kept>[{,][ \t]*" + SecretLineName + @"[ \t]+)[^\s,}""'][^,}\r\n]*"
        + @"|(?<kept>\bheader[ \t]+[\w.\-]*?(?:" + SecretHeaderName + "|" + SecretWord + @")[\w.\-]*\s*(?:==|!=|=|contains\b)\s*)[^\r\n]+",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant | RegexOptions.Multiline)]
    private static partial Regex SecretLine();

    // Bearer eyJ…: the scheme may stay. A digit, capital or '=' tells a credential from a word.
    [GeneratedRegex(@"\b([Bb]earer|[Bb]asic|[Nn]egotiate)\s+(?=[^\s""',;]*[A-Z0-9=])[^\s""',;]{4,}", RegexOptions.CultureInvariant)]
    private static partial Regex SchemedCredential();

    // name=value, name: value, "name":"value", --name value. An unquoted value with blanks ends at a semicolon (connection strings).
    [GeneratedRegex(
        @"((?<![\w.\-%\[\]])" + SecretName + @"[""']?\s*(?:==|!=|[=:])\s*|(?<![\w.\-%\[\]])--?" + SecretName + @"\s+)(?:""(?:[^""\\]|\\.)*""|'(?:[^'\\]|\\.)*'|[^;&\r\n""'{}\[\]]+?(?=;)|[^\s;&""',{}]+)",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex SecretPair();
}
