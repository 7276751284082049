using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using Dyno.Http.Clients;
using Dyno.Http.Requests;
using Dyno.Load.Engine;
using Dyno.Testing;
using Dyno.Testing.Servers;
using Microsoft.AspNetCore.Http;

namespace Dyno.Http.Tests.Clients;

/// <summary>The short way over an open connection, with a loop and without.</summary>
public class DirectSendTests
{
    private static readonly TimeSpan Long = TimeSpan.FromSeconds(30);

    private const int AnswerBytes = 216; // a WireResponse and a body of 5 bytes

    public static TheoryData<ClientWay> Ways => [.. Enum.GetValues<ClientWay>()];

    public static TheoryData<ClientWay> TlsWays => [ClientWay.BlockingTls, ClientWay.LoopedTls];

    [Theory, MemberData(nameof(Ways))]
    public Task What_was_sent_before_goes_out_again_over_the_same_connection(ClientWay kind) => OnThread(kind, way =>
    {
        using var server = way.Answering(Answers.Of(201, "made", "X-Kind: yes"));
        var request = new WireRequest { Url = server.Url };
        way.TrySend(request, Long).ShouldBeFalse("no connection is open");
        way.SendLong(request).IsConnectionReused.ShouldBeFalse();
        for (var i = 0; i < 3; i++)
        {
            var answer = way.Direct(request, Long)!;
            answer.Error.ShouldBe(RequestErrorKind.None, answer.ErrorText);
            (answer.Status, answer.Header("x-kind"), Encoding.UTF8.GetString(answer.Body.Span)).ShouldBe((201, "yes", "made"));
            answer.IsConnectionReused.ShouldBeTrue();
            answer.Timings.ConnectingNanos.ShouldBe(0);
            answer.Timings.SendingNanos.ShouldBeGreaterThan(0);
            answer.BytesSent.ShouldBe(server.Received.First().Length);
            answer.BytesReceived.ShouldBeGreaterThan(4);
        }
        server.Connections.ShouldBe(1);
        server.Received.Distinct().Count().ShouldBe(1);
    });

    [Theory, MemberData(nameof(Ways))]
    public Task What_was_never_sent_goes_out_over_an_open_connection_too_with_its_body(ClientWay kind) => OnThread(kind, way =>
    {
        using var server = way.Answering(Answers.Hello);
        way.SendLong(new WireRequest { Url = server.Url });
        foreach (var text in (string[])["", "first", "second", new('x', 16_000)])
        {
            var request = new WireRequest { Method = "POST", Url = new Uri(server.Url, $"/{text.Length}"), Body = Encoding.ASCII.GetBytes(text) };
            for (var i = 0; i < 2; i++)
            {
                var answer = way.Direct(request, Long)!;
                answer.Error.ShouldBe(RequestErrorKind.None, answer.ErrorText);
                (answer.Status, answer.IsConnectionReused).ShouldBe((200, true));
                var received = server.Received.Last();
                received.ShouldStartWith($"POST /{text.Length} HTTP/1.1\r\n");
                received.ShouldEndWith($"\r\nContent-Length: {text.Length}\r\n\r\n{text}");
                answer.BytesSent.ShouldBe(received.Length);
            }
        }
        server.Connections.ShouldBe(1);
    });

    [Theory, MemberData(nameof(Ways))]
    public Task What_needs_more_than_one_send_or_cannot_be_sent_takes_the_long_way(ClientWay kind) => OnThread(kind, way =>
    {
        using var server = way.Answering(Answers.Hello);
        way.SendLong(new WireRequest { Url = server.Url });
        var (large, wrong) = (new WireRequest { Method = "POST", Url = server.Url, Body = new byte[20_000] },
            new WireRequest { Url = server.Url, Headers = [new HeaderField("X-Bad", "a\r\nb")] });
        way.TrySend(large, Long).ShouldBeFalse();
        way.TrySend(wrong, Long).ShouldBeFalse();
        way.SendLong(large).Status.ShouldBe(200);
        way.SendLong(wrong).Error.ShouldBe(RequestErrorKind.Protocol);
        server.Connections.ShouldBe(1);
    });

