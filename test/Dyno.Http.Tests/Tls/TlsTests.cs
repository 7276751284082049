namespace Dyno.Http.Tests;

/// <summary>TLS of the Linux driver against Kestrel, with certificates made for the run.</summary>
public class TlsTests : DriverTests
{
    private static readonly TlsClientOptions Trusting = new() { CaFile = TestCertificates.AuthorityFile };

    [Theory]
    [InlineData(TlsVersion.Tls12, "TLS 1.2 ")]
    [InlineData(TlsVersion.Tls13, "TLS 1.3 ")]
    public async Task A_trusted_certificate_is_accepted_and_the_version_asked_for_is_negotiated(TlsVersion version, string shown)
    {
        await using var server = await StartAsync(TestCertificates.Good);
        var outcome = Load(server, Trusting with { MinVersion = version, MaxVersion = version }).Iterate(users: 4, iterations: 200);
        outcome.Failed.ShouldBe(0, outcome.Example(RequestErrorKind.Tls));
        outcome.Good.ShouldBe(200);
        outcome.Recorder.ConnectionsOpened.ShouldBe(4);
        outcome.Recorder.TlsHandshaking.Count.ShouldBe(4);
        outcome.Workload.NegotiatedProtocols.Length.ShouldBe(2);
        outcome.Workload.NegotiatedProtocols[0].ShouldBe("HTTP/1.1");
        outcome.Workload.NegotiatedProtocols[1].ShouldStartWith(shown);
        outcome.Workload.NegotiatedProtocols[1].Length.ShouldBeGreaterThan(shown.Length);
    }

    [Theory]
    [InlineData("localhost")]
    [InlineData("127.0.0.1")]
    public async Task The_host_is_checked_as_a_name_or_as_an_address(string host)
    {
        await using var server = await StartAsync(TestCertificates.Good);
        var outcome = Load(server, Trusting, host).Iterate(users: 1, iterations: 3);
        outcome.Good.ShouldBe(3, outcome.Example(RequestErrorKind.Tls));
    }

    [Theory]
    [InlineData("wrong host", "address mismatch")]
    [InlineData("expired", "certificate has expired")]
    [InlineData("untrusted", "unable to get local issuer certificate")]
    public async Task A_bad_certificate_fails_every_request_and_the_example_says_why(string which, string reason)
    {
        var certificate = which switch
        {
            "wrong host" => TestCertificates.WrongHost,
            "expired" => TestCertificates.Expired,
            _ => TestCertificates.Good,
        };
        await using var server = await StartAsync(certificate);
        var tls = which == "untrusted" ? new TlsClientOptions() : Trusting;
        var outcome = Load(server, tls).Iterate(users: 1, iterations: 2);
        outcome.Errors(RequestErrorKind.Tls).ShouldBe(2);
        outcome.Good.ShouldBe(0);
        outcome.Example(RequestErrorKind.Tls).ShouldNotBeNull().ShouldContain("certificate verify failed");
        outcome.Example(RequestErrorKind.Tls)!.ShouldContain(reason);
        server.Seen.ShouldBeEmpty();
        Load(server, tls with { Insecure = true }).Iterate(users: 1, iterations: 2).Good.ShouldBe(2);
    }

    [Fact]
    public async Task The_server_name_option_replaces_the_url_s_host_in_SNI_and_in_the_check()
    {
        await using var server = await StartAsync(TestCertificates.WrongHost);
        var outcome = Load(server, Trusting with { ServerName = "elsewhere.test" }).Iterate(users: 1, iterations: 2);
        outcome.Good.ShouldBe(2, outcome.Example(RequestErrorKind.Tls));
        server.Seen.First().Headers["Host"].ShouldBe($"127.0.0.1:{server.Port}");
    }

    [Fact]
    public async Task A_client_certificate_is_shown_when_the_server_asks_for_one()
    {
        await using var server = await KestrelServer.StartAsync(
            new KestrelOptions { Certificate = TestCertificates.Good, RequireClientCertificate = true });
        var with = Trusting with { ClientCertificateFile = TestCertificates.ClientFile, ClientKeyFile = TestCertificates.ClientKeyFile };
        Load(server, with).Iterate(users: 1, iterations: 2).Good.ShouldBe(2);
        server.Seen.First().ClientCertificate.ShouldBe("CN=dyno-client");
    }

