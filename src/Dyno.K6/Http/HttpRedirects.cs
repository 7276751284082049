using System.Collections.Immutable;
using Dyno.Http.Clients;
using Dyno.Http.Requests;
using Dyno.Load.Engine;

namespace Dyno.K6.Http;

/// <summary>Redirects by k6's rules: 301, 302 and 303 become GET, 307 and 308 stay what they are.</summary>
internal static class HttpRedirects
{
    private static readonly string[] OfBody = ["Content-Type", "Content-Length", "Content-Encoding"];
    private static readonly string[] OfOrigin = ["Authorization", "Host"];

    public static bool IsRedirect(WireResponse response) => response.Error == RequestErrorKind.None
        && response.Status is 301 or 302 or 303 or 307 or 308 && response.Header("Location") is not null;

    /// <summary>The request that follows; null when the target is no http or https URL.</summary>
    public static WireRequest? Follow(WireRequest request, WireResponse response)
    {
        if (!Uri.TryCreate(request.Url, response.Header("Location"), out var target) || target.Scheme is not ("http" or "https")) return null;
        var next = request with { Url = target };
        if (response.Status is 301 or 302 or 303 && request.Method != "HEAD")
            next = next with { Method = "GET", Body = default, Headers = Without(next.Headers, OfBody) };
        return IsSameOrigin(target, request.Url) ? next : next with { Headers = Without(next.Headers, OfOrigin) };
    }

    private static bool IsSameOrigin(Uri one, Uri other) =>
        one.Scheme == other.Scheme && one.Port == other.Port && one.Host.Equals(other.Host, StringComparison.OrdinalIgnoreCase);

    private static ImmutableArray<HeaderField> Without(ImmutableArray<HeaderField> headers, string[] names) =>
        headers.RemoveAll(h => names.Contains(h.Name, StringComparer.OrdinalIgnoreCase));
}