    [Theory, MemberData(nameof(Ways))]
    public Task Every_answer_has_its_own_head_also_when_heads_repeat(ClientWay kind) => OnThread(kind, way =>
    {
        const string Usual = "HTTP/1.1 200 OK\r\nX-Kind: usual\r\nContent-Length: 5\r\n\r\n";
        const string Other = "HTTP/1.1 404 Gone Away\r\nX-Kind: other\r\nContent-Length: 2\r\n\r\n";
        (string Method, string Head, string Body)[] exchanges = [("GET", Usual, "hello"), ("GET", Usual, "world"), ("HEAD", Usual, ""),
            ("GET", Usual, "again"), ("GET", Other, "no"), ("HEAD", Other, ""), ("HEAD", Usual, ""), ("GET", Usual, "after")];
        using var server = ScriptedServer.Start(_ => [.. exchanges.SelectMany(e => new[] { ServerAction.ReadRequest, ServerAction.Send(e.Head + e.Body) })]);
        foreach (var (method, head, body) in exchanges)
        {
            var answer = way.SendLong(new WireRequest { Url = server.Url, Method = method });
            answer.Error.ShouldBe(RequestErrorKind.None, answer.ErrorText);
            (answer.Status, answer.ReasonPhrase, answer.Header("x-kind"), Encoding.UTF8.GetString(answer.Body.Span))
                .ShouldBe(head == Usual ? (200, "OK", "usual", body) : (404, "Gone Away", "other", body));
            answer.BytesReceived.ShouldBe(head.Length + body.Length);
        }
        server.Connections.ShouldBe(1);
    });

    [Theory, MemberData(nameof(Ways))]
    public Task A_kept_connection_that_the_server_has_closed_is_replaced(ClientWay kind) => OnThread(kind, way =>
    {
        using var server = way.Start(ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.Close);
        var request = new WireRequest { Url = server.Url };
        way.SendLong(request);
        for (var i = 0; i < 4; i++)
        {
            var answer = way.Direct(request, Long)!;
            answer.Error.ShouldBe(RequestErrorKind.None, answer.ErrorText);
            answer.Status.ShouldBe(200);
        }
        server.Requests.ShouldBe(5);
    });

    [Theory, MemberData(nameof(Ways))]
    public Task Silence_ends_with_the_time_out(ClientWay kind) => OnThread(kind, way =>
    {
        using var server = way.Start(ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.ReadRequest, ServerAction.Hang);
        var request = new WireRequest { Url = server.Url };
        way.SendLong(request);
        var answer = way.Direct(request, TimeSpan.FromMilliseconds(150))!;
        answer.Error.ShouldBe(RequestErrorKind.Timeout, answer.ErrorText);
        answer.IsConnectionReused.ShouldBeTrue();
    });

