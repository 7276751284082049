namespace Dyno.K6;

/// <summary>k6's numbers and words for what goes wrong on the wire.</summary>
internal static class ErrorCodes
{
    public const int Generic = 1000;
    public const int BadUrl = 1020;
    private const string StreamWasReset = "the server reset the stream: ";
    private const string ServerWentAway = "the server closed the connection: ";

    // The error codes of HTTP/2, in the order of their numbers on the wire (RFC 9113, 7).
    private static readonly string[] Http2Codes =
    [
        "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED", "FRAME_SIZE_ERROR",
        "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
    ];

    /// <summary>k6's number for a failure; 1000 + the status for an answer with a status from 400 on; 0 for any other answer.</summary>
    public static int Of(RequestErrorKind kind, int status, string text) => kind switch
    {
        RequestErrorKind.None => status >= 400 ? 1000 + status : 0,
        RequestErrorKind.Dns => text.Contains("blacklisted", StringComparison.Ordinal) ? 1110 : IsBlocked(text) ? 1111 : 1101,
        RequestErrorKind.Refused => 1212,
        RequestErrorKind.Unreachable => IsSlow(text) ? 1211 : 1210,
        RequestErrorKind.Reset => CodeIn(text, StreamWasReset) is { } code ? 1630 + NumberOf(code) : 1220,
        RequestErrorKind.Closed => CodeIn(text, ServerWentAway) is { } code ? 1610 + NumberOf(code) : Generic,
        RequestErrorKind.Timeout => 1050,
        RequestErrorKind.Tls => OfTls(text),
        RequestErrorKind.Protocol => text.Contains("compress", StringComparison.Ordinal) ? 1701 : Generic,
        RequestErrorKind.Exhausted => 1202,
        _ => Generic,
    };

    private static string? CodeIn(string text, string before) => text.StartsWith(before, StringComparison.Ordinal) ? text[before.Length..] : null;

    // The number of an HTTP/2 error code; 0 for a code that the standard does not have.
    private static int NumberOf(string code) => Array.IndexOf(Http2Codes, code) + 1;

    // The texts of AddressRules and of the client's own check of the addresses of a name.
    private static bool IsBlocked(string text) => text.Contains("blacklisted", StringComparison.Ordinal) || text.Contains("is in a blocked pattern", StringComparison.Ordinal);

    private static int OfTls(string text) =>
        IsPlain(text) ? Generic
        : IsOfAnotherHost(text) ? 1311
        : text.Contains("certificate", StringComparison.OrdinalIgnoreCase) ? 1310 : 1300;

    private static bool IsOfAnotherHost(string text) =>
        text.Contains("hostname mismatch", StringComparison.OrdinalIgnoreCase) || text.Contains("IP address mismatch", StringComparison.OrdinalIgnoreCase);

    private static bool IsOfUnknownIssuer(string text) =>
        text.Contains("self-signed certificate", StringComparison.Ordinal) || text.Contains("local issuer certificate", StringComparison.Ordinal);

    // .NET's message when the first record of the server is not a TLS record.
    private static bool IsPlain(string text) => text.Contains("corrupted frame", StringComparison.Ordinal);

    /// <summary>
    /// The text that a script sees in <c>error</c> and that samples have as a tag. It has no host and port, so that there are few different
    /// texts.
    /// </summary>
    public static string Text(RequestErrorKind kind, string text) => kind switch
    {
        RequestErrorKind.Dns => IsBlocked(text) ? text : "lookup: no such host",
        RequestErrorKind.Refused => "dial: connection refused",
        RequestErrorKind.Unreachable => IsSlow(text) ? "dial: i/o timeout" : $"dial: {text}",
        RequestErrorKind.Reset when CodeIn(text, StreamWasReset) is { } code => $"http2: stream error with http2 ErrCode {code}",
        RequestErrorKind.Reset => "read: connection reset by peer",
        RequestErrorKind.Closed when CodeIn(text, ServerWentAway) is { } code => $"http2: received GoAway with http2 ErrCode {code}",
        RequestErrorKind.Closed => "EOF",
        RequestErrorKind.Timeout => "request timeout",
        RequestErrorKind.Tls when IsPlain(text) => "http: server gave HTTP response to HTTPS client",
        RequestErrorKind.Tls when IsOfAnotherHost(text) => "x509: certificate doesn't match hostname",
        RequestErrorKind.Tls when IsOfUnknownIssuer(text) => "x509: unknown certificate authority",
        _ => text,
    };

    /// <summary>A longer text of the same failure, for people.</summary>
    public static string Explanation(RequestErrorKind kind, string text, Uri url) => kind switch
    {
        RequestErrorKind.Dns when !IsBlocked(text) => $"lookup {url.Host}: no such host",
        RequestErrorKind.Refused => $"dial tcp {url.Host}:{url.Port}: connect: connection refused",
        RequestErrorKind.Unreachable when !IsSlow(text) => $"dial tcp {url.Host}:{url.Port}: connect: {text}",
        RequestErrorKind.Tls => IsPlain(text) ? Text(kind, text) + ": write http:// if the port is right" : text,
        _ => Text(kind, text),
    };

    private static bool IsSlow(string text) => text.Contains("time", StringComparison.Ordinal);
}
