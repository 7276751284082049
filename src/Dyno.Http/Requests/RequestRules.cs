using Dyno.Metrics;

namespace Dyno.Http;

/// <summary>The rules that a request must satisfy before it is turned into bytes; they prevent header injection.</summary>
public static class RequestRules
{
    private static readonly SearchValues<char> TokenChars = SearchValues.Create(
        "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

    private static readonly SearchValues<char> LineBreaks = SearchValues.Create("\r\n\0");

    /// <summary>Every problem of <paramref name="plan"/>, with advice on what to write instead; empty for a valid plan.</summary>
    public static IEnumerable<string> ProblemsOf(HttpRequestPlan plan)
    {
        if (!IsToken(plan.Method))
            yield return $"'{Shown(plan.Method)}' is not an HTTP method; write a word such as GET or POST";
        if (plan.Method == "CONNECT")
            yield return "CONNECT opens a tunnel and cannot be measured; use GET, POST or another method";
        if (!plan.Url.IsAbsoluteUri || plan.Url.Scheme is not ("http" or "https"))
            yield return $"'{Shown(plan.Url.OriginalString)}' is not an absolute http or https URL; write http://host/path";
        foreach (var header in plan.Headers)
            foreach (var problem in ProblemsOf(header, plan.Body.Length)) yield return problem;
    }

    /// <summary>Whether <paramref name="text"/> is a token by RFC 9110.</summary>
    public static bool IsToken(string text) => text.Length > 0 && text.AsSpan().IndexOfAnyExcept(TokenChars) < 0;

    /// <summary>Whether <paramref name="text"/> can be a header value without ending the header line.</summary>
    public static bool IsHeaderValue(string text) => text.AsSpan().IndexOfAny(LineBreaks) < 0;

    /// <summary>Whether a header says how the body is framed: a client sends every body whole, with its length, and writes that itself.</summary>
    internal static bool IsFraming(string name) => name.Length switch
    {
        14 => name.Equals("Content-Length", StringComparison.OrdinalIgnoreCase),
        17 => name.Equals("Transfer-Encoding", StringComparison.OrdinalIgnoreCase),
        _ => false,
    };

    /// <summary>The value of a Host header; the scheme's default port is left out.</summary>
    internal static string HostOf(Uri url)
    {
        var host = url.HostNameType == UriHostNameType.IPv6 ? $"[{url.DnsSafeHost.Split('%')[0]}]" : url.IdnHost;
        return url.IsDefaultPort ? host : $"{host}:{url.Port}";
    }

    private static IEnumerable<string> ProblemsOf(HeaderField header, int bodyBytes)
    {
        if (!IsToken(header.Name))
            yield return $"'{Shown(header.Name)}' is not a header name; use letters, digits and hyphens";
        if (!IsHeaderValue(header.Value))
            yield return $"the value of header {Shown(header.Name)} holds a line break or a NUL; remove it";
        if (header.Name.Equals("Transfer-Encoding", StringComparison.OrdinalIgnoreCase))
            yield return "remove the header Transfer-Encoding: the body is sent with its length";
        if (header.Name.Equals("Content-Length", StringComparison.OrdinalIgnoreCase)
            && header.Value.Trim() != bodyBytes.ToString(CultureInfo.InvariantCulture))
            yield return $"Content-Length is {Shown(header.Value)} but the body has {FigureText.Count(bodyBytes, "byte")}; remove the header: Dyno adds it";
    }

    private static string Shown(string text) =>
        string.Concat(text.Take(60).Select(c => char.IsControl(c) ? '?' : c)) + (text.Length > 60 ? "…" : "");
}
