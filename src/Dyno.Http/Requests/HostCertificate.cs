namespace Dyno.Http;

/// <summary>A client certificate for some hosts.</summary>
/// <param name="Domains">Hosts that the certificate is for, with a leading <c>*.</c> for all subdomains; empty: all hosts.</param>
public sealed record HostCertificate(ImmutableArray<string> Domains, X509Certificate2 Certificate)
{
    /// <summary>Certificates of the issuers, sent along: a server may know only the last one.</summary>
    public X509Certificate2Collection Issuers { get; init; } = [];

    public bool IsFor(string host)
    {
        if (Domains.IsEmpty) return true;
        foreach (var domain in Domains)
        {
            if (domain.Equals(host, StringComparison.OrdinalIgnoreCase)) return true;
            if (domain.StartsWith("*.", StringComparison.Ordinal) && host.EndsWith(domain[1..], StringComparison.OrdinalIgnoreCase)) return true;
        }
        return false;
    }

    /// <summary>Whether one of the authorities issued the certificate, or the certificate of an issuer.</summary>
    /// <param name="authorities">X.500 names of the authorities.</param>
    internal bool IsIssuedBy(IReadOnlyCollection<string> authorities) =>
        authorities.Contains(Certificate.Issuer) || Issuers.Any(issuer => authorities.Contains(issuer.Issuer));
}
