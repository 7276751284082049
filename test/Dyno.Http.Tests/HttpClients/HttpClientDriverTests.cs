using System.Net.Quic;
using HttpProtocols = Microsoft.AspNetCore.Server.Kestrel.Core.HttpProtocols;
using KestrelServer = Dyno.Testing.KestrelServer;

namespace Dyno.Http.Tests;

/// <summary>The driver over the platform's client, against Kestrel and against servers that misbehave.</summary>
public class HttpClientDriverTests
{
    private static readonly TlsClientOptions Trusting = new() { CaFile = TestCertificates.AuthorityFile };

    [Fact]
    public async Task HTTP_2_over_http_by_prior_knowledge()
    {
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Protocols = HttpProtocols.Http2 });
        var seen = Load(server.Url, new HttpOptions { Version = HttpVersionChoice.Http2 }).Iterate(8, 400);
        seen.Good.ShouldBe(400);
        seen.Failed.ShouldBe(0);
        seen.Recorder.Iterations.ShouldBe(400);
        seen.Recorder.ConnectionsOpened.ShouldBe(1);
        seen.Workload.Driver.ShouldBe("httpclient");
        seen.Workload.NegotiatedProtocols.ShouldBe(["HTTP/2"]);
        server.Seen.ShouldAllBe(r => r.Protocol == "HTTP/2");
    }

    [Fact]
    public async Task HTTP_2_over_https_by_ALPN()
    {
        await using var server = await KestrelServer.StartAsync(
            new KestrelOptions { Protocols = HttpProtocols.Http1AndHttp2, Certificate = TestCertificates.Good });
        var seen = Load(server.Url, new HttpOptions { Version = HttpVersionChoice.Http2, Tls = Trusting }).Iterate(4, 100);
        seen.Good.ShouldBe(100, seen.Example(RequestErrorKind.Tls));
        seen.Workload.NegotiatedProtocols[0].ShouldBe("HTTP/2");
        seen.Workload.NegotiatedProtocols[1].ShouldStartWith("TLS 1.3 ");
        seen.Recorder.TlsHandshaking.Count.ShouldBe(1);
        server.Seen.ShouldAllBe(r => r.Protocol == "HTTP/2");
    }

    [Fact]
    public async Task A_server_without_HTTP_2_is_never_spoken_to_in_another_version()
    {
        await using var server = await KestrelServer.StartAsync(
            new KestrelOptions { Protocols = HttpProtocols.Http1, Certificate = TestCertificates.Good });
        var seen = Load(server.Url, new HttpOptions { Version = HttpVersionChoice.Http2, Tls = Trusting }).Iterate(1, 2);
        seen.Errors(RequestErrorKind.Protocol).ShouldBe(2);
        server.Seen.ShouldBeEmpty();
        using var plain = ScriptedServer.Answering(Answers.Hello);
        var http = Load(plain.Url, new HttpOptions { Version = HttpVersionChoice.Http2, Timeout = TimeSpan.FromMilliseconds(300) }).Iterate(1, 2);
        http.Good.ShouldBe(0);
        http.Failed.ShouldBe(2);
    }

    [Fact]
    public async Task HTTP_3_is_spoken_where_the_platform_has_QUIC_and_refused_with_advice_elsewhere()
    {
        var options = new HttpOptions { Version = HttpVersionChoice.Http3, Tls = Trusting };
        if ((OperatingSystem.IsLinux() || OperatingSystem.IsWindows() || OperatingSystem.IsMacOS()) && QuicConnection.IsSupported)
        {
            await using var server = await KestrelServer.StartAsync(
                new KestrelOptions { Protocols = HttpProtocols.Http3, Certificate = TestCertificates.Good });
            var seen = Load(server.Url, options).Iterate(2, 20);
            seen.Good.ShouldBe(20);
            seen.Workload.NegotiatedProtocols.ShouldContain("HTTP/3");
            return;
        }
        var refusal = Should.Throw<UserFault>(() => Load(new Uri("https://127.0.0.1:1/"), options).Iterate(1, 1));
        refusal.Message.ShouldContain("HTTP/3");
        refusal.Hint.ShouldNotBeNull().ShouldContain("libmsquic");
    }

    [Fact]
    public void HTTP_3_over_http_is_refused()
    {
        var refusal = Should.Throw<UserFault>(() =>
            Load(new Uri("http://127.0.0.1:1/"), new HttpOptions { Version = HttpVersionChoice.Http3 }).Iterate(1, 1));
        refusal.Hint.ShouldNotBeNull().ShouldContain("https://");
    }

    [Fact]
    public async Task HTTP_1_1_goes_through_it_too_when_asked()
    {
        await using var server = await KestrelServer.StartAsync();
        var seen = Load(server.Url, new HttpOptions()).Iterate(4, 200);
        seen.Good.ShouldBe(200);
        seen.Workload.NegotiatedProtocols.ShouldBe(["HTTP/1.1"]);
        seen.Recorder.ConnectionsOpened.ShouldBe(4);
    }

    [Fact]
    public async Task Method_headers_body_and_rows_arrive_as_planned()
    {
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Protocols = HttpProtocols.Http2 });
        var request = DriverRun.Get(server.Url) with
        {
            Method = "POST",
            Url = new Uri(server.Url, "/%7B%7Bid%7D%7D?q=1"),
            Body = "n={{name}}"u8.ToArray(),
            Headers = [new HeaderField("Content-Type", "text/plain"), new HeaderField("X-One", "1")],
        };
        var feed = new DataFeed { Columns = ["id", "name"], Rows = [["1", "ann"], ["22", "bo"]] };
        var options = new HttpOptions { Version = HttpVersionChoice.Http2, Feed = feed };
        new DriverRun { Driver = DriverChoice.HttpClient, Requests = [request], Options = options }.Iterate(1, 2).Good.ShouldBe(2);
        var seen = server.Seen.Last();
        seen.Target.ShouldBe("/22?q=1");
        seen.Body.ShouldBe("n=bo"u8.ToArray());
        seen.Headers["Content-Type"].ShouldBe("text/plain");
        seen.Headers["X-One"].ShouldBe("1");
        seen.Headers["Content-Length"].ShouldBe("4");
        seen.Headers.ContainsKey("Accept-Encoding").ShouldBeFalse();
    }

    [Fact]
    public async Task Redirects_are_counted_cookies_dropped_and_checks_evaluated()
    {
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Protocols = HttpProtocols.Http2 }, context =>
        {
            context.Response.StatusCode = 302;
            context.Response.Headers.Location = "/elsewhere";
            context.Response.Headers.SetCookie = "a=1";
            return context.Response.WriteAsync("a needle");
        });
        var options = new HttpOptions
        {
            Version = HttpVersionChoice.Http2,
            Checks =
            [
                new ResponseCheck("status == 302", CheckSubject.Status, "", CheckOperator.Equal, 302, ""),
                new ResponseCheck("location", CheckSubject.Header, "location", CheckOperator.Equal, 0, "/elsewhere"),
                new ResponseCheck("body", CheckSubject.Body, "", CheckOperator.Contains, 0, "needle"),
                new ResponseCheck("size", CheckSubject.Size, "", CheckOperator.Equal, 9, ""),
            ],
        };
        var seen = Load(server.Url, options).Iterate(1, 3);
        seen.Recorder.Redirects.ShouldBe(3);
        seen.Recorder.CheckPasses.ToArray().ShouldBe([3, 3, 3, 0]);
        server.Seen.Count.ShouldBe(3);
        server.Seen.ShouldAllBe(r => !r.Headers.ContainsKey("Cookie"));
    }

    [Fact]
    public void Faults_are_counted_by_their_kind()
    {
        Fails(new Uri($"http://127.0.0.1:{FaultServers.RefusingPort()}/"), RequestErrorKind.Refused);
        using var silent = FaultServers.NeverAnswering();
        Fails(silent.Url, RequestErrorKind.Timeout);
        using var dripping = FaultServers.AnsweringAByteEvery(TimeSpan.FromMilliseconds(30));
        Fails(dripping.Url, RequestErrorKind.Timeout);
        using var half = FaultServers.ClosingAfterHalfABody();
        Fails(half.Url, RequestErrorKind.Closed);
        using var closing = FaultServers.ClosingWithoutAnswer();
        Fails(closing.Url, RequestErrorKind.Closed);
        using var resetting = FaultServers.Resetting();
        Fails(resetting.Url, RequestErrorKind.Reset);
        using var garbage = FaultServers.SendingGarbage("SSH-2.0-OpenSSH_9\r\n\r\n"u8.ToArray());
        Fails(garbage.Url, RequestErrorKind.Protocol);
        using var failing = FaultServers.AnsweringOnly(503);
        Fails(failing.Url, RequestErrorKind.Status);
    }

    [Fact]
    public void A_time_out_is_recorded_at_its_deadline()
    {
        using var silent = FaultServers.NeverAnswering();
        var seen = Load(silent.Url, new HttpOptions { Timeout = TimeSpan.FromMilliseconds(150) }).Iterate(1, 2);
        seen.Recorder.Steps[0].FailedService.Min.ShouldBe(150_000_000);
        seen.Recorder.Steps[0].FailedService.Max.ShouldBe(150_000_000);
    }

    [Fact]
    public async Task Certificates_are_checked_and_client_certificates_shown()
    {
        await using var wrong = await KestrelServer.StartAsync(
            new KestrelOptions { Protocols = HttpProtocols.Http2, Certificate = TestCertificates.WrongHost });
        var http2 = new HttpOptions { Version = HttpVersionChoice.Http2, Tls = Trusting };
        Load(wrong.Url, http2).Iterate(1, 2).Errors(RequestErrorKind.Tls).ShouldBe(2);
        Load(wrong.Url, http2 with { Tls = Trusting with { ServerName = "elsewhere.test" } }).Iterate(1, 2).Good.ShouldBe(2);
        Load(wrong.Url, http2 with { Tls = new TlsClientOptions { Insecure = true } }).Iterate(1, 2).Good.ShouldBe(2);
        await using var demanding = await KestrelServer.StartAsync(new KestrelOptions
        {
            Protocols = HttpProtocols.Http2,
            Certificate = TestCertificates.Good,
            RequireClientCertificate = true,
        });
        var with = Trusting with { ClientCertificateFile = TestCertificates.ClientFile, ClientKeyFile = TestCertificates.ClientKeyFile };
        Load(demanding.Url, http2 with { Tls = with }).Iterate(1, 2).Good.ShouldBe(2);
        demanding.Seen.First().ClientCertificate.ShouldBe("CN=dyno-client");
        Load(demanding.Url, http2).Iterate(1, 2).Good.ShouldBe(0);
    }

    [Fact]
    public async Task Connect_to_and_Unix_sockets_redirect_the_connections()
    {
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Protocols = HttpProtocols.Http2 });
        var options = new HttpOptions
        {
            Version = HttpVersionChoice.Http2,
            ConnectTo = [new ConnectToRule("api.test", 80, "127.0.0.1", server.Port)],
        };
        Load(new Uri("http://api.test/"), options).Iterate(1, 2).Good.ShouldBe(2);
        server.Seen.First().Headers["Host"].ShouldBe("api.test");
        var path = Path.Combine(Path.GetTempPath(), $"dyno-{Guid.NewGuid():N}.sock");
        await using var unix = await KestrelServer.StartAsync(new KestrelOptions { UnixSocket = path });
        Load(new Uri("http://localhost/"), new HttpOptions { UnixSocket = path }).Iterate(1, 2).Good.ShouldBe(2);
    }

    [Fact]
    public void A_port_that_never_speaks_tls_is_given_up_after_the_time_of_a_first_handshake()
    {
        using var silent = ScriptedServer.Start(ServerAction.Hang);
        var long5 = TimeSpan.FromMinutes(5);
        var options = new HttpOptions { ConnectTimeout = long5, FirstHandshakeTimeout = TimeSpan.FromMilliseconds(200), Timeout = long5 };
        var seen = Load(new UriBuilder(silent.Url) { Scheme = "https" }.Uri, options).Iterate(1, 2);
        seen.Errors(RequestErrorKind.Tls).ShouldBe(2, string.Join(" | ", seen.Recorder.Examples.ToArray().Where(e => e is not null)));
        seen.Example(RequestErrorKind.Tls).ShouldNotBeNull().ShouldContain("no TLS handshake within 0.2 s");
    }

    [Fact]
    public async Task An_open_model_is_paced()
    {
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Protocols = HttpProtocols.Http2 });
        var seen = Load(server.Url, new HttpOptions { Version = HttpVersionChoice.Http2 }).Arrive(200, TimeSpan.FromMilliseconds(500), 50);
        (seen.Recorder.Starts + seen.Recorder.DroppedIterations).ShouldBe(100);
        seen.Good.ShouldBe(seen.Recorder.Starts);
    }

    private static void Fails(Uri url, RequestErrorKind kind)
    {
        // Short only where it is to run out: any other fault must not turn into a time-out on a slow machine.
        var timeout = TimeSpan.FromMilliseconds(kind == RequestErrorKind.Timeout ? 300 : 30_000);
        var seen = Load(url, new HttpOptions { Timeout = timeout }).Iterate(1, 2);
        seen.Errors(kind).ShouldBe(2, $"{kind}: {string.Join(" | ", seen.Recorder.Examples.ToArray().Where(e => e is not null))}");
        if (kind != RequestErrorKind.Status) seen.Example(kind).ShouldNotBeNull().ShouldStartWith("GET /: ");
    }

    private static DriverRun Load(Uri url, HttpOptions options) => DriverRun.To(url) with { Driver = DriverChoice.HttpClient, Options = options };
}
