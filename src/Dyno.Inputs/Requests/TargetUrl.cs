namespace Dyno.Inputs;

/// <summary>
/// Reads a URL as people write it. Without a scheme the URL is http. User and password become a Basic Authorization
/// header; a fragment is dropped, because it is never sent; an international host name is sent in its ASCII form.
/// </summary>
internal static partial class TargetUrl
{
    public const string Example = "http://localhost:5000/";
    private const string Separator = "://";

    public static bool TryRead(
        string text, SourcePlace place, [NotNullWhen(true)] out Uri? url, out HeaderField? authorization)
    {
        (url, authorization) = (null, null);
        text = text.Trim();
        if (text.Any(char.IsControl))
            return Fail(place, $"the URL has a control character: \"{Printable(text)}\"", "remove it");
        var withScheme = HasScheme(text) ? text : "http://" + text.TrimStart('/');
        var scheme = withScheme[..withScheme.IndexOf(Separator, StringComparison.Ordinal)];
        if (scheme.ToUpperInvariant() is not ("HTTP" or "HTTPS"))
            return Fail(place, $"the scheme \"{scheme}\" is not supported", $"write \"{Printable("http" + withScheme[scheme.Length..])}\" or https");
        if (!Uri.TryCreate(withScheme, UriKind.Absolute, out var whole) || whole.Host.Length == 0)
            return Fail(place, $"{WhatIsWrong(withScheme)}: \"{Printable(text)}\"", $"write it like \"{Example}\"");
        if (whole.HostNameType == UriHostNameType.IPv6 && whole.DnsSafeHost.Contains('%', StringComparison.Ordinal))
            return Fail(place, $"the zone of the address cannot be sent in a URL: \"{Printable(text)}\"", "write the address without %zone, and give --connect-to if it needs a zone");
        if (AsciiHost(whole) is not { } host || !TryRebuild(whole, host, out url))
            return Fail(place, $"the host name is not valid: \"{Printable(whole.Host)}\"", $"write it like \"{Example}\"");
        authorization = BasicFrom(whole.UserInfo);
        return true;
    }

    // A host that Uri has read may still be one that it does not write, such as one with marks of direction.
    private static bool TryRebuild(Uri whole, string host, [NotNullWhen(true)] out Uri? url)
    {
        try
        {
            url = new UriBuilder(whole) { Host = host, UserName = "", Password = "", Fragment = "" }.Uri;
            return true;
        }
        catch (UriFormatException)
        {
            url = null;
            return false;
        }
    }

    /// <summary>The path of a URL, on another scheme, host and port.</summary>
    public static Uri Rebase(Uri url, Uri onto) =>
        new UriBuilder(url) { Scheme = onto.Scheme, Host = onto.Host, Port = onto.Port }.Uri;

    /// <summary>The path of a URL as people see it, with slots, on another scheme, host and port.</summary>
    public static string Rebase(string shown, Uri onto)
    {
        var scheme = shown.IndexOf(Separator, StringComparison.Ordinal);
        if (scheme < 0 || shown.StartsWith("{{", StringComparison.Ordinal)) return shown;
        var path = shown.AsSpan(scheme + 3).IndexOfAny('/', '?', '#');
        return onto.GetLeftPart(UriPartial.Authority) + (path < 0 ? "/" : shown[(scheme + 3 + path)..]);
    }

    private static bool Fail(SourcePlace place, string what, string writeInstead)
    {
        place.Problem(what, writeInstead);
        return false;
    }

    private static string WhatIsWrong(string url) => BadPort().IsMatch(url) ? "the port is not from 1 to 65535" : "this is not a URL";

    private static string? AsciiHost(Uri url)
    {
        if (url.HostNameType != UriHostNameType.Dns || Ascii.IsValid(url.Host)) return url.Host;
        try
        {
            return new IdnMapping().GetAscii(url.Host);
        }
        catch (ArgumentException)
        {
            return null;
        }
    }

    private static HeaderField? BasicFrom(string userInfo)
    {
        if (userInfo.Length == 0) return null;
        var separator = userInfo.IndexOf(':', StringComparison.Ordinal);
        var (user, password) = separator < 0 ? (userInfo, "") : (userInfo[..separator], userInfo[(separator + 1)..]);
        var pair = $"{Uri.UnescapeDataString(user)}:{Uri.UnescapeDataString(password)}";
        return new HeaderField("Authorization", "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes(pair)));
    }

    private static string Printable(string text) => InText.Quote(Redaction.Text(text));

    // By hand, because the library for regular expressions takes 0.8 MB in every run.
    private static bool HasScheme(string text) => text.IndexOf(Separator, StringComparison.Ordinal) is > 0 and var end
        && char.IsAsciiLetter(text[0]) && text.Take(end).All(sign => char.IsAsciiLetterOrDigit(sign) || sign is '+' or '.' or '-');

    [GeneratedRegex("^[^:]+://[^/?#]*:(?:0+|[0-9]{6,}|[7-9][0-9]{4}|6[6-9][0-9]{3}|65[6-9][0-9]{2}|655[4-9][0-9]|6553[6-9])(?:[/?#]|$)")]
    private static partial Regex BadPort();
}
