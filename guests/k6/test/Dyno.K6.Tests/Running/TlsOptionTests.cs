using System.Security.Cryptography.X509Certificates;

namespace Dyno.K6.Tests;

/// <summary>What the TLS options of a script do to its connections.</summary>
public sealed class TlsOptionTests
{
    private const string Tell = "console.log(`${r.status} ${r.tls_version} ${r.tls_cipher_suite} ${r.error_code > 0}`)";

    [Theory]
    [InlineData("tlsVersion: 'tls1.2'", "200 tls1.2")]
    [InlineData("tlsVersion: http.TLS_1_3", "200 tls1.3")]
    [InlineData("tlsVersion: { min: 'tls1.2', max: 'tls1.2' }", "200 tls1.2")]
    [InlineData("tlsVersion: 'tls1.2', tlsCipherSuites: ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256']", "200 tls1.2 TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 false")]
    [InlineData("tlsVersion: 'tls1.2', tlsCipherSuites: ['TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384']", "200 tls1.2 TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384 false")]
    [InlineData("tlsVersion: 'tls1.2', tlsCipherSuites: ['TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305', 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256']", "200 tls1.2 TLS_ECDHE_RSA_WITH_AES_128")]
    [InlineData("tlsCipherSuites: ['TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384']", "200 tls1.3")]
    public async Task Connections_have_the_version_and_the_cipher_suite_that_the_script_wants(string options, string expected)
    {
        if (!OperatingSystem.IsLinux() && options.Contains("tlsCipherSuites", StringComparison.Ordinal)) Assert.Skip("only OpenSSL lets a client choose");
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Certificate = TestCertificates.Good });

        var run = await ScriptRunner.RunAsync($$"""
            import http from 'k6/http';
            export const options = { insecureSkipTLSVerify: true, {{options}} };
            export default function () { const r = http.get(__ENV.BASE); {{Tell}} }
            """, server);

        run.Log.ShouldStartWith(expected);
    }

    [Fact]
    public async Task A_certificate_of_tlsAuth_is_shown_to_its_domain_and_to_no_other()
    {
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Certificate = TestCertificates.Good, RequireClientCertificate = true });

        var run = await ScriptRunner.RunAsync($$"""
            import http from 'k6/http';
            export const options = { insecureSkipTLSVerify: true, hosts: { 'other.test': '127.0.0.1' },
              tlsAuth: [{ domains: ['127.0.0.1'], cert: open('{{TestCertificates.ClientFile}}'), key: open('{{TestCertificates.ClientKeyFile}}') }] };
            export default function () {
              for (const url of [__ENV.BASE, __ENV.BASE.replace('127.0.0.1', 'other.test')]) { const r = http.get(url); console.log(r.status); }
            }
            """, server);

        run.LogLines.Where(line => line is "200" or "0").ShouldBe(["200", "0"]);
        server.Seen.Single().ClientCertificate.ShouldBe("CN=dyno-client");
    }

    [Theory]
    [InlineData("tlsAIAFetch: true", "", "200")]
    [InlineData("", "true", "200")]
    [InlineData("", "", "0")]
    [InlineData("tlsAIAFetch: false", "", "0")]
    public async Task A_certificate_between_that_the_server_leaves_out_is_fetched_where_asked(string option, string variable, string status)
    {
        if (!OperatingSystem.IsLinux()) Assert.Skip("other systems keep and fetch certificates by their own rules");
        byte[] issuer = [];
        await using var authority = await KestrelServer.StartAsync(answer: async context =>
        {
            context.Response.StatusCode = issuer.Length == 0 ? 404 : 200;
            context.Response.ContentType = "application/pkix-cert";
            await context.Response.Body.WriteAsync(issuer);
        });
        var (leaf, between) = TestCertificates.IssueBehind(new Uri(authority.Url, "between.cer"));
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Certificate = leaf });
        issuer = between.RawData; // only now: the server itself would send what it finds
        try
        {
            var run = await ScriptRunner.RunAsync($$"""
                import http from 'k6/http';
                export const options = { {{option}} };
                export default function () { console.log(http.get(__ENV.BASE).status) }
                """, server, environment => { if (variable.Length > 0) environment["K6_TLS_AIA_FETCH"] = variable; },
                request => request with { TrustedFile = TestCertificates.AuthorityFile });

            run.LogLines.ShouldContain(status, run.Log + run.Error);
            if (status == "200") authority.Seen.ShouldContain(seen => seen.Target == "/between.cer");
        }
        finally
        {
            using var kept = new X509Store(StoreName.CertificateAuthority, StoreLocation.CurrentUser);
            kept.Open(OpenFlags.ReadWrite);
            kept.Remove(between); // .NET keeps what it fetched
        }
    }

    [Theory]
    [InlineData(true, "", "", "CN=dyno-client")]
    [InlineData(false, "", "", "CN=legacy")]
    [InlineData(false, "", "domains: ['127.0.0.1'], ", "CN=dyno-client")]
    [InlineData(true, "domains: ['other.test'], ", "", "CN=dyno-client")]
    public async Task Of_several_certificates_the_one_is_shown_whose_issuer_the_server_names(bool names, string first, string second, string expected)
    {
        if (!OperatingSystem.IsLinux()) Assert.Skip("only here do servers name authorities without being registered in the system");
        await using var server = await KestrelServer.StartAsync(new KestrelOptions
        {
            Certificate = TestCertificates.Good,
            RequireClientCertificate = true,
            NamedAuthorities = names ? [TestCertificates.Authority] : null,
        });

        await ScriptRunner.RunAsync($$"""
            import http from 'k6/http';
            export const options = { insecureSkipTLSVerify: true, tlsAuth: [
              { {{first}}cert: `{{LegacyPemTests.Certificate}}`, key: `{{LegacyPemTests.Aes256}}`, password: 'correct' },
              { {{second}}cert: open('{{TestCertificates.ClientFile}}'), key: open('{{TestCertificates.ClientKeyFile}}') }] };
            export default function () { http.get(__ENV.BASE) }
            """, server);

        server.Seen.Single().ClientCertificate.ShouldBe(expected);
    }

    [Fact]
    public void Those_who_issued_a_certificate_of_tlsAuth_are_shown_with_it()
    {
        var chain = File.ReadAllText(TestCertificates.ClientFile) + "\n" + File.ReadAllText(TestCertificates.AuthorityFile);
        var options = new JsonObject { ["tlsAuth"] = new JsonArray(new JsonObject { ["cert"] = chain, ["key"] = File.ReadAllText(TestCertificates.ClientKeyFile) }) };

        var read = HttpOptionsReader.Read(options, HttpRunOptions.DefaultSystemTags, new OptionProblems("script.js"), new EngineClock(TimeProvider.System));

        var certificate = read.Network.Options.Tls.HostCertificates.ShouldHaveSingleItem();
        certificate.Certificate.Subject.ShouldBe("CN=dyno-client");
        certificate.Issuers.ShouldHaveSingleItem().Subject.ShouldBe(TestCertificates.Authority.Subject);
    }

    [Fact]
    public async Task A_certificate_that_nobody_trusts_fails_with_its_error_code_unless_that_is_switched_off()
    {
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Certificate = TestCertificates.Good });

        var run = await ScriptRunner.RunAsync("""
            import http from 'k6/http';
            export default function () { const r = http.get(__ENV.BASE); console.log(`${r.status} ${r.error_code} ${r.error}`) }
            """, server);

        run.Log.ShouldContain("0 1310 x509: unknown certificate authority");
        run.Log.ShouldContain(": certificate verify failed: ");
        server.Seen.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_time_out_while_hands_are_shaken_is_one_of_the_request()
    {
        using var silent = ScriptedServer.Start(ServerAction.Hang);

        var run = await ScriptRunner.RunAsync($$"""
            import http from 'k6/http';
            export default function () {
              const r = http.get('https://127.0.0.1:{{silent.Url.Port}}/', { timeout: 300 }); console.log(`${r.error_code} ${r.error}`)
            }
            """);

        run.Log.ShouldContain("1050 request timeout");
    }

    [Theory]
    [InlineData("certificate verify failed: hostname mismatch, it is not for other.test", 1311, "x509: certificate doesn't match hostname")]
    [InlineData("certificate verify failed: IP address mismatch, it is not for 127.0.0.9", 1311, "x509: certificate doesn't match hostname")]
    [InlineData("certificate verify failed: self-signed certificate in certificate chain", 1310, "x509: unknown certificate authority")]
    [InlineData("certificate verify failed: unable to get local issuer certificate", 1310, "x509: unknown certificate authority")]
    [InlineData("certificate verify failed: certificate revoked", 1310, "certificate verify failed: certificate revoked")]
    [InlineData("handshake failure", 1300, "handshake failure")]
    public void What_is_wrong_with_a_certificate_has_its_code_and_few_words(string text, int code, string words)
    {
        ErrorCodes.Of(RequestErrorKind.Tls, 0, text).ShouldBe(code);
        ErrorCodes.Text(RequestErrorKind.Tls, text).ShouldBe(words);
        ErrorCodes.Explanation(RequestErrorKind.Tls, text, new Uri("https://host/")).ShouldBe(text);
    }
}
