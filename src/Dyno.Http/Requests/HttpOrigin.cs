namespace Dyno.Http;

/// <summary>Scheme, host and port that one connection can serve.</summary>
/// <param name="IsTls">Whether the scheme is https.</param>
/// <param name="Host">Name in ASCII, or address without brackets.</param>
/// <param name="Port">1 to 65,535.</param>
internal sealed record HttpOrigin(bool IsTls, string Host, int Port)
{
    public static HttpOrigin Of(Uri url) => new(url.Scheme == "https",
        url.HostNameType == UriHostNameType.IPv6 ? url.DnsSafeHost : url.IdnHost, url.Port);

    /// <summary>Host and port to connect to, by the first rule that matches (curl's <c>--connect-to</c>).</summary>
    public (string Host, int Port) Target(IEnumerable<ConnectToRule> rules)
    {
        foreach (var rule in rules)
        {
            var fits = (rule.FromHost.Length == 0 || rule.FromHost.Equals(Host, StringComparison.OrdinalIgnoreCase)
                || (rule.FromHost[0] == '*' && Host.EndsWith(rule.FromHost[1..], StringComparison.OrdinalIgnoreCase)))
                && (rule.FromPort is null || rule.FromPort == Port);
            if (fits) return (rule.ToHost.Length == 0 ? Host : rule.ToHost, rule.ToPort ?? Port);
        }
        return (Host, Port);
    }

    public override string ToString() => $"{(IsTls ? "https" : "http")}://{Host}:{Port}";
}
