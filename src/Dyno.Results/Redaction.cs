using System.Text;
using Dyno.Results.Secrets;

namespace Dyno.Results;

/// <summary>
/// Replaces secrets in everything that is written, printed or sent: values of Authorization, Cookie, Set-Cookie and
/// Proxy-Authorization; of names that contain KEY, TOKEN, SECRET or PASSWORD, or SIGNATURE, SIG, JWT, PASS, CSRF or a session's id as a
/// part of their own; of short ones where nothing else is meant (<c>?code=</c>, <c>X-Auth</c>); what follows an
/// authentication scheme (Bearer …); passwords in connection strings and URLs.
/// Masks rather too much than too little. Pure functions; thread-safe.
/// </summary>
public static class Redaction
{
    /// <summary>What stands where a secret stood.</summary>
    public const string Mask = "***";

    private static readonly string[] SecretHeaders = ["authorization", "proxy-authorization", "cookie", "set-cookie"];

    // One of these is part of whatever is masked. Looked for first: most texts have none.
    private static readonly string[] Traces =
    [
        "key", "token", "secret", "pass", "pwd", "credential", "authorization", "cookie", "bearer", "basic", "negotiate", "digest",
        "ntlm", "@", "signature", "jwt", "sessid", "sessionid", "session-id", "session_id", "csrf", "xsrf",
        "code=", "auth=", "pw=", "pin=", "otp=", "sas=", "sid=", "nonce=", "ticket=", "assertion=", "auth:", "session:", "otp:", "pin:",
    ];

    /// <summary>Whether a variable, option, field or header of this name holds a secret.</summary>
    public static bool IsSecretName(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return ShortNames.IsHeader(name) || (HasTrace(name) && MatchesSecretName(name));
    }

    /// <summary>The value of a named thing (header, variable, option): masked whole when the name betrays a secret.</summary>
    public static string Value(string name, string value) =>
        value.Length == 0 ? value : IsSecretName(name) ? Mask : Text(value);

    /// <summary>A header as a line, <c>Name: value</c>: of a name that betrays a secret the whole value is masked, of others what follows
    /// an authentication scheme.</summary>
    public static string Header(string name, string value)
    {
        ArgumentNullException.ThrowIfNull(value);
        return value.Length == 0 ? $"{name}: " : MaskedHeader(name, value) is { } masked ? $"{name}: {masked}" : Text($"{name}: {value}");
    }

    /// <summary>The value of a header, as <see cref="Header"/> masks it.</summary>
    public static string HeaderValue(string name, string value)
    {
        ArgumentNullException.ThrowIfNull(value);
        return value.Length == 0 ? value : MaskedHeader(name, value) ?? Text(value);
    }

    /// <summary>A header as someone wrote it; a line without colon is masked behind its first word (and a scheme).</summary>
    public static string HeaderLine(string line)
    {
        ArgumentNullException.ThrowIfNull(line);
        var end = line.IndexOf(':', StringComparison.Ordinal);
        if (end < 0) end = line.AsSpan().IndexOfAny(" \t=");
        if (end < 0 || end + 1 == line.Length) return Text(line);
        var (name, value) = (line[..end].Trim(), line[(end + 1)..].TrimStart());
        if (line[end] == ':') return MaskedHeader(name, value) is { } masked ? $"{line[..end]}: {masked}" : Text(line);
        var begin = CredentialBegin(value);
        return begin > 0 || IsSecretName(name) ? line[..(end + 1)] + value[..begin] + Mask : Text(line);
    }

    /// <summary>Where in the value of a header a credential begins, behind its scheme (<c>Bearer </c>); 0 when there is none.</summary>
    public static int CredentialBegin(string value) => Credentials.BeginIn(value);

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

    // Null when neither name nor value betrays a secret.
    private static string? MaskedHeader(string name, string value)
    {
        if (IsSecretName(name) || HeaderValues.HasName(SecretWords.Plain(name))) return Mask;
        var begin = CredentialBegin(value);
        return begin > 0 ? value[..begin] + Mask : null;
    }

    // Signs beyond ASCII may be letters in disguise (the Kelvin sign is a k).
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

    private static bool MatchesSecretName(string name)
    {
        var plain = SecretWords.Plain(name);
        return SecretWords.AreIn(plain) || Array.Exists(SecretHeaders, header => header.Equals(plain, StringComparison.OrdinalIgnoreCase));
    }

    // Each looks at every sign of the text a few times at most, whatever stands in it.
    private static string Masked(string text)
    {
        text = UserInfos.Mask(text);
        text = HeaderValues.Mask(text);
        text = LineValues.Mask(text);
        text = CheckValues.Mask(text);
        text = Credentials.Mask(text);
        text = ShortNames.Mask(text);
        return PairValues.Mask(text);
    }
}
