namespace Dyno.Http;

/// <summary>Reads the files of certificates that the user names, and reports their faults in the same words for every driver.</summary>
internal static class TlsFiles
{
    private const string PasswordHint = "give its password in an environment variable: CERT_PASSWORD=… dyno run … --cert-password-env CERT_PASSWORD";
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

    /// <summary>Reads a client certificate with its key and the certificates of its issuers, from PEM or PKCS#12.</summary>
    /// <param name="file">The file of the certificate and the certificates of its issuers.</param>
    /// <param name="keyFile">The file of the key; null when the key is in the same file.</param>
    /// <param name="password">The password of the key or of the PKCS#12 file; null for none.</param>
    /// <exception cref="UserFault">The certificate or the key cannot be used.</exception>
    public static ClientIdentity ReadClientCertificate(string file, string? keyFile, string? password)
    {
        if (IsPkcs12(file)) return ReadPkcs12(file, password);
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
        return new ClientIdentity(WithKey(text, key, keyFile, password), chain);
    }

    /// <summary>Whether a file holds a certificate with its key in PKCS#12, and not in PEM.</summary>
    public static bool IsPkcs12(string file)
    {
        var bytes = ReadBytes(file);
        return bytes is [0x30, ..] && bytes.AsSpan().IndexOf("-----BEGIN"u8) < 0; // a sequence in DER
    }

    private static ClientIdentity ReadPkcs12(string file, string? password)
    {
        try
        {
            var all = X509CertificateLoader.LoadPkcs12Collection(ReadBytes(file), password, X509KeyStorageFlags.Exportable);
            // A file may hold the key of an authority, too: the client's certificate is the one that issued none of the others.
            return all.Where(c => c.HasPrivateKey).OrderBy(c => all.Any(other => other != c && other.Issuer == c.Subject)).FirstOrDefault() is { } own
                ? new ClientIdentity(own, all)
                : throw new UserFault($"{file} has no certificate with its key", "write a file with both by openssl pkcs12 -export");
        }
        catch (CryptographicException e)
        {
            throw password is null
                ? new UserFault($"{file} is protected by a password, or damaged", PasswordHint, e)
                : new UserFault($"the password does not open {file}, or the file is damaged", "check it with: openssl pkcs12 -in FILE -noout", e);
        }
    }

    private static X509Certificate2 WithKey(string certificate, string key, string keyFile, string? password)
    {
        var isEncrypted = key.Contains("BEGIN ENCRYPTED PRIVATE KEY", StringComparison.Ordinal);
        if (key.Contains("Proc-Type: 4,ENCRYPTED", StringComparison.Ordinal))
            throw new UserFault($"{keyFile} holds a key that is encrypted in OpenSSL's old form", "convert it: openssl pkcs8 -topk8 -in OLD.pem -out NEW.pem");
        if (isEncrypted && password is null) throw new UserFault($"{keyFile} has no private key in PEM without a password", PasswordHint);
        try
        {
            using var fromPem = isEncrypted
                ? X509Certificate2.CreateFromEncryptedPem(certificate, key, password)
                : X509Certificate2.CreateFromPem(certificate, key);
            // The key goes through PKCS#12, because the TLS libraries of some systems refuse a key that exists only in memory.
            return X509CertificateLoader.LoadPkcs12(fromPem.Export(X509ContentType.Pkcs12), null, X509KeyStorageFlags.Exportable);
        }
        catch (Exception e) when (e is CryptographicException or ArgumentException)
        {
            var isOther = key.Contains("PRIVATE KEY-----", StringComparison.Ordinal);
            throw new UserFault(isEncrypted ? $"the password does not open the key in {keyFile}, or the key belongs to another certificate"
                : isOther ? $"{keyFile} holds a key that does not belong to the client certificate"
                : $"{keyFile} has no private key in PEM", HowToCheck, e);
        }
    }

    private static string Read(string file) => Encoding.UTF8.GetString(ReadBytes(file));

    private static byte[] ReadBytes(string file)
    {
        try
        {
            return File.ReadAllBytes(file);
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

/// <summary>A client certificate with its key.</summary>
/// <param name="Certificate">The certificate; its key can be exported.</param>
/// <param name="Chain">All certificates of the file, with those of its issuers.</param>
internal sealed record ClientIdentity(X509Certificate2 Certificate, X509Certificate2Collection Chain)
{
    public IEnumerable<X509Certificate2> Issuers => Chain.Where(c => c.Thumbprint != Certificate.Thumbprint);

    /// <summary>For .NET's TLS.</summary>
    public SslStreamCertificateContext ToContext() => SslStreamCertificateContext.Create(Certificate, Chain, offline: true);

    /// <summary>The key in PKCS#8; null when it is of a kind that TLS does not use.</summary>
    public byte[]? ExportKey()
    {
        using var rsa = Certificate.GetRSAPrivateKey();
        using var curve = rsa is null ? Certificate.GetECDsaPrivateKey() : null;
        return rsa?.ExportPkcs8PrivateKey() ?? curve?.ExportPkcs8PrivateKey();
    }
}
