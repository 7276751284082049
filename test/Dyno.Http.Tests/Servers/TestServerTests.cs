namespace Dyno.Http.Tests;

/// <summary>The servers that all other tests rely on do what they say, seen by the platform's own client.</summary>
public class TestServerTests
{
    private static readonly CancellationToken Cancel = TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_scripted_server_answers_on_one_connection_and_counts()
    {
        using var server = ScriptedServer.Answering(Answers.ChunkedHello);
        using var client = new HttpClient();
        (await client.GetStringAsync(server.Url, Cancel)).ShouldBe("hello");
        (await client.GetStringAsync(server.Url, Cancel)).ShouldBe("hello");
        server.Requests.ShouldBe(2);
        server.Connections.ShouldBe(1);
        server.Received.First().ShouldStartWith("GET / HTTP/1.1\r\n");
    }

    [Fact]
    public async Task A_killed_server_refuses_and_returns_on_the_same_port()
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        using var client = new HttpClient();
        await client.GetStringAsync(server.Url, Cancel);
        server.Kill();
        await Should.ThrowAsync<HttpRequestException>(() => client.GetStringAsync(server.Url, Cancel));
        server.Return();
        (await client.GetStringAsync(server.Url, Cancel)).ShouldBe("hello");
    }

    [Fact]
    public async Task A_resetting_server_resets()
    {
        using var server = FaultServers.Resetting();
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, server.Port, Cancel);
        await client.Client.SendAsync("GET / HTTP/1.1\r\n\r\n"u8.ToArray(), Cancel);
        var e = await Should.ThrowAsync<SocketException>(async () => await client.Client.ReceiveAsync(new byte[10], Cancel));
        e.SocketErrorCode.ShouldBe(SocketError.ConnectionReset);
    }

    [Theory]
    [InlineData("good", SslPolicyErrors.None)]
    [InlineData("wrong host", SslPolicyErrors.RemoteCertificateNameMismatch)]
    [InlineData("expired", SslPolicyErrors.RemoteCertificateChainErrors)]
    public async Task A_certificate_is_wrong_in_exactly_its_own_way(string which, SslPolicyErrors expected)
    {
        var certificate = which switch
        {
            "good" => TestCertificates.Good,
            "wrong host" => TestCertificates.WrongHost,
            _ => TestCertificates.Expired,
        };
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Certificate = certificate });
        using var tcp = new TcpClient();
        await tcp.ConnectAsync(IPAddress.Loopback, server.Port, Cancel);
        SslPolicyErrors? seen = null;
        using var tls = new SslStream(tcp.GetStream());
        var policy = new X509ChainPolicy { TrustMode = X509ChainTrustMode.CustomRootTrust, RevocationMode = X509RevocationMode.NoCheck };
        policy.CustomTrustStore.Add(TestCertificates.Authority);
        var options = new SslClientAuthenticationOptions
        {
            TargetHost = "localhost",
            CertificateChainPolicy = policy,
            RemoteCertificateValidationCallback = (_, _, _, errors) => (seen = errors) is not null,
        };
        await tls.AuthenticateAsClientAsync(options, Cancel);
        seen.ShouldBe(expected);
    }

    [Fact]
    public async Task Kestrel_keeps_what_it_saw()
    {
        await using var server = await KestrelServer.StartAsync();
        using var client = new HttpClient();
        (await client.PostAsync(new Uri(server.Url, "/a?b=c"), new StringContent("text"), Cancel)).StatusCode.ShouldBe(HttpStatusCode.OK);
        var seen = server.Seen.ShouldHaveSingleItem();
        seen.Target.ShouldBe("/a?b=c");
        seen.Body.ShouldBe("text"u8.ToArray());
        seen.Protocol.ShouldBe("HTTP/1.1");
    }
}
