using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace MinimalVsControllers;

/// <summary>
/// The chapter's set-up: an https address beside the http one, and every http call redirected to it (<c>--Redirection=on</c>). The
/// certificate is made at the start and trusted by nobody; the chapter's script does not check it either.
/// </summary>
public static class Redirection
{
    /// <summary>Whether it was asked for.</summary>
    public static bool IsOn(IConfiguration configuration) => configuration["Redirection"] == "on";

    /// <summary>Adds the https address, unless one is named already.</summary>
    public static void AddHttps(WebApplicationBuilder builder)
    {
        var addresses = builder.Configuration["urls"] ?? "http://127.0.0.1:5000";
        if (!IsOn(builder.Configuration) || addresses.Contains("https:", StringComparison.Ordinal)) return;
        // https first: the first http request asks once and for all where to redirect to.
        builder.WebHost.UseUrls("https://127.0.0.1:0", addresses);
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.ConfigureHttpsDefaults(https => https.ServerCertificate = Certificate()));
    }

    private static X509Certificate2 Certificate()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("localhost");
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        var now = TimeProvider.System.GetUtcNow();
        return request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
    }
}
