namespace Dyno.Http;

/// <summary>The rules of redirects: those of Go, which k6 follows, or those of .NET's HttpClient (RedirectHandler).</summary>
internal static class RedirectRules
{
    private static readonly string[] OfBody = ["Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Location"];

    /// <summary>Whether an answer is a redirect, by Go's rules.</summary>
    public static bool IsRedirect(WireResponse response) => response.Error == RequestErrorKind.None
        && response.Status is 301 or 302 or 303 or 307 or 308 && response.Header("Location") is not null;

    /// <summary>Whether an answer is a redirect that is followed.</summary>
    /// <param name="asHttpClient">HttpClient follows 300 as well. It leaves out a location that is no URL, and every way from https to another scheme.</param>
    public static bool IsRedirect(WireRequest request, WireResponse response, bool asHttpClient)
    {
        if (!asHttpClient) return IsRedirect(response);
        return response.Error == RequestErrorKind.None && response.Status is 300 or 301 or 302 or 303 or 307 or 308
            && TargetOf(request, response) is { } target && (request.Url.Scheme != "https" || target.Scheme == "https");
    }

    /// <summary>
    /// The next request: 301, 302 and 303 turn every method but HEAD into GET without body; HttpClient changes only POST for 301 and 302. 307
    /// and 308 keep method and body. Credentials and the Host header are not sent to another origin; HttpClient sends no Authorization
    /// header after a redirect at all. Null when the target is not http(s).
    /// </summary>
    public static WireRequest? Follow(WireRequest request, WireResponse response, bool asHttpClient)
    {
        if (TargetOf(request, response) is not { Scheme: "http" or "https" } target) return null;
        if (target.Fragment.Length == 0 && request.Url.Fragment.Length > 0)
            target = new UriBuilder(target) { Fragment = request.Url.Fragment }.Uri;
        var next = request with { Url = target };
        if (BecomesGet(request.Method, response.Status, asHttpClient))
            next = next with { Method = "GET", Body = default, Headers = Without(next.Headers, OfBody) };
        if (asHttpClient) next = next with { Headers = Without(next.Headers, ["Authorization"]) };
        if (HttpOrigin.Of(target) == HttpOrigin.Of(request.Url)) return next;
        next = next with { Headers = Without(next.Headers, ["Host"]) };
        return CredentialRules.MayFollow(request.Url, target) ? next : next with { Headers = CredentialRules.Without(next.Headers) };
    }

    private static bool BecomesGet(string method, int status, bool asHttpClient) => status switch
    {
        303 => method is not ("GET" or "HEAD"),
        300 or 301 or 302 => asHttpClient ? method is "POST" : method is not ("GET" or "HEAD"),
        _ => false,
    };

    private static Uri? TargetOf(WireRequest request, WireResponse response) =>
        Uri.TryCreate(request.Url, response.Header("Location"), out var target) ? target : null;

    private static ImmutableArray<HeaderField> Without(ImmutableArray<HeaderField> headers, string[] names) =>
        headers.RemoveAll(h => names.Contains(h.Name, StringComparer.OrdinalIgnoreCase));
}
