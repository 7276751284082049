using System.Security.Cryptography;

namespace Dyno.Testing;

/// <summary>A certificate authority made for this test run, and the certificates that it issued. The system trusts none of them.</summary>
public static class TestCertificates
{
    private static readonly string[] Hosts = ["localhost", "good.test"];
    private static readonly DateTimeOffset Today = TimeProvider.System.GetUtcNow();
    private static readonly Lazy<X509Certificate2> LazyAuthority = new(CreateAuthority);
    private static readonly Lazy<X509Certificate2> LazyGood = new(() => Issue("localhost", Hosts, -1, 30));
    private static readonly Lazy<X509Certificate2> LazyWrongHost = new(() => Issue("elsewhere.test", ["elsewhere.test"], -1, 30));
    private static readonly Lazy<X509Certificate2> LazyExpired = new(() => Issue("localhost", Hosts, -30, -1));
    private static readonly Lazy<X509Certificate2> LazyClient = new(() => Issue("dyno-client", ["dyno-client"], -1, 30));
    private static readonly Lazy<string> LazyAuthorityFile = new(() => Write("authority.pem", Authority.ExportCertificatePem()));
    private static readonly Lazy<string> LazyGoodFile = new(() => Write("good.pem", Good.ExportCertificatePem()));
    private static readonly Lazy<string> LazyGoodKeyFile = new(() => Write("good.key", Good.GetRSAPrivateKey()!.ExportPkcs8PrivateKeyPem()));
    private static readonly Lazy<string> LazyClientFile = new(() => Write("client.pem", Client.ExportCertificatePem()));
    private static readonly Lazy<string> LazyClientKeyFile =
        new(() => Write("client.key", Client.GetRSAPrivateKey()!.ExportPkcs8PrivateKeyPem()));

    /// <summary>The authority.</summary>
    public static X509Certificate2 Authority => LazyAuthority.Value;

    /// <summary>A certificate for localhost, good.test, 127.0.0.1 and ::1.</summary>
    public static X509Certificate2 Good => LazyGood.Value;

    /// <summary>A certificate for elsewhere.test only.</summary>
    public static X509Certificate2 WrongHost => LazyWrongHost.Value;

    /// <summary>A certificate for localhost that expired yesterday.</summary>
    public static X509Certificate2 Expired => LazyExpired.Value;

    /// <summary>A client certificate, with its key.</summary>
    public static X509Certificate2 Client => LazyClient.Value;

    /// <summary>PEM file of the authority.</summary>
    public static string AuthorityFile => LazyAuthorityFile.Value;

    /// <summary>PEM file of the good certificate.</summary>
    public static string GoodFile => LazyGoodFile.Value;

    /// <summary>PEM file of the good certificate's key.</summary>
    public static string GoodKeyFile => LazyGoodKeyFile.Value;

    /// <summary>PEM file of the client's certificate.</summary>
    public static string ClientFile => LazyClientFile.Value;

    /// <summary>PEM file of the client certificate's key.</summary>
    public static string ClientKeyFile => LazyClientKeyFile.Value;

    /// <summary>
    /// A certificate for localhost whose issuer is not the authority but another certificate, which names itself only by its address.
    /// </summary>
    /// <param name="issuerAddress">Where the certificate between can be fetched.</param>
    public static (X509Certificate2 Leaf, X509Certificate2 Between) IssueBehind(Uri issuerAddress)
    {
        ArgumentNullException.ThrowIfNull(issuerAddress);
        using var key = RSA.Create(2048);
        var request = new CertificateRequest($"CN=Dyno test issuer {Guid.NewGuid():N}", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, true, 0, true));
        request.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.KeyCertSign, true));
        request.CertificateExtensions.Add(new X509SubjectKeyIdentifierExtension(request.PublicKey, false));
        request.CertificateExtensions.Add(X509AuthorityKeyIdentifierExtension.CreateFromCertificate(Authority, true, false));
        using var issued = request.Create(Authority, Today.AddDays(-2), Today.AddDays(40), RandomNumberGenerator.GetBytes(8));
        using var between = issued.CopyWithPrivateKey(key);
        var leaf = Issue("localhost", Hosts, -1, 30, between, new X509AuthorityInformationAccessExtension(null, [issuerAddress.AbsoluteUri]));
        return (leaf, X509CertificateLoader.LoadCertificate(between.RawData));
    }

    private static X509Certificate2 CreateAuthority()
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=Dyno test authority", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        request.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.KeyCertSign | X509KeyUsageFlags.CrlSign, true));
        request.CertificateExtensions.Add(new X509SubjectKeyIdentifierExtension(request.PublicKey, false));
        return request.CreateSelfSigned(Today.AddDays(-60), Today.AddDays(60));
    }

    private static X509Certificate2 Issue(
        string name, string[] hosts, int fromDays, int untilDays, X509Certificate2? issuer = null, X509Extension? more = null)
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest($"CN={name}", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(false, false, 0, true));
        request.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.DigitalSignature | X509KeyUsageFlags.KeyEncipherment, true));
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension(
            [new Oid("1.3.6.1.5.5.7.3.1"), new Oid("1.3.6.1.5.5.7.3.2")], false));
        request.CertificateExtensions.Add(X509AuthorityKeyIdentifierExtension.CreateFromCertificate(issuer ?? Authority, true, false));
        request.CertificateExtensions.Add(AlternativeNames(hosts));
        if (more is not null) request.CertificateExtensions.Add(more);
        using var issued = request.Create(issuer ?? Authority, Today.AddDays(fromDays), Today.AddDays(untilDays), RandomNumberGenerator.GetBytes(8));
        using var withKey = issued.CopyWithPrivateKey(key);
        // The key goes through PKCS#12, because TLS on some platforms refuses a key that exists only in memory.
        return X509CertificateLoader.LoadPkcs12(withKey.Export(X509ContentType.Pkcs12), null, X509KeyStorageFlags.Exportable);
    }

    private static X509Extension AlternativeNames(string[] hosts)
    {
        var names = new SubjectAlternativeNameBuilder();
        foreach (var host in hosts) names.AddDnsName(host);
        if (hosts.Contains("localhost"))
        {
            names.AddIpAddress(IPAddress.Loopback);
            names.AddIpAddress(IPAddress.IPv6Loopback);
        }
        return names.Build();
    }

    private static string Write(string name, string pem)
    {
        var folder = Directory.CreateTempSubdirectory("dyno-certificates-").FullName;
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Directory.Delete(folder, recursive: true);
        var path = Path.Combine(folder, name);
        File.WriteAllText(path, pem);
        return path;
    }
}
