namespace Dyno.K6;

/// <summary>
/// Prepares requests before they are sent: parses each different text of a request once and keeps the result. For all virtual users of a
/// run; thread-safe.
/// </summary>
internal sealed partial class RequestPreparation(HttpRunOptions options, StepCatalog steps)
{
    private const int Places = 256; // a power of two
    private static readonly string[] OfFraming = ["Transfer-Encoding", "Content-Length", "Trailer"]; // the body determines these headers, not the script
    private readonly Remembered?[] _remembered = new Remembered?[Places]; // indexed by the hash of the request's text; a new entry replaces the old one

    /// <summary>Makes a request ready.</summary>
    /// <param name="text">The request as the prelude wrote it: see <see cref="RequestSpec.Read"/>.</param>
    /// <param name="body">Its body; null for none. Not copied.</param>
    /// <exception cref="HostException">The request cannot be sent at all.</exception>
    public PreparedRequest Of(string text, byte[]? body)
    {
        ref var place = ref _remembered[text.GetHashCode() & (Places - 1)];
        var known = Volatile.Read(ref place);
        if (known is null || known.Text != text)
        {
            known = new Remembered(text, Without(RequestSpec.Read(text)));
            Volatile.Write(ref place, known);
        }
        return body is { Length: > 0 } ? With(body, known.Request) : known.Request;
    }

    /// <summary>A URL as k6 shows it: without user and password, and with an encoded path.</summary>
    public static string MaskedUrl(Uri url, string text)
    {
        if (url.UserInfo.Length > 0) text = text.Replace(url.UserInfo + "@", "****:****@", StringComparison.Ordinal);
        if (Ascii.IsValid(text)) return text;
        var path = text.IndexOf('/', text.IndexOf("://", StringComparison.Ordinal) is >= 0 and var scheme ? scheme + 3 : 0);
        if (path < 0) return text;
        var end = text.IndexOfAny(['?', '#'], path) is >= 0 and var query ? query : text.Length;
        return text[..path] + NotAscii().Replace(text[path..end], m => Uri.EscapeDataString(m.Value)) + text[end..];
    }

    private PreparedRequest Without(RequestSpec spec)
    {
        if (spec.Auth == "ntlm") throw new HostException("auth: 'ntlm' is not part of Dyno: use basic (in the URL) or digest");
        if (!Uri.TryCreate(spec.Url, UriKind.Absolute, out var url) || url.Scheme is not ("http" or "https") || url.Host.Length == 0)
            return LeadsNowhere(spec);
        if ((spec.Problem ?? ProblemOf(spec)) is { } problem) return new PreparedRequest { Spec = spec, Problem = problem };
        return new PreparedRequest
        {
            Spec = spec,
            Url = url,
            Step = steps.IndexOf(spec.Method, spec.Name ?? MaskedUrl(url, spec.Url)),
            Request = new WireRequest
            {
                Method = spec.Method,
                Url = url,
                Headers = HeadersOf(spec, url).ToImmutable(),
                MaxRedirects = 0,
                DiscardBody = options.KindOf(spec) == ResponseKind.None && options.Debug is null,
            },
        };
    }

    private PreparedRequest LeadsNowhere(RequestSpec spec)
    {
        var counts = OtherUrl().IsMatch(spec.Url);
        return new PreparedRequest
        {
            Spec = counts ? spec with { Name = spec.Name ?? spec.Url } : spec,
            Problem = UrlProblem(spec.Url),
            ProblemCode = ErrorCodes.BadUrl,
            CountsUnsent = counts,
            Step = counts ? steps.IndexOf(spec.Method, spec.Name ?? spec.Url) : 0,
        };
    }

    [GeneratedRegex(@"[^\x00-\x7F]+")]
    private static partial Regex NotAscii();

    // Matches localhost:8080/x, ftp://host, /path, http:///path and the empty text.
    [GeneratedRegex(@"^(?!https?:)([A-Za-z][A-Za-z0-9+.-]*:[^\s%]*|[^:\s%]*(/[^\s%]*)?)$|^https?:/{0,3}$|^https?:(/|///)[^/\s%][^\s%]*$", RegexOptions.IgnoreCase)]
    private static partial Regex OtherUrl();

    private static PreparedRequest With(byte[] body, PreparedRequest prepared)
    {
        if (prepared.Request is not { } request) return prepared;
        if (prepared.Spec.Compression is not { Length: > 0 } codings) return prepared with { Request = request.WithBody(body) };
        var headers = request.Headers.ToBuilder();
        var compressed = RequestCoding.Compress(codings, body, headers);
        return prepared with { Request = request with { Headers = headers.ToImmutable(), Body = compressed } };
    }

    private ImmutableArray<HeaderField>.Builder HeadersOf(RequestSpec spec, Uri url)
    {
        var headers = ImmutableArray.CreateBuilder<HeaderField>(spec.Headers.Length + 3);
        headers.AddRange(spec.Headers.Where(h => !OfFraming.Contains(h.Name, StringComparer.OrdinalIgnoreCase)));
        if (options.UserAgent.Length > 0 && !Has(headers, "User-Agent")) headers.Add(new HeaderField("User-Agent", options.UserAgent));
        if (spec.ContentType is { } type && !Has(headers, "Content-Type")) headers.Add(new HeaderField("Content-Type", type));
        if (url.UserInfo.Length > 0 && spec.Auth is null or "basic" && url.UserInfo.Length > 0 && !Has(headers, "Authorization"))
            headers.Add(new HeaderField("Authorization", "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes(Uri.UnescapeDataString(url.UserInfo)))));
        headers.RemoveAll(static h => h.Value.Length == 0 && h.Name.Equals("User-Agent", StringComparison.OrdinalIgnoreCase)); // an empty User-Agent means none
        return headers;
    }

    private static bool Has(ImmutableArray<HeaderField>.Builder headers, string name) =>
        headers.Any(h => h.Name.Equals(name, StringComparison.OrdinalIgnoreCase));

    private static string UrlProblem(string url) => url.Length == 0 ? "the URL of the request is empty"
        : url.Contains("://", StringComparison.Ordinal) && !url.StartsWith("http", StringComparison.OrdinalIgnoreCase)
            ? $"unsupported protocol scheme in \"{url}\": write http:// or https://"
            : $"invalid URL: \"{url}\": write http://host/path or https://host/path";

    private static string? ProblemOf(RequestSpec spec) =>
        !RequestRules.IsToken(spec.Method) ? $"net/http: invalid method \"{spec.Method}\""
        : spec.Auth is not (null or "basic" or "digest") ? $"'{spec.Auth}' is not a kind of auth: write digest"
        : spec.Compression is { } codings ? RequestCoding.Problem(codings) : null;

    private sealed record Remembered(string Text, PreparedRequest Request);
}
