namespace Dyno.K6;

/// <summary>
/// Cookies as scripts see them (RFC 6265): by domain, path, expiry and Secure, in the order in which they are sent.
/// Thread-safe, because the requests of a batch end side by side; bounded.
/// </summary>
internal sealed class ScriptCookieJar(TimeProvider time)
{
    private const int Most = 3000;
    private readonly Lock _gate = new();
    private readonly List<Cookie> _cookies = [];
    private int _version;

    /// <summary>Whether the jar is empty; asked before every request.</summary>
    public bool IsEmpty => _cookies.Count == 0;

    /// <summary>Changes whenever the cookies for some URL may have changed, except when a cookie expires.</summary>
    public int Version => Volatile.Read(ref _version);

    public DateTimeOffset FirstExpiry
    {
        get
        {
            lock (_gate) return _cookies.Count == 0 ? DateTimeOffset.MaxValue : _cookies.Min(c => c.Expires);
        }
    }

    /// <summary>The cookies that go to a URL, longest path first.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> For(Uri url)
    {
        if (IsEmpty) return [];
        var now = time.GetUtcNow();
        lock (_gate)
        {
            _cookies.RemoveAll(c => c.Expires <= now);
            return [.. _cookies.Where(c => c.GoesTo(url)).OrderByDescending(c => c.Path.Length).Select(c => KeyValuePair.Create(c.Name, c.Value))];
        }
    }

    /// <summary>Takes what an answer's Set-Cookie headers say.</summary>
    public void Take(WireResponse response)
    {
        foreach (var header in response.Headers)
            if (header.Name.Equals("Set-Cookie", StringComparison.OrdinalIgnoreCase) && SetCookie.Parse(header.Value) is { } cookie)
                Set(response.Url, cookie);
    }

    /// <summary>Sets a cookie for a URL; a cookie for another domain is refused.</summary>
    public bool Set(Uri url, SetCookie cookie)
    {
        var host = url.IdnHost.ToLowerInvariant();
        var domain = cookie.Domain.TrimStart('.').ToLowerInvariant();
        var isHostOnly = domain.Length == 0 || domain == host;
        if (!isHostOnly && !host.EndsWith("." + domain, StringComparison.Ordinal)) return false;
        var path = cookie.Path.StartsWith('/') ? cookie.Path : DefaultPath(url);
        var stored = new Cookie(cookie.Name, cookie.Value, domain.Length == 0 ? host : domain, domain.Length == 0, path, cookie.Secure, ExpiryOf(cookie));
        lock (_gate) Set(stored);
        return true;
    }

    /// <summary>Forgets everything.</summary>
    public void Clear()
    {
        if (!IsEmpty) Remove(static _ => true);
    }

    /// <summary>Forgets the cookies that go to a URL.</summary>
    public void Clear(Uri url)
    {
        Remove(c => c.GoesTo(url));
    }

    /// <summary>Forgets one cookie of those that go to a URL.</summary>
    public void Delete(Uri url, string name)
    {
        Remove(c => c.Name == name && c.GoesTo(url));
    }

    /// <summary>A value as it is sent: without characters that no cookie may hold, in quotes where it has a blank or a comma.</summary>
    public static string OnWire(string value)
    {
        var allowed = value.All(IsAllowed) ? value : string.Concat(value.Where(IsAllowed));
        return allowed.AsSpan().ContainsAny(' ', ',') ? $"\"{allowed}\"" : allowed;
    }

    // A cookie that replaces another keeps the place of the other in the order (RFC 6265, 5.3, step 11).
    private void Set(Cookie cookie)
    {
        var at = _cookies.FindIndex(c => c.Name == cookie.Name && c.Domain == cookie.Domain && c.Path == cookie.Path);
        if (cookie.Expires <= time.GetUtcNow())
        {
            if (at < 0) return;
            _cookies.RemoveAt(at);
        }
        else if (at < 0)
        {
            if (_cookies.Count >= Most) return;
            _cookies.Add(cookie);
        }
        else
        {
            var isAsBefore = cookie.Expires >= _cookies[at].Expires && cookie with { Expires = _cookies[at].Expires } == _cookies[at];
            _cookies[at] = cookie;
            if (isAsBefore) return; // for a server that sets the same cookie in every answer
        }
        _version++;
    }

