namespace Dyno.Http;

/// <summary>Describes why a server's certificate is rejected, in OpenSSL's words, because people search for those.</summary>
internal static class CertificateVerdict
{
    /// <param name="chain">The chain that the platform built, or null.</param>
    /// <param name="host">The host name that the certificate had to match.</param>
    public static string Describe(SslPolicyErrors errors, X509Chain? chain, string host)
    {
        if (errors.HasFlag(SslPolicyErrors.RemoteCertificateNotAvailable)) return "the server sent no certificate";
        if (errors.HasFlag(SslPolicyErrors.RemoteCertificateChainErrors)) return $"certificate verify failed: {Reason(chain)}";
        var what = IPAddress.TryParse(host, out _) ? "IP address mismatch" : "hostname mismatch";
        return $"certificate verify failed: {what}, it is not for {host}";
    }

    private static string Reason(X509Chain? chain)
    {
        var status = X509ChainStatusFlags.NoError;
        foreach (var entry in chain?.ChainStatus ?? []) status |= entry.Status;
        if (status.HasFlag(X509ChainStatusFlags.NotTimeValid)) return "certificate has expired or is not yet valid";
        if (status.HasFlag(X509ChainStatusFlags.Revoked)) return "certificate revoked";
        if (status.HasFlag(X509ChainStatusFlags.PartialChain)) return "unable to get local issuer certificate";
        if (status.HasFlag(X509ChainStatusFlags.UntrustedRoot)) return "self-signed certificate in certificate chain";
        return status.ToString();
    }
}
