using System.Collections.Immutable;
using Dyno.Http.Requests;

namespace Dyno.Http.Clients;

/// <summary>The rules of redirects (RFC 9110, 15.4, as browsers apply them).</summary>
internal static class RedirectRules
{
    private static readonly string[] OfBody = ["Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Location"];

    /// <summary>Whether an answer is a redirect that can be followed.</summary>
    public static bool IsRedirect(WireResponse response) =>
        response.Error == Load.Engine.RequestErrorKind.None && response.Status is 301 or 302 or 303 or 307 or 308 && response.Header("Location") is not null;

    /// <summary>
    /// The next request: 301, 302 and 303 turn every method but HEAD into GET without body; 307 and 308 keep method and body.
    /// Credentials and the Host header are not sent to another origin. Null when the target is not http(s).
    /// </summary>
    public static WireRequest? Follow(WireRequest request, WireResponse response)
    {
        if (!Uri.TryCreate(request.Url, response.Header("Location"), out var target)) return null;
        if (target.Scheme is not ("http" or "https")) return null;
        if (target.Fragment.Length == 0 && request.Url.Fragment.Length > 0)
            target = new UriBuilder(target) { Fragment = request.Url.Fragment }.Uri;
        var next = request with { Url = target };
        if (response.Status is 301 or 302 or 303 && request.Method is not ("GET" or "HEAD"))
            next = next with { Method = "GET", Body = default, Headers = Without(next.Headers, OfBody) };
        if (HttpOrigin.Of(target) == HttpOrigin.Of(request.Url)) return next;
        next = next with { Headers = Without(next.Headers, ["Host"]) };
        return CredentialRules.MayFollow(request.Url, target) ? next : next with { Headers = CredentialRules.Without(next.Headers) };
    }

    private static ImmutableArray<HeaderField> Without(ImmutableArray<HeaderField> headers, string[] names) =>
        headers.RemoveAll(h => names.Contains(h.Name, StringComparer.OrdinalIgnoreCase));
}
