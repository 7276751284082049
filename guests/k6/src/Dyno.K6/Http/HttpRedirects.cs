namespace Dyno.K6;

/// <summary>Redirects by k6's rules: 301, 302 and 303 become GET, 307 and 308 stay what they are.</summary>
internal static class HttpRedirects
{
    private static readonly string[] OfBody = ["Content-Type", "Content-Length", "Content-Encoding"];
    private static readonly string[] OfHop = ["Cookie"]; // set anew for each hop, from the jar and the params

    public static bool IsRedirect(WireResponse response) => response.Error == RequestErrorKind.None
        && response.Status is 301 or 302 or 303 or 307 or 308 && response.Header("Location") is { Length: > 0 };

    /// <summary>The request that follows; null when the target is not an http or https URL.</summary>
    /// <param name="first">The first URL of the chain: credentials are sent to its origin only, while k6 compares only its host.</param>
    /// <param name="setsReferer">Whether the next request has a Referer; false when the script has set one itself.</param>
    public static WireRequest? Follow(Uri first, WireRequest request, WireResponse response, bool setsReferer)
    {
        if (!Uri.TryCreate(request.Url, response.Header("Location"), out var target) || target.Scheme is not ("http" or "https")) return null;
        var next = request with { Url = target, Headers = Without(request.Headers, OfHop) };
        if (response.Status is 301 or 302 or 303 && request.Method != "HEAD")
            next = next with { Method = "GET", Body = default, Headers = Without(next.Headers, OfBody) };
        if (!IsSameOrigin(target, request.Url)) next = next with { Headers = Without(next.Headers, ["Host"]) };
        if (!CredentialRules.MayFollow(first, target)) next = next with { Headers = CredentialRules.Without(next.Headers) };
        return setsReferer ? WithReferer(next, request.Url) : next;
    }

    // As in browsers: no Referer from https to http, and no password in a Referer.
    private static WireRequest WithReferer(WireRequest next, Uri from)
    {
        var headers = Without(next.Headers, ["Referer"]);
        return next with
        {
            Headers = from.Scheme == "https" && next.Url.Scheme == "http" ? headers
                : headers.Add(new HeaderField("Referer", from.GetComponents(UriComponents.HttpRequestUrl, UriFormat.UriEscaped))),
        };
    }

    private static bool IsSameOrigin(Uri one, Uri other) =>
        one.Scheme == other.Scheme && one.Port == other.Port && one.Host.Equals(other.Host, StringComparison.OrdinalIgnoreCase);

    private static ImmutableArray<HeaderField> Without(ImmutableArray<HeaderField> headers, string[] names) =>
        headers.RemoveAll(h => names.Contains(h.Name, StringComparer.OrdinalIgnoreCase));
}