    [Theory]
    [InlineData(true, DriverChoice.Auto, null)]
    [InlineData(true, DriverChoice.Auto, "pässwörd")]
    [InlineData(true, DriverChoice.Portable, "pässwörd")]
    [InlineData(false, DriverChoice.Auto, "pässwörd")]
    [InlineData(false, DriverChoice.Portable, "pässwörd")]
    public async Task A_client_certificate_comes_from_PKCS12_or_from_PEM_with_an_encrypted_key(bool isPkcs12, DriverChoice driver, string? password)
    {
        await using var server = await KestrelServer.StartAsync(
            new KestrelOptions { Certificate = TestCertificates.Good, RequireClientCertificate = true });
        var file = Path.GetTempFileName();
        try
        {
            if (isPkcs12)
            {
                X509Certificate2Collection chain = [TestCertificates.Authority, TestCertificates.Client];
                File.WriteAllBytes(file, chain.Export(X509ContentType.Pkcs12, password)!);
            }
            else File.WriteAllText(file, TestCertificates.Client.ExportCertificatePem() + "\n" + EncryptedKey(password!));
            var with = Trusting with { ClientCertificateFile = file, ClientKeyPassword = password };
            (Load(server, with) with { Options = new HttpOptions { Tls = with, Driver = driver } }).Iterate(users: 1, iterations: 2).Good.ShouldBe(2);
            server.Seen.First().ClientCertificate.ShouldBe("CN=dyno-client");
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Theory]
    [InlineData(DriverChoice.Auto)]
    [InlineData(DriverChoice.Portable)]
    public void A_password_that_opens_nothing_is_told_with_what_to_do(DriverChoice driver)
    {
        var file = Path.GetTempFileName();
        File.WriteAllBytes(file, TestCertificates.Client.Export(X509ContentType.Pkcs12, "right"));
        Refused(new TlsClientOptions { ClientCertificateFile = file }, driver).ShouldBe($"{file} is protected by a password, or damaged");
        Refused(new TlsClientOptions { ClientCertificateFile = file, ClientKeyPassword = "wrong" }, driver).ShouldBe($"the password does not open {file}, or the file is damaged");
        File.WriteAllText(file, EncryptedKey("right"));
        Refused(new TlsClientOptions { ClientCertificateFile = TestCertificates.ClientFile, ClientKeyFile = file, ClientKeyPassword = "wrong" }, driver)
            .ShouldBe($"the password does not open the key in {file}, or the key belongs to another certificate");
        File.WriteAllText(file, "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\nAAAA\n-----END RSA PRIVATE KEY-----\n");
        Refused(new TlsClientOptions { ClientCertificateFile = TestCertificates.ClientFile, ClientKeyFile = file, ClientKeyPassword = "right" }, driver)
            .ShouldBe($"{file} holds a key that is encrypted in OpenSSL's old form");
        File.Delete(file);
    }

    [Theory]
    [InlineData(TlsVersion.Tls12)]
    [InlineData(TlsVersion.Tls13)]
    public async Task Without_the_client_certificate_a_server_wants_every_request_fails(TlsVersion version)
    {
        await using var server = await KestrelServer.StartAsync(
            new KestrelOptions { Certificate = TestCertificates.Good, RequireClientCertificate = true });
        var outcome = Load(server, Trusting with { MinVersion = version, MaxVersion = version }).Iterate(users: 1, iterations: 2);
        outcome.Good.ShouldBe(0);
        outcome.Failed.ShouldBe(2);
        (outcome.Errors(RequestErrorKind.Tls) + outcome.Errors(RequestErrorKind.Reset) + outcome.Errors(RequestErrorKind.Closed)).ShouldBe(2);
    }

    [Theory]
    [InlineData(TlsVersion.Tls12, true)]
    [InlineData(TlsVersion.Tls13, true)]
    [InlineData(TlsVersion.Tls13, false)]
    public async Task Sessions_are_resumed_on_reconnect_unless_switched_off(TlsVersion version, bool resume)
    {
        OnLinuxDriverOnly("SslStream does not say whether a session was resumed");
        await using var server = await StartAsync(TestCertificates.Good);
        var run = Load(server, Trusting with { MinVersion = version, MaxVersion = version, Resume = resume });
        var outcome = (run with { Options = run.Options with { ReuseConnections = false } }).Iterate(users: 1, iterations: 5);
        outcome.Good.ShouldBe(5);
        outcome.Recorder.ConnectionsOpened.ShouldBe(5);
        ((LoadWorkload)outcome.Workload).Tls!.Resumed.ShouldBe(resume ? 4 : 0);
    }

    [Fact]
    public async Task A_server_that_asks_to_renegotiate_is_refused()
    {
        if (!OperatingSystem.IsLinux())
        {
            Assert.Skip("the server of the test needs OpenSSL");
            return;
        }
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var serving = RenegotiateAsync(listener, connections: 2, TestContext.Current.CancellationToken);
        var run = DriverRun.To(new Uri($"https://127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}/"));
        run = run with { Options = new HttpOptions { Tls = Trusting with { MaxVersion = TlsVersion.Tls12 } } };
        var outcome = await Task.Run(() => run.Iterate(users: 1, iterations: 2), TestContext.Current.CancellationToken);
        (outcome.Errors(RequestErrorKind.Tls) + outcome.Errors(RequestErrorKind.Closed) + outcome.Errors(RequestErrorKind.Reset)).ShouldBe(2);
        await serving;
    }

    /// <summary>Asks for a certificate after the request has come, as IIS does: in TLS 1.2 that is a second handshake.</summary>
    [System.Runtime.Versioning.SupportedOSPlatform("linux")]
    private static async Task RenegotiateAsync(TcpListener listener, int connections, CancellationToken cancellationToken)
    {
        for (var i = 0; i < connections; i++)
        {
            using var client = await listener.AcceptTcpClientAsync(cancellationToken);
            await using var tls = new SslStream(client.GetStream());
            await tls.AuthenticateAsServerAsync(new SslServerAuthenticationOptions
            {
                ServerCertificate = TestCertificates.Good,
                EnabledSslProtocols = System.Security.Authentication.SslProtocols.Tls12,
                AllowRenegotiation = true,
            }, cancellationToken);
            _ = await tls.ReadAsync(new byte[4096], cancellationToken);
            try
            {
                await tls.NegotiateClientCertificateAsync(cancellationToken).WaitAsync(TimeSpan.FromSeconds(5), cancellationToken);
                await tls.WriteAsync(System.Text.Encoding.ASCII.GetBytes(Answers.Hello), cancellationToken);
            }
            catch (Exception e) when (e is IOException or System.Security.Authentication.AuthenticationException or TimeoutException)
            {
                // The client refused.
            }
        }
    }

    [Fact]
    public async Task A_large_body_and_a_large_request_cross_many_records()
    {
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Certificate = TestCertificates.Good },
            async context =>
            {
                using var body = new MemoryStream();
                await context.Request.Body.CopyToAsync(body);
                await context.Response.Body.WriteAsync(body.GetBuffer().AsMemory(0, (int)body.Length));
            });
        var body = new byte[3_000_000];
        new Random(5).NextBytes(body);
        var run = Load(server, Trusting);
        var outcome = (run with { Requests = [run.Requests[0] with { Method = "POST", Body = body }] }).Iterate(users: 3, iterations: 9);
        outcome.Good.ShouldBe(9, outcome.Example(RequestErrorKind.Tls));
        outcome.Recorder.Steps[0].BytesReceived.ShouldBeGreaterThan(9 * 3_000_000);
        foreach (var seen in server.Seen) seen.Body.AsSpan().SequenceEqual(body).ShouldBeTrue();
    }

    [Fact]
    public void A_server_that_does_not_speak_TLS_is_a_TLS_error()
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        using var closing = ScriptedServer.Start(ServerAction.Send("HTTP/1.1 400 Bad Request\r\n\r\n"), ServerAction.Close);
        var url = new UriBuilder(closing.Url) { Scheme = "https" }.Uri;
        var outcome = DriverRun.To(url).Iterate(users: 1, iterations: 1);
        outcome.Errors(RequestErrorKind.Tls).ShouldBe(1);
        outcome.Example(RequestErrorKind.Tls).ShouldNotBeNull().ShouldContain("GET /: ");
    }

    [Fact]
    public void A_server_that_never_shakes_hands_runs_into_the_connect_time_out()
    {
        using var server = ScriptedServer.Start(ServerAction.Hang);
        var url = new UriBuilder(server.Url) { Scheme = "https" }.Uri;
        var run = DriverRun.To(url);
        var outcome = (run with { Options = new HttpOptions { ConnectTimeout = TimeSpan.FromSeconds(1) } }).Iterate(1, 1);
        outcome.Errors(RequestErrorKind.Tls).ShouldBe(1);
    }

    [Fact]
    public void A_server_that_never_shook_hands_before_gets_the_time_of_a_first_handshake_only()
    {
        using var server = ScriptedServer.Start(ServerAction.Hang);
        var options = new HttpOptions { ConnectTimeout = TimeSpan.FromMinutes(10), FirstHandshakeTimeout = TimeSpan.FromMilliseconds(200) };
        var outcome = (DriverRun.To(new UriBuilder(server.Url) { Scheme = "https" }.Uri) with { Options = options }).Iterate(users: 3, iterations: 6);
        outcome.Errors(RequestErrorKind.Tls).ShouldBe(6);
        outcome.Example(RequestErrorKind.Tls).ShouldNotBeNull().ShouldContain("no TLS handshake within 0.2 s: the port accepts connections but stays silent");
    }

    [Fact]
    public void Unusable_files_are_named_before_the_run()
    {
        var notPem = Path.GetTempFileName();
        File.WriteAllText(notPem, "not a certificate");
        Refused(new TlsClientOptions { CaFile = "/nowhere/ca.pem" }).ShouldContain("/nowhere/ca.pem does not exist");
        Refused(new TlsClientOptions { CaFile = notPem }).ShouldContain("no certificate in PEM");
        Refused(new TlsClientOptions { ClientCertificateFile = notPem }).ShouldContain("no client certificate in PEM");
        Refused(new TlsClientOptions { ClientCertificateFile = TestCertificates.ClientFile }).ShouldContain("no private key in PEM");
        var encrypted = Path.GetTempFileName();
        File.WriteAllText(encrypted, EncryptedKey("secret"));
        Refused(new TlsClientOptions { ClientCertificateFile = TestCertificates.ClientFile, ClientKeyFile = encrypted })
            .ShouldContain("without a password");
        File.Delete(notPem);
        File.Delete(encrypted);
    }

    private static string EncryptedKey(string password)
    {
        using var key = TestCertificates.Client.GetRSAPrivateKey()!;
        return key.ExportEncryptedPkcs8PrivateKeyPem(password, new System.Security.Cryptography.PbeParameters(
            System.Security.Cryptography.PbeEncryptionAlgorithm.Aes128Cbc, System.Security.Cryptography.HashAlgorithmName.SHA256, 1000));
    }

    private static string Refused(TlsClientOptions tls, DriverChoice driver = default) => Should.Throw<UserFault>(() =>
        (DriverRun.To(new Uri("https://127.0.0.1:1/")) with { Options = new HttpOptions { Tls = tls, Driver = driver } }).Iterate(1, 1)).Message;

    private static Task<KestrelServer> StartAsync(X509Certificate2 certificate) =>
        KestrelServer.StartAsync(new KestrelOptions { Certificate = certificate });

    private static DriverRun Load(KestrelServer server, TlsClientOptions tls, string host = "127.0.0.1") =>
        DriverRun.To(new Uri($"https://{host}:{server.Port}/")) with { Options = new HttpOptions { Tls = tls } };
}
