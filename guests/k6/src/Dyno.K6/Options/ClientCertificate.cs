using System.Security.Cryptography.X509Certificates;

namespace Dyno.K6;

/// <summary>Reads a certificate and its key from PEM, as <c>tlsAuth</c> has them.</summary>
internal static class ClientCertificate
{
    /// <summary>Reads a certificate and its key.</summary>
    /// <param name="certificate">The certificate, followed by those of its issuers.</param>
    /// <param name="password">Password of the key; empty for none.</param>
    /// <param name="domains">Hosts to which the certificate is shown.</param>
    /// <param name="problem">What is wrong, and what to write instead.</param>
    public static bool TryRead(string certificate, string key, string password, ImmutableArray<string> domains,
        [NotNullWhen(true)] out HostCertificate? read, out (string What, string Instead) problem)
    {
        (read, problem) = (null, default);
        var isPkcs8 = key.Contains("BEGIN ENCRYPTED PRIVATE KEY", StringComparison.Ordinal);
        var isEncrypted = isPkcs8 || LegacyPem.IsEncrypted(key);
        if (isEncrypted && password.Length == 0) problem = ("the key is encrypted, and there is no password", "add password: '…'");
        else if (!LegacyPem.TryOpen(key, password, out var open)) problem = ("the password does not open the key", "give the key's own password");
        else if (Join(certificate, open, isPkcs8 ? password : null) is { } own)
            read = new HostCertificate(domains, own) { Issuers = IssuersOf(own, certificate) };
        else problem = (isPkcs8 ? "the password does not open the key, or the key belongs to another certificate" : "certificate and key cannot be used together",
            "give both in PEM: { cert: open('cert.pem'), key: open('key.pem'), password: '…' }");
        return read is not null;
    }

    private static X509Certificate2? Join(string certificate, string key, string? password)
    {
        try
        {
            using var fromPem = password is null
                ? X509Certificate2.CreateFromPem(certificate, key) : X509Certificate2.CreateFromEncryptedPem(certificate, key, password);
            // Through PKCS#12, because TLS on some systems refuses a key that exists only in memory.
            return X509CertificateLoader.LoadPkcs12(fromPem.Export(X509ContentType.Pkcs12), null);
        }
        catch (Exception e) when (e is CryptographicException or ArgumentException or NotSupportedException) // the last: a damaged key
        {
            return null;
        }
    }

    private static X509Certificate2Collection IssuersOf(X509Certificate2 own, string certificate)
    {
        X509Certificate2Collection all = [];
        all.ImportFromPem(certificate);
        return [.. all.Where(other => other.Thumbprint != own.Thumbprint)];
    }
}
