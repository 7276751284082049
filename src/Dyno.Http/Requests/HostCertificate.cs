using System.Collections.Immutable;
using System.Security.Cryptography.X509Certificates;

namespace Dyno.Http.Requests;

/// <summary>A client certificate for some hosts.</summary>
/// <param name="Domains">Hosts that it is shown to, a leading <c>*.</c> for all below; empty: all hosts.</param>
/// <param name="Certificate">The certificate with its key.</param>
public sealed record HostCertificate(ImmutableArray<string> Domains, X509Certificate2 Certificate)
{
    /// <summary>Certificates of those who issued it, shown with it: a server may know the last one only.</summary>
    public X509Certificate2Collection Issuers { get; init; } = [];

    /// <summary>Whether it is for a host.</summary>
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

    /// <summary>Whether one of these authorities issued it, or one of those who did.</summary>
    /// <param name="authorities">Their names, as X.500 writes them.</param>
    internal bool IsIssuedBy(IReadOnlyCollection<string> authorities) =>
        authorities.Contains(Certificate.Issuer) || Issuers.Any(issuer => authorities.Contains(issuer.Issuer));
}