    private void Remove(Predicate<Cookie> which)
    {
        lock (_gate)
        {
            if (_cookies.RemoveAll(which) > 0) _version++;
        }
    }

    private static bool IsAllowed(char c) => c is >= ' ' and < '\u007f' and not ('"' or ';' or '\\');

    private DateTimeOffset ExpiryOf(SetCookie cookie) => cookie.MaxAge is { } seconds
        ? seconds <= 0 ? DateTimeOffset.MinValue : time.GetUtcNow() + TimeSpan.FromSeconds(Math.Min(seconds, 4e9))
        : cookie.Expires ?? DateTimeOffset.MaxValue;

    private static string DefaultPath(Uri url) =>
        url.AbsolutePath.LastIndexOf('/') is > 0 and var slash ? url.AbsolutePath[..slash] : "/";

    private sealed record Cookie(string Name, string Value, string Domain, bool IsHostOnly, string Path, bool IsSecure, DateTimeOffset Expires)
    {
        public bool GoesTo(Uri url)
        {
            var host = url.IdnHost;
            var fits = host.Equals(Domain, StringComparison.OrdinalIgnoreCase)
                || (!IsHostOnly && host.EndsWith("." + Domain, StringComparison.OrdinalIgnoreCase));
            return fits && (!IsSecure || url.Scheme == "https") && PathFits(url.AbsolutePath);
        }

        private bool PathFits(string path) => path.StartsWith(Path, StringComparison.Ordinal)
            && (Path.EndsWith('/') || path.Length == Path.Length || path[Path.Length] == '/');
    }
}

/// <summary>The content of a Set-Cookie header.</summary>
internal sealed partial record SetCookie
{
    public required string Name { get; init; }

    public required string Value { get; init; }

    public string Domain { get; init; } = "";

    public string Path { get; init; } = "";

    public bool Secure { get; init; }

    public bool HttpOnly { get; init; }

    /// <summary>Seconds; null when not given.</summary>
    public double? MaxAge { get; init; }

    public DateTimeOffset? Expires { get; init; }

    /// <summary>Reads a header's value; null when it has no name.</summary>
    public static SetCookie? Parse(string header)
    {
        var parts = header.Split(';');
        var equals = parts[0].IndexOf('=', StringComparison.Ordinal);
        if (equals <= 0) return null;
        var cookie = new SetCookie { Name = parts[0][..equals].Trim(), Value = parts[0][(equals + 1)..].Trim().Trim('"') };
        foreach (var part in parts.Skip(1))
        {
            var at = part.IndexOf('=', StringComparison.Ordinal);
            var (name, value) = at < 0 ? (part.Trim(), "") : (part[..at].Trim(), part[(at + 1)..].Trim());
            cookie = cookie.With(name, value);
        }
        return cookie;
    }

    private SetCookie With(string name, string value) => name.ToLowerInvariant() switch
    {
        "domain" => this with { Domain = value },
        "path" => this with { Path = value },
        "secure" => this with { Secure = true },
        "httponly" => this with { HttpOnly = true },
        "max-age" when double.TryParse(value, CultureInfo.InvariantCulture, out var seconds) => this with { MaxAge = seconds },
        "expires" when ExpiryOf(value) is { } expires => this with { Expires = expires },
        _ => this,
    };

    /// <summary>
    /// A date as servers write it: RFC 1123, with blanks or dashes. Time zones other than GMT count as GMT, and the day of the week is not
    /// checked.
    /// </summary>
    public static DateTimeOffset? ExpiryOf(string text)
    {
        var day = Weekday().Replace(text, "");
        return Parsed(day.Replace('-', ' ')) ?? Parsed(day) ?? Parsed(ZoneName().Replace(day, "GMT"));
    }

    private static DateTimeOffset? Parsed(string text) => DateTimeOffset.TryParse(
        text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal, out var date) ? date : null;

    [GeneratedRegex("[A-Z]{3,4}$")]
    private static partial Regex ZoneName();

    [GeneratedRegex(@"^\s*[A-Za-z]+,\s*")]
    private static partial Regex Weekday();
}
