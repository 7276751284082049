namespace Dyno.Http;

/// <summary>The cookies of one client, with .NET's rules for domain, path, expiry and Secure. Thread-safe.</summary>
public sealed class CookieJar
{
    private const int MaxCookies = 3000;
    private const int MaxPerDomain = 300;
    private CookieContainer _cookies = New();

    /// <summary>Value of the Cookie header for a URL; empty when there is none.</summary>
    public string HeaderFor(Uri url) => _cookies.GetCookieHeader(url);

    /// <summary>Name and value of each cookie that goes to a URL.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> For(Uri url) =>
        [.. _cookies.GetCookies(url).Select(c => KeyValuePair.Create(c.Name, c.Value))];

    /// <summary>Takes the value of one Set-Cookie header; a cookie that is not valid for the URL is ignored, as RFC 6265 requires.</summary>
    public void Take(Uri url, string setCookie)
    {
        try
        {
            _cookies.SetCookies(url, setCookie);
        }
        catch (CookieException)
        {
            // An invalid cookie is ignored.
        }
    }

    /// <summary>Sets a cookie for a URL.</summary>
    public void Set(Uri url, string name, string value) => Take(url, $"{name}={value}; Path=/");

    public void Clear() => _cookies = New();

    private static CookieContainer New() => new(MaxCookies, MaxPerDomain, CookieContainer.DefaultCookieLengthLimit);
}
