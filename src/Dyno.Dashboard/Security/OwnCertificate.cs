using System.Security.Cryptography.X509Certificates;

namespace Dyno.Dashboard;

/// <summary>The certificate for an address that is not loopback: the user's, or one made for this process. Its fingerprint is printed.</summary>
internal static class OwnCertificate
{
    public static X509Certificate2 Read(string file)
    {
        try
        {
            using var read = X509Certificate2.CreateFromPemFile(file);
            return X509CertificateLoader.LoadPkcs12(read.Export(X509ContentType.Pkcs12), null);
        }
        catch (Exception failure) when (failure is CryptographicException or IOException or UnauthorizedAccessException)
        {
            throw new UserFault($"{file} cannot be used as a certificate: {failure.Message}", "name a PEM file with a certificate and its key", failure);
        }
    }

    public static X509Certificate2 Make(IPAddress address, IEnumerable<string> names, TimeProvider time)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=dyno ui", key, HashAlgorithmName.SHA256);
        var alternatives = new SubjectAlternativeNameBuilder();
        alternatives.AddDnsName("localhost");
        alternatives.AddIpAddress(address);
        foreach (var name in names)
        {
            if (IPAddress.TryParse(name, out var other)) alternatives.AddIpAddress(other);
            else alternatives.AddDnsName(name);
        }
        request.CertificateExtensions.Add(alternatives.Build());
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(false, false, 0, false));
        var now = time.GetUtcNow();
        using var made = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(90));
        return X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pkcs12), null);
    }
}
