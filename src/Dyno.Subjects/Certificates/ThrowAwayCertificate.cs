using System.Security.Cryptography.X509Certificates;

namespace Dyno.Subjects;

/// <summary>A certificate for localhost that lives as long as one program under test; only the generator of this run trusts it.</summary>
public sealed class ThrowAwayCertificate : IDisposable
{
    private static readonly TimeSpan Life = TimeSpan.FromDays(1);

    private readonly OwnedFolder _folder;

    private ThrowAwayCertificate(OwnedFolder folder, X509Certificate2 certificate)
    {
        _folder = folder;
        Certificate = certificate;
    }

    /// <summary>The certificate in PEM, to be trusted.</summary>
    public string CertificateFile => Path.Combine(_folder.Path, "certificate.pem");

    /// <summary>The certificate's private key in PEM; only the owner of the file may read it.</summary>
    public string KeyFile => Path.Combine(_folder.Path, "private.pem");

    internal X509Certificate2 Certificate { get; }

    /// <summary>Makes a certificate.</summary>
    /// <exception cref="IOException">The folder for temporary files cannot be written.</exception>
    public static ThrowAwayCertificate Create(DateTimeOffset now)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("localhost");
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(certificateAuthority: true, false, 0, critical: true));
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid("1.3.6.1.5.5.7.3.1")], critical: false)); // server authentication
        var certificate = request.CreateSelfSigned(now - TimeSpan.FromHours(1), now + Life);
        var folder = OwnedFolder.Create("dyno-tls-"); // readable by its owner only
        var made = new ThrowAwayCertificate(folder, certificate);
        File.WriteAllText(made.CertificateFile, certificate.ExportCertificatePem());
        File.WriteAllText(made.KeyFile, key.ExportPkcs8PrivateKeyPem());
        return made;
    }

    /// <summary>Removes its files.</summary>
    public void Dispose()
    {
        Certificate.Dispose();
        _folder.Dispose();
    }
}
