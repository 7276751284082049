using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Dyno.Http.Requests;
using Dyno.Load.Plans;

namespace Dyno.Http.Connections;

/// <summary>
/// TLS settings in the form <see cref="SslStream"/> takes: certificates and host names are checked against the system's
/// roots and the user's additional ones, unless the user asked not to. Read once per run; thread-safe.
/// </summary>
internal sealed class TlsAuthentication
{
    private readonly TlsClientOptions _options;
    private readonly X509Certificate2Collection _roots = [];
    private readonly SslStreamCertificateContext? _clientCertificate;

    /// <summary>Loads the files.</summary>
    /// <exception cref="LoadException">A file is missing or is not what it should be.</exception>
    public TlsAuthentication(TlsClientOptions options)
    {
        _options = options;
        if (options.CaFile is not null) LoadRoots(options.CaFile);
        if (options.ClientCertificateFile is not null) _clientCertificate = LoadClientCertificate(options);
    }

    /// <summary>The settings for connections to a host.</summary>
    /// <param name="host">Host of the URL.</param>
    /// <param name="protocols">Protocols to offer in ALPN.</param>
    public SslClientAuthenticationOptions For(string host, params List<SslApplicationProtocol> protocols) => new()
    {
        TargetHost = _options.ServerName ?? host,
        ApplicationProtocols = protocols,
        EnabledSslProtocols = Versions(),
        AllowTlsResume = _options.Resume,
        CertificateRevocationCheckMode = X509RevocationMode.NoCheck,
        ClientCertificateContext = _clientCertificate,
        RemoteCertificateValidationCallback = Accepts,
    };

    /// <summary>Version and cipher, e.g. <c>TLS 1.3 TLS_AES_256_GCM_SHA384</c>.</summary>
    public static string Describe(SslStream stream)
    {
        var version = stream.SslProtocol == SslProtocols.Tls13 ? "1.3" : "1.2";
        return $"TLS {version} {stream.NegotiatedCipherSuite}";
    }

    private SslProtocols Versions()
    {
        var versions = SslProtocols.None;
        if (_options.MinVersion <= TlsVersion.Tls12 && _options.MaxVersion >= TlsVersion.Tls12) versions |= SslProtocols.Tls12;
        if (_options.MinVersion <= TlsVersion.Tls13 && _options.MaxVersion >= TlsVersion.Tls13) versions |= SslProtocols.Tls13;
        return versions;
    }

    private bool Accepts(object sender, X509Certificate? certificate, X509Chain? chain, SslPolicyErrors errors)
    {
        if (_options.Insecure || errors == SslPolicyErrors.None) return true;
        if (errors != SslPolicyErrors.RemoteCertificateChainErrors || _roots.Count == 0) return false;
        using var own = new X509Chain();
        own.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust;
        own.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;
        own.ChainPolicy.CustomTrustStore.AddRange(_roots);
        if (chain is not null) own.ChainPolicy.ExtraStore.AddRange(chain.ChainPolicy.ExtraStore);
        return own.Build((X509Certificate2)certificate!);
    }

    private void LoadRoots(string file)
    {
        try
        {
            _roots.ImportFromPemFile(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or CryptographicException)
        {
            throw new LoadException($"The file of trusted roots '{file}' cannot be read: {e.Message}", inner: e);
        }
        if (_roots.Count == 0)
            throw new LoadException($"The file '{file}' holds no certificate.", "Give a PEM file with lines '-----BEGIN CERTIFICATE-----'.");
    }

    private static SslStreamCertificateContext LoadClientCertificate(TlsClientOptions options)
    {
        var file = options.ClientCertificateFile!;
        try
        {
            using var fromPem = X509Certificate2.CreateFromPemFile(file, options.ClientKeyFile);
            // Through PKCS#12, because some systems' TLS refuse a key that only lives in memory.
            var certificate = X509CertificateLoader.LoadPkcs12(fromPem.Export(X509ContentType.Pkcs12), null);
            X509Certificate2Collection chain = [];
            chain.ImportFromPemFile(file);
            return SslStreamCertificateContext.Create(certificate, chain, offline: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or CryptographicException)
        {
            throw new LoadException($"The client certificate '{file}' cannot be read: {e.Message}",
                "Give PEM files: the certificate, and its key in the same file or apart.", e);
        }
    }
}
