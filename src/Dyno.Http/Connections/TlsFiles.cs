using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Dyno.Results.Problems;

namespace Dyno.Http.Connections;

/// <summary>Reads the PEM files that the user names, and reports their faults in the same words for every driver.</summary>
internal static class TlsFiles
{
    private const string HowToCheck = "check the file with: openssl x509 -in FILE -noout -subject, or openssl pkey -in FILE -noout";

    /// <summary>Reads every certificate of a file.</summary>
    /// <exception cref="UserFault">The file holds no readable certificate.</exception>
    public static X509Certificate2Collection ReadRoots(string file)
    {
        var text = Read(file);
        X509Certificate2Collection roots = [];
        try
        {
            roots.ImportFromPem(text);
        }
        catch (CryptographicException)
        {
            roots.Clear();
        }
        return roots.Count > 0 ? roots : throw new UserFault($"{file} has no certificate in PEM that can be read", HowToCheck);
    }

    /// <summary>Reads a client certificate with its chain and key.</summary>
    /// <param name="file">The file of the certificate and the certificates of its issuers.</param>
    /// <param name="keyFile">The file of the key; null when the key is in the same file.</param>
    /// <exception cref="UserFault">The certificate or the key cannot be used.</exception>
    public static SslStreamCertificateContext ReadClientCertificate(string file, string? keyFile)
    {
        var text = Read(file);
        keyFile ??= file;
        var key = Read(keyFile);
        X509Certificate2Collection chain = [];
        try
        {
            chain.ImportFromPem(text);
        }
        catch (CryptographicException)
        {
            chain.Clear();
        }
        if (chain.Count == 0) throw new UserFault($"{file} has no client certificate in PEM that can be read", HowToCheck);
        return SslStreamCertificateContext.Create(WithKey(text, key, keyFile), chain, offline: true);
    }

    private static X509Certificate2 WithKey(string certificate, string key, string keyFile)
    {
        try
        {
            using var fromPem = X509Certificate2.CreateFromPem(certificate, key);
            // The key goes through PKCS#12, because the TLS libraries of some systems refuse a key that exists only in memory.
            return X509CertificateLoader.LoadPkcs12(fromPem.Export(X509ContentType.Pkcs12), null);
        }
        catch (Exception e) when (e is CryptographicException or ArgumentException)
        {
            var isOther = key.Contains("PRIVATE KEY-----", StringComparison.Ordinal) && !key.Contains("ENCRYPTED", StringComparison.Ordinal);
            throw new UserFault(isOther
                ? $"{keyFile} holds a key that does not belong to the client certificate"
                : $"{keyFile} has no private key in PEM without a password", HowToCheck, e);
        }
    }

    private static string Read(string file)
    {
        try
        {
            return File.ReadAllText(file);
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new UserFault($"{file} does not exist", "give the path of a PEM file", e);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UserFault($"{file} cannot be read: {e.Message}", "give the path of a PEM file", e);
        }
    }
}
