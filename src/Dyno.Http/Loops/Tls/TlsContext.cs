namespace Dyno.Http;

/// <summary>
/// One SSL_CTX with the user's settings: verification, roots, client certificate, versions. Built before the run; then
/// read-only, so that every worker may create connections from it.
/// </summary>
internal sealed unsafe class TlsContext : SafeHandle
{
    private const int ManyConnections = 1024;
    private readonly TlsClientOptions _options;
    private long _resumed;

    private readonly bool _isHttp2;

    private TlsContext(TlsClientOptions options, bool isHttp2) : base(0, ownsHandle: true) => (_options, _isHttp2) = (options, isHttp2);

    public override bool IsInvalid => handle == 0;

    /// <summary>Handshakes that resumed an earlier session.</summary>
    public long Resumed => Interlocked.Read(ref _resumed);

    public bool Resumes => _options.Resume;

    /// <summary>Builds the context.</summary>
    /// <param name="isHttp2">Whether only HTTP/2 is offered to the server; otherwise only HTTP/1.1.</param>
    /// <exception cref="UserFault">A file named in the settings cannot be used.</exception>
    public static TlsContext Create(TlsClientOptions options, bool isHttp2 = false)
    {
        OpenSsl.ERR_clear_error();
        var context = new TlsContext(options, isHttp2);
        context.SetHandle(OpenSsl.SSL_CTX_new(OpenSsl.TLS_client_method()));
        if (context.IsInvalid) throw new UserFault($"cannot set up TLS: {OpenSsl.TakeReason()}", "use --driver portable");
        try
        {
            context.Configure();
            OpenSsl.ERR_clear_error();
            return context;
        }
        catch
        {
            context.Dispose();
            throw;
        }
    }

    /// <summary>Creates a connection ready for its handshake; 0 when memory ran out.</summary>
    /// <param name="host">Name or address in the URL.</param>
    /// <param name="session">A session to resume; 0 for none.</param>
    public nint Open(int fd, string host, nint session)
    {
        var ssl = OpenSsl.SSL_new(handle);
        if (ssl == 0) return 0;
        var name = _options.ServerName ?? host;
        var isAddress = IPAddress.TryParse(name, out _);
        if (!isAddress) OpenSsl.SSL_ctrl(ssl, OpenSsl.SetHostName, 0, name); // SNI carries names only (RFC 6066, 3)
        var isReady = (_options.Insecure || Expect(ssl, name, isAddress)) && OpenSsl.SSL_set_fd(ssl, fd) == 1;
        if (!isReady)
        {
            OpenSsl.SSL_free(ssl);
            return 0;
        }
        if (session != 0) _ = OpenSsl.SSL_set_session(ssl, session); // an unusable session leads to a full handshake
        OpenSsl.SSL_set_connect_state(ssl);
        return ssl;
    }

    public void CountResumed() => Interlocked.Increment(ref _resumed);

    /// <summary>Has OpenSSL free the buffers of idle connections, 34 KB each, when there are many connections.</summary>
    public void SaveMemory(int connections)
    {
        if (connections > ManyConnections) OpenSsl.SSL_CTX_ctrl(handle, OpenSsl.SetMode, OpenSsl.ReleaseBuffers, null);
    }

    protected override bool ReleaseHandle()
    {
        OpenSsl.SSL_CTX_free(handle);
        return true;
    }

    private static bool Expect(nint ssl, string name, bool isAddress)
    {
        OpenSsl.SSL_set_hostflags(ssl, OpenSsl.NoPartialWildcards);
        var result = isAddress
            ? OpenSsl.X509_VERIFY_PARAM_set1_ip_asc(OpenSsl.SSL_get0_param(ssl), name)
            : OpenSsl.SSL_set1_host(ssl, name);
        return result == 1;
    }

    private void Configure()
    {
        OpenSsl.SSL_CTX_ctrl(handle, OpenSsl.SetMode, OpenSsl.PartialWrite | OpenSsl.MovingWriteBuffer, null);
        // Without read-ahead a record takes two reads, one for its header ("read-ahead" in the wire benchmark).
        OpenSsl.SSL_CTX_ctrl(handle, OpenSsl.SetReadAhead, 1, null);
        OpenSsl.SSL_CTX_ctrl(handle, OpenSsl.SetMinVersion, NumberOf(_options.MinVersion), null);
        OpenSsl.SSL_CTX_ctrl(handle, OpenSsl.SetMaxVersion, NumberOf(_options.MaxVersion), null);
        fixed (byte* protocols = "\x08http/1.1"u8, h2 = "\x02h2"u8)
            _ = OpenSsl.SSL_CTX_set_alpn_protos(handle, _isHttp2 ? h2 : protocols, _isHttp2 ? 3u : 9u);
        OpenSsl.SSL_CTX_set_verify(handle, _options.Insecure ? 0 : OpenSsl.VerifyPeer, null);
        _ = OpenSsl.SSL_CTX_set_default_verify_paths(handle); // the system's roots, or SSL_CERT_FILE and SSL_CERT_DIR
        if (_options.CaFile is { } roots)
            Require(OpenSsl.SSL_CTX_load_verify_locations(handle, roots, null), roots, "has no certificate in PEM that can be read");
        if (_options.ClientCertificateFile is not { } certificate) return;
        // OpenSSL reads plain PEM itself; .NET opens what a password protects, and PKCS#12.
        if (_options.ClientKeyPassword is not null || (File.Exists(certificate) && TlsFiles.IsPkcs12(certificate)))
            Use(TlsFiles.ReadClientCertificate(certificate, _options.ClientKeyFile, _options.ClientKeyPassword), certificate);
        else UseCertificate(certificate, _options.ClientKeyFile ?? certificate);
    }

    private void Use(ClientIdentity identity, string file)
    {
        var key = identity.ExportKey() ?? throw new UserFault($"{file} holds a key that is neither RSA nor of an elliptic curve", "use --driver portable");
        var isTaken = OpenSsl.Use(handle, identity.Certificate.RawData, key, [.. identity.Issuers.Select(i => i.RawData)]);
        Array.Clear(key);
        if (!isTaken) throw new UserFault($"{file} cannot be used for TLS ({OpenSsl.TakeReason()})", "check the certificate and its key with openssl");
    }

    private void UseCertificate(string certificate, string key)
    {
        OpenSsl.SSL_CTX_set_default_passwd_cb(handle, &RefusePassword);
        Require(OpenSsl.SSL_CTX_use_certificate_chain_file(handle, certificate), certificate, "has no client certificate in PEM that can be read");
        Require(OpenSsl.SSL_CTX_use_PrivateKey_file(handle, key, OpenSsl.PemFile), key, "has no private key in PEM without a password");
        Require(OpenSsl.SSL_CTX_check_private_key(handle), key, "holds a key that does not belong to the client certificate");
    }

    private static void Require(int result, string file, string problem)
    {
        if (result == 1) return;
        var reason = OpenSsl.TakeReason();
        throw File.Exists(file)
            ? new UserFault($"{file} {problem} ({reason})", "check the file with: openssl x509 -in FILE -noout -subject, or openssl pkey -in FILE -noout")
            : new UserFault($"{file} does not exist", "give the path of a PEM file");
    }

    private static nint NumberOf(TlsVersion version) => version == TlsVersion.Tls13 ? 0x0304 : 0x0303;

    /// <summary>Keeps OpenSSL from asking for a password on the terminal.</summary>
    [UnmanagedCallersOnly]
    private static int RefusePassword(byte* buffer, int size, int isWriting, void* state) => -1;
}
