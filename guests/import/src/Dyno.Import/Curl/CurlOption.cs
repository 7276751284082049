namespace Dyno.Import;

/// <summary>An option of curl that Dyno knows.</summary>
/// <param name="Short">The letter of the option; '\0' for none.</param>
/// <param name="Kind">What Dyno does with the option.</param>
internal sealed record CurlOption(string Name, char Short, CurlOptionKind Kind)
{
    /// <summary>Whether a value follows.</summary>
    public bool TakesValue => Kind is CurlOptionKind.Value or CurlOptionKind.IgnoredValue or CurlOptionKind.RefusedValue or CurlOptionKind.PassedValue;

    public static ImmutableArray<CurlOption> All { get; } =
    [
        .. Of(CurlOptionKind.Value, "request X", "header H", "data d", "data-ascii", "data-raw", "data-binary", "data-urlencode", "json",
            "form F", "form-string", "user u", "cookie b", "user-agent A", "referer e", "max-time m", "url", "url-query", "oauth2-bearer",
            "upload-file T", "range r"),
        .. Of(CurlOptionKind.Flag, "get G", "head I", "insecure k", "location L", "location-trusted", "compressed", "http1.1", "http1.0 0",
            "path-as-is", "http2", "http2-prior-knowledge", "http3", "http3-only", "next :", "basic", "anyauth", "globoff g"),
        .. Of(CurlOptionKind.Ignored, "silent s", "show-error S", "verbose v", "include i", "fail f", "fail-with-body", "fail-early", "progress-bar #",
            "no-buffer N", "remote-name O", "remote-header-name J", "no-progress-meter", "styled-output", "create-dirs",
            "ipv4 4", "ipv6 6", "tcp-nodelay", "tcp-fastopen", "no-keepalive", "raw", "tr-encoding", "disable q", "parallel Z", "no-compressed",
            "remote-name-all", "ssl-no-revoke", "http0.9", "no-alpn", "junk-session-cookies j", "retry-connrefused", "retry-all-errors", "tlsv1", "tlsv1.2", "tlsv1.3"),
        .. Of(CurlOptionKind.IgnoredValue, "output o", "output-dir", "write-out w", "dump-header D", "cookie-jar c", "retry", "retry-delay",
            "retry-max-time", "trace", "trace-ascii", "stderr", "limit-rate", "speed-limit Y", "speed-time y", "max-redirs", "keepalive-time",
            "expect100-timeout", "max-filesize", "tls-max", "ciphers", "parallel-max", "rate", "interface", "proto", "proto-default", "proto-redir"),
        .. Of(CurlOptionKind.PassedValue, "connect-timeout", "connect-to", "cacert", "cert E", "key", "unix-socket"),
        .. Of(CurlOptionKind.RefusedValue, "proxy x", "socks5", "socks5-hostname", "resolve", "aws-sigv4", "proxy-user U", "preproxy", "capath", "pass", "netrc-file",
            "service-name", "delegation", "quote Q", "time-cond z", "continue-at C", "doh-url", "dns-servers", "config K"),
        .. Of(CurlOptionKind.Refused, "digest", "ntlm", "negotiate", "netrc n", "netrc-optional", "proxytunnel p"),
    ];

    private static IEnumerable<CurlOption> Of(CurlOptionKind kind, params string[] names) =>
        names.Select(name => new CurlOption(name.Split(' ')[0], name.Contains(' ', StringComparison.Ordinal) ? name[^1] : '\0', kind));
}

/// <summary>What Dyno does with an option.</summary>
internal enum CurlOptionKind
{
    Value, // a value that shapes the request
    Flag, // a switch that shapes the request
    Ignored, // a switch about output or comfort, which changes nothing that the server sees
    IgnoredValue, // an option with a value about output or comfort, which changes nothing that the server sees
    PassedValue, // an option with a value that Dyno has as an option of its own command line
    Refused, // a switch that changes the request in a way that Dyno does not support
    RefusedValue, // an option with a value that changes the request in a way that Dyno does not support
}