    [Theory, MemberData(nameof(Ways))]
    public Task A_reset_in_the_middle_of_an_answer_is_a_failure(ClientWay kind) => OnThread(kind, way =>
    {
        using var server = way.Start(ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.ReadRequest,
            ServerAction.Send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"), ServerAction.Wait(TimeSpan.FromMilliseconds(20)), ServerAction.Reset);
        var request = new WireRequest { Url = server.Url };
        way.SendLong(request);
        way.Direct(request, Long)!.Error.ShouldBe(RequestErrorKind.Reset);
        way.SendLong(request).IsConnectionReused.ShouldBeFalse();
    });

    [Theory, MemberData(nameof(Ways))]
    public Task A_cut_gives_no_answer_and_the_next_request_another_connection(ClientWay kind) => OnThread(kind, way =>
    {
        using var server = way.Start(ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.ReadRequest, ServerAction.Hang);
        var request = new WireRequest { Url = server.Url };
        way.SendLong(request);
        using var cut = new CancellationTokenSource();
        way.Direct(request, Long, cut, () => server.Requests >= 2).ShouldBeNull();
        way.TrySend(request, Long, cut.Token).ShouldBeFalse("it is cut already");
        way.SendLong(request).IsConnectionReused.ShouldBeFalse();
    });

    [Theory]
    [InlineData(ClientWay.Blocking)]
    [InlineData(ClientWay.Looped)]
    public Task A_request_over_an_open_connection_takes_memory_for_its_answer_only(ClientWay kind) => OnThread(kind, way =>
    {
        using var server = way.Answering(Answers.Hello);
        var request = new WireRequest { Url = server.Url };
        way.SendLong(request);
        Allocations.Least(() => way.SendOften(request, 100)).ShouldBeLessThanOrEqualTo(100 * AnswerBytes);
    });

    [Theory]
    [InlineData(ClientWay.Blocking, 3, 20, 30)]
    [InlineData(ClientWay.Looped, 3, 20, 30)] // in the middle of the head
    [InlineData(ClientWay.LoopedTls, 3, 20, 30)]
    [InlineData(ClientWay.Looped, 38, 39, 60_000)] // of the body
    [InlineData(ClientWay.LoopedTls, 38, 39, 60_000)]
    [InlineData(ClientWay.Blocking, 38, 39, 60_000)]
    [InlineData(ClientWay.BlockingTls, 38, 39, 60_000)]
    public Task Answers_that_arrive_in_parts_are_put_together(ClientWay kind, params int[] parts) => OnThread(kind, way =>
    {
        var body = string.Concat(Enumerable.Range(0, 20_000).Select(i => $"{i:00000} "));
        using var server = way.Start(ServerAction.ReadRequest, ServerAction.SendSplit(Answers.Of(200, body), parts), ServerAction.Repeat);
        using var other = way.Answering(Answers.Hello);
        var (request, between) = (new WireRequest { Url = server.Url }, new WireRequest { Url = other.Url });
        way.SendLong(request);
        way.SendLong(between);
        for (var i = 0; i < 5; i++)
        {
            Encoding.UTF8.GetString(way.Direct(request, Long)!.Body.Span).ShouldBe(body);
            Encoding.UTF8.GetString(way.Direct(between, Long)!.Body.Span).ShouldBe("hello");
        }
        server.Connections.ShouldBe(1);
    });

    [Theory, MemberData(nameof(TlsWays))]
    public Task Hands_are_shaken_where_everything_goes_on(ClientWay kind) => OnThread(kind, way =>
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
    public Task A_certificate_that_nobody_trusts_is_refused(ClientWay kind) => OnThread(kind, way =>
    {
        using var server = way.Answering(Answers.Hello);
        var answer = way.SendLong(new WireRequest { Url = server.Url });
        answer.Error.ShouldBe(RequestErrorKind.Tls, answer.ErrorText);
        answer.ErrorText.ShouldContain("certificate");
    }, new HttpOptions());

    [Theory, MemberData(nameof(TlsWays))]
    public Task An_issuer_that_the_server_does_not_send_is_not_fetched(ClientWay kind) => OnThread(kind, way =>
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
    public Task A_port_that_does_not_speak_TLS_is_told(ClientWay kind) => OnThread(kind, way =>
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
    public Task A_time_out_and_a_cut_end_a_handshake(ClientWay kind) => OnThread(kind, way =>
    {
        using var silent = ScriptedServer.Start(ServerAction.Hang);
        var answer = way.SendLong(new WireRequest { Url = Https(silent), Timeout = TimeSpan.FromMilliseconds(200) });
        answer.Error.ShouldBe(RequestErrorKind.Timeout, answer.ErrorText);
        using var cut = new CancellationTokenSource();
        Should.Throw<OperationCanceledException>(() => way.SendLong(new WireRequest { Url = Https(silent) }, cut, () => silent.Connections >= 2));
    }, new HttpOptions { FirstHandshakeTimeout = TimeSpan.FromMinutes(5) });

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
        await OnThread(kind, way =>
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
    public Task Large_bodies_go_and_come(ClientWay kind) => OnThread(kind, way =>
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

    [Theory]
    [InlineData(0)]
    [InlineData(900)]
    [InlineData(1_000)]
    public async Task A_time_out_of_next_to_nothing_is_one(int microseconds)
    {
        using var server = FaultServers.NeverAnswering();
        using var client = ClientModes.New(client: new WireClientOptions { UseCookies = false, MaxRedirects = 0 });
        var request = new WireRequest { Url = server.Url, Timeout = TimeSpan.FromMicroseconds(microseconds) };
        var answer = await client.CallAsync(ClientMode.Blocking, request).WaitAsync(Long, TestContext.Current.CancellationToken);
        answer.Error.ShouldBeOneOf(RequestErrorKind.Timeout, RequestErrorKind.Unreachable);
    }

    [Fact]
    public async Task A_peer_that_takes_a_body_slowly_does_not_put_off_the_time_out()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Server.ReceiveBufferSize = 4096;
        listener.Start();
        using var end = new CancellationTokenSource();
        var taking = Task.Run(async () =>
        {
            using var peer = await listener.AcceptSocketAsync(end.Token);
            var some = new byte[4096];
            while (!end.IsCancellationRequested && await peer.ReceiveAsync(some) > 0) await Task.Delay(5);
        }, TestContext.Current.CancellationToken);
        using var client = ClientModes.New(client: new WireClientOptions { UseCookies = false, MaxRedirects = 0 });
        var request = new WireRequest
        {
            Method = "POST",
            Url = new Uri($"http://127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}/"),
            Body = new byte[100_000_000],
            Timeout = TimeSpan.FromMilliseconds(300),
        };
        var answer = await client.CallAsync(ClientMode.Blocking, request).WaitAsync(Long, TestContext.Current.CancellationToken);
        answer.Error.ShouldBe(RequestErrorKind.Timeout, answer.ErrorText);
        await end.CancelAsync();
        await taking;
    }

    [Fact]
    public async Task A_cut_ends_a_connect_whenever_it_comes()
    {
        // Nobody accepts, and the queue of one is full: connecting takes until the time-out.
        using var full = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        full.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        full.Listen(0);
        var url = new Uri($"http://{full.LocalEndPoint}/");
        using var first = new TcpClient();
        await first.ConnectAsync((IPEndPoint)full.LocalEndPoint!, TestContext.Current.CancellationToken);
        for (var i = 0; i < 60; i++)
        {
            using var client = ClientModes.New(new HttpOptions { ConnectTimeout = TimeSpan.FromMinutes(5) });
            using var cut = new CancellationTokenSource();
            var sending = Task.Factory.StartNew(() => client.Send(new WireRequest { Url = url, Timeout = TimeSpan.FromMinutes(5) }, cut.Token),
                CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
            if (i % 3 > 0) await Task.Delay(i % 3, TestContext.Current.CancellationToken);
            await cut.CancelAsync();
            await Should.ThrowAsync<OperationCanceledException>(() => sending.WaitAsync(Long, TestContext.Current.CancellationToken));
        }
    }

    [Fact]
    public async Task A_connection_that_blocked_serves_calls_that_do_not()
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        using var client = ClientModes.New(client: new WireClientOptions { UseCookies = false, MaxRedirects = 0 });
        var request = new WireRequest { Url = server.Url };
        (await client.CallAsync(ClientMode.Blocking, request)).Status.ShouldBe(200);
        (await client.CallAsync(ClientMode.Async, request)).Status.ShouldBe(200);
        (await client.CallAsync(ClientMode.Blocking, request)).IsConnectionReused.ShouldBeTrue();
        server.Connections.ShouldBe(1);
    }

    private static Uri Https(ScriptedServer server) => new UriBuilder(server.Url) { Scheme = "https" }.Uri;

    private static async Task OnThread(ClientWay kind, Action<Way> test, HttpOptions? options = null)
    {
        var cancel = TestContext.Current.CancellationToken;
        await Task.Factory.StartNew(() =>
        {
            using var way = new Way(kind, options);
            test(way);
        }, cancel, TaskCreationOptions.LongRunning, TaskScheduler.Default);
    }

    /// <summary>A client on the thread that it belongs to.</summary>
    private sealed class Way : IDisposable
    {
        private readonly EngineClock _clock = new();
        private readonly ClientLoop? _loop;
        private static readonly Func<bool> Nothing = static () => false;
        private readonly WireClient _client;
        private readonly WorkerActivity _activity = new();
        private readonly Action<WireResponse?> _count;
        private int _answers;

        private readonly bool _isTls;

        public Way(ClientWay kind, HttpOptions? options)
        {
            _count = _ => _answers++;
            var looped = kind is ClientWay.Looped or ClientWay.LoopedTls;
            _isTls = kind is ClientWay.BlockingTls or ClientWay.LoopedTls;
            _loop = looped ? ClientLoop.TryCreate(_clock, WaitStrategy.Frugal) : null;
            Assert.SkipWhen(looped && _loop is null, "the loop is Linux's");
            _client = ClientModes.New(options, new WireClientOptions { UseCookies = false, MaxRedirects = 0, Loop = _loop });
        }

        public ScriptedServer Start(params ServerAction[] script) =>
            _isTls ? ScriptedServer.StartTls(TestCertificates.Good, script) : ScriptedServer.Start(script);

        public ScriptedServer Answering(string answer) => Start(ServerAction.ReadRequest, ServerAction.Send(answer), ServerAction.Repeat);

        /// <summary>The way of a request that was never sent.</summary>
        public WireResponse SendLong(WireRequest request, CancellationTokenSource? cut = null, Func<bool>? cutWhen = null)
        {
            var token = cut?.Token ?? default;
            if (_loop is null)
            {
                if (cutWhen is not null) _ = CutAsync(cut!, cutWhen);
                return _client.Send(request, token);
            }
            var sending = _client.SendAsync(request, null, token).AsTask();
            TurnUntil(() =>
            {
                if (cutWhen?.Invoke() == true) cut!.Cancel();
                return sending.IsCompleted;
            });
            return sending.GetAwaiter().GetResult();
        }

        public bool TrySend(WireRequest request, TimeSpan timeout, CancellationToken cut = default) =>
            _client.TrySend(request, timeout, static _ => { }, cut);

        public WireResponse? Direct(WireRequest request, TimeSpan timeout, CancellationTokenSource? cut = null, Func<bool>? cutWhen = null)
        {
            var (answer, answers) = ((WireResponse?)null, 0);
            if (_loop is null && cutWhen is not null) _ = CutAsync(cut!, cutWhen);
            _client.TrySend(request, timeout, response => (answer, answers) = (response, answers + 1), cut?.Token ?? default).ShouldBeTrue();
            TurnUntil(() =>
            {
                if (cutWhen?.Invoke() == true) cut!.Cancel();
                return answers > 0;
            });
            answers.ShouldBe(1);
            return answer;
        }

        public void SendOften(WireRequest request, int times)
        {
            for (_answers = 0; _answers < times;)
            {
                var before = _answers;
                _client.TrySend(request, Long, _count, default).ShouldBeTrue();
                for (var until = _clock.NowNanos + 20_000_000_000; _answers == before && _clock.NowNanos < until;)
                    _loop!.Wait(_clock.NowNanos + 10_000_000, isStart: false, Nothing, _activity);
                if (_answers == before) throw new TimeoutException();
            }
        }

        public void Dispose()
        {
            _client.Dispose();
            _loop?.Dispose();
        }

        private static Task CutAsync(CancellationTokenSource cut, Func<bool> cutWhen) => Task.Run(async () =>
        {
            while (!cutWhen()) await Task.Delay(5);
            await cut.CancelAsync();
        });

        private void TurnUntil(Func<bool> isDone)
        {
            for (var until = _clock.NowNanos + 20_000_000_000; !isDone() && _clock.NowNanos < until;)
                _loop?.Wait(_clock.NowNanos + 10_000_000, isStart: false, Nothing, _activity);
            isDone().ShouldBeTrue();
        }
    }
}

/// <summary>How the requests of one client go: over a loop or blocking, in TLS or not.</summary>
public enum ClientWay
{
    Blocking,
    Looped,
    BlockingTls,
    LoopedTls,
}
