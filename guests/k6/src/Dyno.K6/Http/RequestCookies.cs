namespace Dyno.K6;

/// <summary>
/// Adds cookies to requests: those of the request and those of a jar. Keeps the last requests without a body, because the client recognises
/// a repeated request by its object. For one virtual user; not thread-safe.
/// </summary>
internal sealed class RequestCookies(TimeProvider time)
{
    private const int Places = 8; // a power of two; every virtual user has this many
    private static readonly IReadOnlyList<KeyValuePair<string, string>> None = [];
    private Remembered?[]? _remembered; // indexed by the request; a new entry replaces the old one

    /// <summary>The request with its cookies, as <see cref="On"/> makes it, and the list of these cookies.</summary>
    /// <param name="spec">Has the request's own cookies.</param>
    /// <param name="jar">Has the other cookies.</param>
    public (WireRequest Sent, IReadOnlyList<KeyValuePair<string, string>> Cookies) Of(WireRequest request, RequestSpec spec, ScriptCookieJar jar)
    {
        if (spec.Cookies.IsEmpty && jar.IsEmpty) return (request, None);
        if (!request.Body.IsEmpty) return On(request, spec, jar, request.Url); // it is never looked up again, and would keep its body
        ref var place = ref (_remembered ??= new Remembered?[Places])[RuntimeHelpers.GetHashCode(request) & (Places - 1)];
        if (place is { } known && known.Request == request && known.Jar == jar && known.Version == jar.Version && time.GetUtcNow() < known.Until)
            return (known.Sent, known.Cookies);
        var (version, until) = (jar.Version, jar.FirstExpiry);
        var (sent, cookies) = On(request, spec, jar, request.Url);
        place = new Remembered(request, jar, version, until, sent, cookies);
        return (sent, cookies);
    }

    /// <summary>The request with its cookies. They come after the cookies that the script has set in a header.</summary>
    /// <param name="spec">Has the request's own cookies.</param>
    /// <param name="jar">Has the other cookies.</param>
    /// <param name="first">
    /// The URL to which the script sent the request: the request's own cookies go only to its origin, and cookies of the jar do not go from
    /// https to http.
    /// </param>
    public static (WireRequest Sent, IReadOnlyList<KeyValuePair<string, string>> Cookies) On(WireRequest request, RequestSpec spec,
        ScriptCookieJar jar, Uri first)
    {
        if (spec.Cookies.IsEmpty && jar.IsEmpty) return (request, None);
        var own = CredentialRules.MayFollow(first, request.Url) ? spec.Cookies : [];
        var isInClear = first.Scheme == Uri.UriSchemeHttps && request.Url.Scheme == Uri.UriSchemeHttp;
        IReadOnlyList<KeyValuePair<string, string>> cookies =
        [
            .. own.Select(c => KeyValuePair.Create(c.Name, c.Value)),
            .. isInClear ? [] : jar.For(request.Url).Where(c => !own.Any(o => o.Replaces && o.Name == c.Key)),
        ];
        if (cookies.Count == 0) return (request, None);
        var header = request.Headers.Where(h => h.Name.Equals("Cookie", StringComparison.OrdinalIgnoreCase)).ToList();
        var value = string.Join("; ", header.Select(h => h.Value).Concat(cookies.Select(c => $"{c.Key}={ScriptCookieJar.OnWire(c.Value)}")));
        return (request with { Headers = request.Headers.RemoveRange(header).Add(new HeaderField("Cookie", value)) }, cookies);
    }

    private sealed record Remembered(WireRequest Request, ScriptCookieJar Jar, int Version, DateTimeOffset Until,
        WireRequest Sent, IReadOnlyList<KeyValuePair<string, string>> Cookies);
}
