namespace Dyno.Results;

/// <summary>
/// Replaces secrets in everything that is written, printed or sent: values of Authorization, Cookie, Set-Cookie and
/// Proxy-Authorization; values of names that contain KEY, TOKEN, SECRET or PASSWORD, or that have SIGNATURE, SIG, JWT, PASS, CSRF or
/// a session's id as a separate part; values of short names where these can only mean a secret (<c>?code=</c>, <c>X-Auth</c>); the
/// text after an authentication scheme (Bearer …); passwords in connection strings and URLs. The class masks too much rather than too
/// little. Pure functions; thread-safe.
/// </summary>
public static class Redaction
{
    /// <summary>The text that replaces a secret.</summary>
    public const string Mask = "***";

    private static readonly string[] SecretHeaders = ["authorization", "proxy-authorization", "cookie", "set-cookie"];

    // A text with a secret contains one of these traces or "sig". They are looked for first, because most texts have none.
    private static readonly string[] Traces =
    [
        "key", "token", "secret", "pass", "pwd", "credential", "authorization", "cookie", "bearer", "basic", "negotiate", "digest",
        "ntlm", "@", "signature", "jwt", "sessid", "sessionid", "session-id", "session_id", "csrf", "xsrf",
        "code=", "auth=", "pw=", "pin=", "otp=", "sas=", "sid=", "nonce=", "ticket=", "assertion=", "auth:", "session:", "otp:", "pin:",
    ];

    /// <summary>Whether a variable, option, field or header of this name holds a secret.</summary>
    public static bool IsSecretName(string name) => ShortNames.IsHeader(name) || (HasTrace(name) && MatchesSecretName(name));

    /// <summary>The value of a header, variable or option, masked as a whole when the name is that of a secret.</summary>
    public static string Value(string name, string value) =>
        value.Length == 0 ? value : IsSecretName(name) ? Mask : Text(value);

    /// <summary>
    /// A header as a line, <c>Name: value</c>. The whole value is masked when the name is that of a secret, otherwise the text after
    /// an authentication scheme.
    /// </summary>
    public static string Header(string name, string value) => value.Length == 0 ? $"{name}: " : MaskedHeader(name, value) is { } masked ? $"{name}: {masked}" : Text($"{name}: {value}");

    /// <summary>The value of a header, as <see cref="Header"/> masks it.</summary>
    public static string HeaderValue(string name, string value) => value.Length == 0 ? value : MaskedHeader(name, value) ?? Text(value);

    /// <summary>A header as it was written. In a line without a colon the value begins after the first word; a scheme stays readable.</summary>
    public static string HeaderLine(string line)
    {
        var end = line.IndexOf(':', StringComparison.Ordinal);
        if (end < 0) end = line.AsSpan().IndexOfAny(" \t=");
        if (end < 0 || end + 1 == line.Length) return Text(line);
        var (name, value) = (line[..end].Trim(), line[(end + 1)..].TrimStart());
        if (line[end] == ':') return MaskedHeader(name, value) is { } masked ? $"{line[..end]}: {masked}" : Text(line);
        var begin = CredentialBegin(value);
        return begin > 0 || IsSecretName(name) ? line[..(end + 1)] + value[..begin] + Mask : Text(line);
    }

    /// <summary>Where in the value of a header a credential begins, after its scheme (<c>Bearer </c>); 0 when there is none.</summary>
    public static int CredentialBegin(string value) => Credentials.BeginIn(value);

    /// <summary>A URL without user info and without values of secret query parameters.</summary>
    public static string Url(string url) => Text(url);

    /// <summary>Any text with each secret masked, and otherwise unchanged.</summary>
    public static string Text(string text) => text.Length >= 4 && HasTrace(text) ? Masked(text) : text;

    /// <summary>A text of several lines. Each line is masked on its own, so a secret in one line hides nothing of the next.</summary>
    public static string Lines(string text) => string.Join('\n', text.Split('\n').Select(Text));

    // Null when neither the name nor the value shows a secret.
    private static string? MaskedHeader(string name, string value)
    {
        if (IsSecretName(name) || HeaderValues.HasName(SecretWords.Plain(name))) return Mask;
        var begin = CredentialBegin(value);
        return begin > 0 ? value[..begin] + Mask : null;
    }

    // Characters beyond ASCII may be letters in disguise (the Kelvin sign counts as a k).
    private static bool HasTrace(string text)
    {
        if (!Ascii.IsValid(text)) return true;
        foreach (var trace in Traces)
            if (text.Contains(trace, StringComparison.OrdinalIgnoreCase)) return true;
        return HasSig(text);
    }

    // A search for "sig" alone would also find "design" and "assigned".
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

    // Each step reads every character a few times at most, whatever the text holds.
    private static string Masked(string text)
    {
        text = UrlCredentials.Mask(text);
        text = HeaderValues.Mask(text);
        text = LineValues.Mask(text);
        text = CheckValues.Mask(text);
        text = Credentials.Mask(text);
        text = ShortNames.Mask(text);
        return PairValues.Mask(text);
    }
}
