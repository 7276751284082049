namespace Dyno.Inputs;

/// <summary>Options that change every request of a session: domain, query values, cookie, authorization.</summary>
internal sealed record SessionReplacements
{
    /// <summary>The beginning of site-relative URLs; null when the session has none.</summary>
    public string? SiteBaseUrl { get; init; }

    /// <summary>The host, with or without port or scheme, that replaces every other host.</summary>
    public string? Domain { get; init; }

    /// <summary><c>name=value&amp;name=value</c>: values that replace those of the query where the query has the name.</summary>
    public string? Query { get; init; }

    /// <summary>The header Cookie of every request.</summary>
    public string? Cookie { get; init; }

    /// <summary>The value that replaces the header Authorization where a request has one.</summary>
    public string? Authorization { get; init; }

    /// <summary>The user name for Basic authentication; null for none.</summary>
    public string? UserName { get; init; }

    /// <summary>The password for Basic authentication.</summary>
    public string? Password { get; init; }

    /// <summary>How name and password are sent (Basic, NTLM …); null for Basic.</summary>
    public string? PasswordType { get; init; }

    /// <summary>The User-Agent of requests that have none of their own.</summary>
    public string? UserAgent { get; init; }

    /// <summary>The URL of a request line: a relative URL becomes absolute, and the domain and query values are replaced.</summary>
    public string Address(string url)
    {
        var isRelative = !url.Contains("://", StringComparison.Ordinal) && !url.StartsWith("{{", StringComparison.Ordinal) && !url.StartsWith('%');
        if (isRelative && SiteBaseUrl is not null) url = $"{SiteBaseUrl.TrimEnd('/')}/{url.TrimStart('/')}";
        if (Domain is not null) url = WithDomain(url, Domain);
        return Query is null ? url : WithQuery(url, Query);
    }

    public RequestDraft Apply(RequestDraft request, SessionScope scope, SourcePlace place)
    {
        var headers = request.Headers;
        if (Cookie is not null) headers = Set(headers, "Cookie", scope.Read(Cookie, place));
        if (Authorization is not null && Has(headers, "Authorization")) headers = Set(headers, "Authorization", scope.Read(WithScheme(Authorization), place));
        if (UserName is not null && !Has(headers, "Authorization")) headers = Set(headers, "Authorization", TextTemplate.Of(Basic(UserName, Password)));
        if (UserAgent is not null && !Has(headers, "User-Agent")) headers = Set(headers, "User-Agent", scope.Read(UserAgent, place));
        return headers == request.Headers ? request : request with { Headers = headers };
    }

    /// <summary>Reports an encrypted password, and a way of sending name and password other than Basic, when a request is sent with them.</summary>
    public void CheckPassword(ImmutableArray<RequestDraft> requests, InputContext context, SourcePlace place)
    {
        if (UserName is null || context.Request.Headers.Any(h => h.StartsWith("Authorization:", StringComparison.OrdinalIgnoreCase))) return;
        var sent = Basic(UserName, Password);
        if (!requests.Any(r => r.Headers.Any(h => h.Value.Written == sent))) return;
        if (Password is { } password && LooksEncrypted(password))
            place.Problem("the password is encrypted with a key that only WebSurge has", "write the password itself, or give -H \"Authorization: Basic …\"");
        else if (PasswordType is { Length: > 0 } type && !type.Equals("Basic", StringComparison.OrdinalIgnoreCase))
            place.Warning($"{InText.Quote(type)} is not supported: name and password are sent as Basic");
    }

    // WebSurge 2 stores base64 of encrypted blocks of eight bytes, which are not text.
    private static bool LooksEncrypted(string password)
    {
        var bytes = new byte[password.Length];
        return password.Length >= 12 && Convert.TryFromBase64String(password, bytes, out var length) && length % 8 == 0
            && bytes.AsSpan(0, length).ContainsAnyExceptInRange((byte)' ', (byte)'~');
    }

    /// <summary>Replaces a header, or adds it at the end.</summary>
    public static ImmutableArray<HeaderDraft> Set(ImmutableArray<HeaderDraft> headers, string name, TextTemplate value)
    {
        for (var i = 0; i < headers.Length; i++)
            if (headers[i].Name.Equals(name, StringComparison.OrdinalIgnoreCase)) return headers.SetItem(i, headers[i] with { Value = value });
        return headers.Add(new HeaderDraft(name, value));
    }

    public static bool Has(ImmutableArray<HeaderDraft> headers, string name) =>
        headers.Any(h => h.Name.Equals(name, StringComparison.OrdinalIgnoreCase));

    public static string WithScheme(string value) => value.Contains(' ', StringComparison.Ordinal) || value.Contains("{{", StringComparison.Ordinal) ? value : $"Bearer {value}";

    private static string Basic(string user, string? password) =>
        "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes($"{user}:{password}"));

    private static string WithDomain(string url, string domain)
    {
        var start = url.IndexOf("://", StringComparison.Ordinal);
        var end = start < 0 ? -1 : url.IndexOfAny(['/', '?', '#'], start + 3);
        if (start < 0) return url;
        var rest = end < 0 ? "" : url[end..];
        return domain.Contains("://", StringComparison.Ordinal) ? domain.TrimEnd('/') + rest : $"{url[..(start + 3)]}{domain.TrimEnd('/')}{rest}";
    }

    private static string WithQuery(string url, string replacements)
    {
        var start = url.IndexOf('?', StringComparison.Ordinal);
        if (start < 0) return url;
        var pairs = url[(start + 1)..].Split('&');
        foreach (var replacement in replacements.TrimStart('?').Split('&'))
        {
            var name = replacement.Split('=')[0];
            for (var i = 0; i < pairs.Length; i++)
                if (pairs[i].Split('=')[0].Equals(name, StringComparison.OrdinalIgnoreCase)) pairs[i] = replacement;
        }

        return url[..(start + 1)] + string.Join('&', pairs);
    }
}
