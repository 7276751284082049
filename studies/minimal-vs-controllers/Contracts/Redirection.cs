using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace MinimalVsControllers;

/// <summary>
/// The set-up of the chapter: an https address beside the http one, and a redirection of every http call to it (<c>--Redirection=on</c>).
/// The certificate is made at the start, and no client trusts it; the chapter's script does not check it either.
/// </summary>
public static class Redirection
{
    /// <summary>Whether the redirection is switched on.</summary>
    public static bool IsOn(IConfiguration configuration) => configuration["Redirection"] == "on";

    /// <summary>Adds the https address, unless the configuration already names one.</summary>
    public static void AddHttps(WebApplicationBuilder builder)
    {
        var addresses = builder.Configuration["urls"] ?? "http://127.0.0.1:5000";
        if (!IsOn(builder.Configuration) || addresses.Contains("https:", StringComparison.Ordinal)) return;
        // The https address comes first, because the first http request determines the target of all redirections.
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
