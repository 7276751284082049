namespace Dyno.Http;

/// <summary>
/// TLS settings in the form that <see cref="SslStream"/> takes. Certificates and host names are checked against the system's roots and
/// the user's additional roots, unless the user turned the check off. Read once per run; thread-safe.
/// </summary>
internal sealed class TlsAuthentication
{
    private static readonly ImmutableArray<TlsCipherSuite> OfTls13 =
        [TlsCipherSuite.TLS_AES_128_GCM_SHA256, TlsCipherSuite.TLS_AES_256_GCM_SHA384, TlsCipherSuite.TLS_CHACHA20_POLY1305_SHA256];

    private readonly TlsClientOptions _options;
    private readonly ImmutableArray<(HostCertificate For, SslStreamCertificateContext Context)> _hostCertificates;
    private readonly X509Certificate2Collection _roots = [];
    private readonly SslStreamCertificateContext? _clientCertificate;

    /// <summary>Loads the files.</summary>
    /// <exception cref="UserFault">A file is missing or has the wrong content.</exception>
    public TlsAuthentication(TlsClientOptions options)
    {
        _options = options;
        _hostCertificates = [.. options.HostCertificates.Select(h => (h, SslStreamCertificateContext.Create(h.Certificate, h.Issuers, offline: true)))];
        if (options.CaFile is not null) _roots = TlsFiles.ReadRoots(options.CaFile);
        if (options.ClientCertificateFile is { } file)
            _clientCertificate = TlsFiles.ReadClientCertificate(file, options.ClientKeyFile, options.ClientKeyPassword).ToContext();
    }

    /// <summary>The settings for connections to a host.</summary>
    /// <param name="host">Host of the URL.</param>
    /// <param name="protocols">Protocols to offer in ALPN.</param>
    public SslClientAuthenticationOptions For(string host, params List<SslApplicationProtocol> protocols)
    {
        var own = CertificatesFor(host);
        // .NET sends a certificate that a callback selects without the certificates of its issuers. If a certificate has issuers, the
        // first certificate is therefore set in advance.
        var choosesLate = own.Length > 1 && own.All(c => c.For.Issuers.Count == 0);
        return new SslClientAuthenticationOptions
        {
            TargetHost = _options.ServerName ?? host,
            ApplicationProtocols = protocols,
            EnabledSslProtocols = Versions(),
            AllowTlsResume = _options.Resume,
            // Uses only certificates that the server sent and the system holds, unless asked for more: a download blocks the thread.
            CertificateChainPolicy = new X509ChainPolicy
            {
                RevocationMode = X509RevocationMode.NoCheck,
                DisableCertificateDownloads = !_options.FetchesIssuers,
            },
            ClientCertificateContext = choosesLate ? null : own.IsEmpty ? _clientCertificate : own[0].Context,
            LocalCertificateSelectionCallback = choosesLate ? (_, _, _, server, issuers) => (server is null ? null : Choose(own, issuers))! : null,
            CipherSuitesPolicy = _options.CipherSuites.IsEmpty || OperatingSystem.IsWindows() ? null : new CipherSuitesPolicy(Suites()),
            // The callback throws, because a plain false would reach the user as "rejected by the callback".
            RemoteCertificateValidationCallback = (_, certificate, chain, errors) =>
                Accepts(certificate, chain, errors, _options.ServerName ?? host),
        };
    }

    /// <summary>Version and cipher, e.g. <c>TLS 1.3 TLS_AES_256_GCM_SHA384</c>.</summary>
    public static string Describe(SslStream stream)
    {
        var version = stream.SslProtocol == SslProtocols.Tls13 ? "1.3" : "1.2";
        return $"TLS {version} {stream.NegotiatedCipherSuite}";
    }

    // Certificates that name the host come first, then those for every host.
    private ImmutableArray<(HostCertificate For, SslStreamCertificateContext Context)> CertificatesFor(string host) =>
        [.. _hostCertificates.Where(c => c.For.IsFor(host)).OrderBy(c => c.For.Domains.IsEmpty)];

    // Chooses a certificate of an authority that the server names (RFC 8446, 4.2.4), else the first certificate.
    private static X509Certificate2 Choose(ImmutableArray<(HostCertificate For, SslStreamCertificateContext Context)> own, string[] authorities) =>
        (own.FirstOrDefault(c => c.For.IsIssuedBy(authorities)).For ?? own[0].For).Certificate;

    // A list without TLS 1.3 suites limits only the earlier versions.
    private IEnumerable<TlsCipherSuite> Suites()
    {
        var named = _options.CipherSuites.Select(Enum.Parse<TlsCipherSuite>).ToList();
        return Versions().HasFlag(SslProtocols.Tls13) && !named.Exists(OfTls13.Contains) ? named.Concat(OfTls13) : named;
    }

    private SslProtocols Versions()
    {
        var versions = SslProtocols.None;
        if (_options.MinVersion <= TlsVersion.Tls12 && _options.MaxVersion >= TlsVersion.Tls12) versions |= SslProtocols.Tls12;
        if (_options.MinVersion <= TlsVersion.Tls13 && _options.MaxVersion >= TlsVersion.Tls13) versions |= SslProtocols.Tls13;
        return versions;
    }

    private bool Accepts(X509Certificate? certificate, X509Chain? chain, SslPolicyErrors errors, string host)
    {
        if (_options.Insecure || errors == SslPolicyErrors.None) return true;
        if (_roots.Count == 0 || !errors.HasFlag(SslPolicyErrors.RemoteCertificateChainErrors)) throw Refusal(errors, chain, host);
        using var own = new X509Chain();
        own.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust;
        own.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;
        own.ChainPolicy.DisableCertificateDownloads = !_options.FetchesIssuers;
        own.ChainPolicy.CustomTrustStore.AddRange(_roots);
        if (chain is not null) own.ChainPolicy.ExtraStore.AddRange(chain.ChainPolicy.ExtraStore);
        if (own.Build((X509Certificate2)certificate!)) errors &= ~SslPolicyErrors.RemoteCertificateChainErrors;
        return errors == SslPolicyErrors.None ? true : throw Refusal(errors, own, host);
    }

    private static AuthenticationException Refusal(SslPolicyErrors errors, X509Chain? chain, string host) =>
        new(CertificateVerdict.Describe(errors, chain, host));
}
