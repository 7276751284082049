using Dyno.Load.Engine;

namespace Dyno.K6.Http;

/// <summary>k6's numbers and words for what goes wrong on the wire.</summary>
internal static class ErrorCodes
{
    public const int BadUrl = 1020;

    /// <summary>The number for a failure; for an answer 1000 + its status from 400 on, else 0.</summary>
    public static int Of(RequestErrorKind kind, int status, string text) => kind switch
    {
        RequestErrorKind.None => status >= 400 ? 1000 + status : 0,
        RequestErrorKind.Dns => text.Contains("blacklisted", StringComparison.Ordinal) ? 1110 : IsBlocked(text) ? 1111 : 1101,
        RequestErrorKind.Refused => 1212,
        RequestErrorKind.Unreachable => text.Contains("time", StringComparison.Ordinal) ? 1211 : 1210,
        RequestErrorKind.Reset => 1220,
        RequestErrorKind.Closed => 1000,
        RequestErrorKind.Timeout => 1050,
        RequestErrorKind.Tls => OfTls(text),
        RequestErrorKind.Protocol => text.Contains("compress", StringComparison.Ordinal) ? 1701 : 1000,
        RequestErrorKind.Exhausted => 1202,
        _ => 1000,
    };

    // AddressRules, and the client's own look at the addresses of a name.
    private static bool IsBlocked(string text) => text.Contains("blacklisted", StringComparison.Ordinal) || text.Contains("is in a blocked pattern", StringComparison.Ordinal);

    private static int OfTls(string text) =>
        text.Contains("hostname mismatch", StringComparison.OrdinalIgnoreCase) || text.Contains("IP address mismatch", StringComparison.OrdinalIgnoreCase) ? 1311
        : text.Contains("certificate", StringComparison.OrdinalIgnoreCase) ? 1310 : 1300;

    /// <summary>The words that a script sees in <c>error</c>.</summary>
    public static string Text(RequestErrorKind kind, string text, Uri url) => kind switch
    {
        RequestErrorKind.Dns => IsBlocked(text) ? text : $"lookup {url.Host}: no such host",
        RequestErrorKind.Refused => $"dial tcp {url.Host}:{url.Port}: connect: connection refused",
        RequestErrorKind.Unreachable => $"dial: {text}",
        RequestErrorKind.Reset => "read: connection reset by peer",
        RequestErrorKind.Closed => "EOF",
        RequestErrorKind.Timeout => "request timeout",
        _ => text,
    };
}
