using System.Security.Cryptography;

namespace Dyno.Http.Tests;

/// <summary>Requests over TLS, where the connection is opened and over an open one, with a loop and without.</summary>
public class TlsSendTests
{
    private static readonly TimeSpan Long = TimeSpan.FromSeconds(30);

    public static TheoryData<ClientWay> TlsWays => [ClientWay.BlockingTls, ClientWay.LoopedTls];

    [Theory, MemberData(nameof(TlsWays))]
    public Task Hands_are_shaken_where_everything_goes_on(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        using var server = way.Answering(Answers.Hello);
        var request = new WireRequest { Url = server.Url };
        var first = way.SendLong(request);
        first.Error.ShouldBe(RequestErrorKind.None, first.ErrorText);
        first.Tls.ShouldNotBeNull().ShouldStartWith("TLS 1.3 ");
        first.Timings.TlsHandshakingNanos.ShouldBeGreaterThan(0);
        var next = way.Direct(request, Long)!;
        (next.Status, next.IsConnectionReused, next.Tls).ShouldBe((200, true, first.Tls));
        next.Timings.TlsHandshakingNanos.ShouldBe(0);
        next.RemoteEndpoint.ShouldBe(first.RemoteEndpoint);
    });

    [Theory, MemberData(nameof(TlsWays))]
    public Task A_certificate_that_nobody_trusts_is_refused(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        using var server = way.Answering(Answers.Hello);
        var answer = way.SendLong(new WireRequest { Url = server.Url });
        answer.Error.ShouldBe(RequestErrorKind.Tls, answer.ErrorText);
        answer.ErrorText.ShouldContain("certificate");
    }, new HttpOptions());

    [Theory, MemberData(nameof(TlsWays))]
    public Task An_issuer_that_the_server_does_not_send_is_not_fetched(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        using var library = ScriptedServer.Answering(Answers.Hello);
        using var issuerKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var (from, until) = (DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        var authority = new CertificateRequest("CN=elsewhere", issuerKey, HashAlgorithmName.SHA256);
        authority.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        using var issuer = authority.CreateSelfSigned(from.AddDays(-1), until.AddDays(1));
        var asked = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        asked.CertificateExtensions.Add(new X509AuthorityInformationAccessExtension(null, [new Uri(library.Url, "/issuer.cer").AbsoluteUri]));
        using var issued = asked.Create(issuer, from, until, [1, 2, 3]);
        using var shown = X509CertificateLoader.LoadPkcs12(issued.CopyWithPrivateKey(key).Export(X509ContentType.Pkcs12), null);
        using var server = ScriptedServer.StartTls(shown, ServerAction.ReadRequest, ServerAction.Send(Answers.Hello));
        way.SendLong(new WireRequest { Url = server.Url }).Error.ShouldBe(RequestErrorKind.Tls);
        library.Connections.ShouldBe(0);
    });

    [Theory, MemberData(nameof(TlsWays))]
    public Task A_port_that_does_not_speak_TLS_is_told(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        using var plain = ScriptedServer.Start(ServerAction.Send("HTTP/1.1 400 Bad Request\r\n\r\n"), ServerAction.Close);
        using var silent = ScriptedServer.Start(ServerAction.Hang);
        using var closing = ScriptedServer.Start(ServerAction.Close);
        way.SendLong(new WireRequest { Url = Https(plain) }).Error.ShouldBe(RequestErrorKind.Tls);
        way.SendLong(new WireRequest { Url = Https(closing) }).Error.ShouldBeOneOf(RequestErrorKind.Tls, RequestErrorKind.Reset);
        var given = way.SendLong(new WireRequest { Url = Https(silent) });
        given.Error.ShouldBe(RequestErrorKind.Tls, given.ErrorText);
        given.ErrorText.ShouldStartWith("no TLS handshake within 0.2 s");
    }, new HttpOptions { FirstHandshakeTimeout = TimeSpan.FromMilliseconds(200) });

    [Theory, MemberData(nameof(TlsWays))]
    public Task A_time_out_and_a_cut_end_a_handshake(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        using var silent = ScriptedServer.Start(ServerAction.Hang);
        var answer = way.SendLong(new WireRequest { Url = Https(silent), Timeout = TimeSpan.FromMilliseconds(200) });
        answer.Error.ShouldBe(RequestErrorKind.Timeout, answer.ErrorText);
        using var cut = new CancellationTokenSource();
        Should.Throw<OperationCanceledException>(() => way.SendLong(new WireRequest { Url = Https(silent) }, cut, () => silent.Connections >= 2));
    }, new HttpOptions { FirstHandshakeTimeout = TimeSpan.FromMinutes(5) });

    [Theory, MemberData(nameof(TlsWays))]
    public Task A_time_out_and_a_cut_end_the_sending_of_a_body_that_nobody_takes(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        using var server = way.Start(ServerAction.Hang);
        var request = new WireRequest { Method = "POST", Url = server.Url, Body = new byte[30_000_000], Timeout = TimeSpan.FromMilliseconds(300) };
        var answer = way.SendLong(request);
        answer.Error.ShouldBe(RequestErrorKind.Timeout, answer.ErrorText);
        using var cut = new CancellationTokenSource();
        var since = TimeProvider.System.GetTimestamp();
        Should.Throw<OperationCanceledException>(() => way.SendLong(request with { Timeout = Long }, cut,
            () => TimeProvider.System.GetElapsedTime(since) > TimeSpan.FromMilliseconds(200)));
    });

    [Theory, MemberData(nameof(TlsWays))]
    public async Task A_body_that_the_server_takes_slowly_arrives_whole(ClientWay kind)
    {
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Certificate = TestCertificates.Good }, async context =>
        {
            await Task.Delay(50);
            var body = new MemoryStream();
            await context.Request.Body.CopyToAsync(body);
            await context.Response.WriteAsync($"{body.Length} {body.ToArray().Sum(b => (long)b)}");
        });
        await ClientOnThread.RunAsync(kind, way =>
        {
            var body = new byte[8_000_000];
            Array.Fill(body, (byte)1);
            for (var i = 0; i < 2; i++)
            {
                var answer = way.SendLong(new WireRequest { Method = "POST", Url = server.Url, Body = body });
                answer.Error.ShouldBe(RequestErrorKind.None, answer.ErrorText);
                Encoding.UTF8.GetString(answer.Body.Span).ShouldBe("8000000 8000000");
            }
        });
    }

    [Theory, MemberData(nameof(TlsWays))]
    public Task Large_bodies_go_and_come(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        using var server = way.Answering(Answers.Of(200, new string('x', 3_000_000)));
        for (var i = 0; i < 3; i++)
        {
            var answer = way.SendLong(new WireRequest { Method = "POST", Url = server.Url, Body = new byte[60_000] });
            answer.Error.ShouldBe(RequestErrorKind.None, answer.ErrorText);
            (answer.Status, answer.Body.Length).ShouldBe((200, 3_000_000));
        }
        server.Connections.ShouldBe(1);
    });

    private static Uri Https(ScriptedServer server) => new UriBuilder(server.Url) { Scheme = "https" }.Uri;
}
