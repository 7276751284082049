using System.Security.Cryptography.X509Certificates;

namespace Dyno.Scenarios.Tests;

/// <summary>One thing that a client does, to be compared between clients: a server, one or two requests, and what is seen of them.</summary>
internal sealed record Behaviour(string Name)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    /// <summary>The answers to the requests in turn, whatever their connection; the last one answers all further requests.</summary>
    public string[] Answers { get; init; } = [Dyno.Testing.Answers.Hello];

    /// <summary>What every connection does instead of giving the answers.</summary>
    public ServerAction[]? Script { get; init; }

    public Func<Uri, HttpRequestMessage> Request { get; init; } = static url => new HttpRequestMessage(HttpMethod.Get, new Uri(url, "/a"));

    /// <summary>A second request after the first one; null for none.</summary>
    public Func<Uri, HttpRequestMessage>? Then { get; init; }

    /// <summary>What is seen; null: status, body and requests.</summary>
    public Func<Outcome, string>? Shows { get; init; }

    public bool IsTls { get; init; }

    public bool Cookies { get; init; }

    /// <summary>Settings of the client, which may depend on the server's URL.</summary>
    public Action<HttpClient, Uri>? Settings { get; init; }

    /// <summary>The token of the last request; null for none.</summary>
    public Func<CancellationTokenSource>? Cut { get; init; }

    public TimeSpan? Timeout { get; init; }

    /// <summary>Why Dyno's client differs; null: it does not.</summary>
    public string? Because { get; init; }

    public ScriptedServer Start()
    {
        var given = 0;
        IReadOnlyList<ServerAction> OfConnection(int _) => Script ?? (IReadOnlyList<ServerAction>)new InTurn(() =>
            Answers[Math.Min(Interlocked.Increment(ref given), Answers.Length) - 1]);
        return IsTls ? ScriptedServer.StartTls(TestCertificates.Good, OfConnection) : ScriptedServer.Start(OfConnection);
    }

    public HttpClient OfNet()
    {
        var client = new HttpClient(new SocketsHttpHandler
        {
            UseProxy = false,
            UseCookies = Cookies,
            AutomaticDecompression = DecompressionMethods.All,
            SslOptions = { CertificateChainPolicy = new X509ChainPolicy
            {
                TrustMode = X509ChainTrustMode.CustomRootTrust, RevocationMode = X509RevocationMode.NoCheck, CustomTrustStore = { TestCertificates.Authority },
            } },
        });
        client.Timeout = Timeout ?? Patience;
        return client;
    }

    public HttpClient OfDyno() => DynoHttp.CreateClient(Timeout ?? Patience, insecure: true, useCookies: Cookies);

    public async Task<string> SeenAsync(HttpClient client, ScriptedServer server)
    {
        try
        {
            return await TryAsync(client, server);
        }
        catch (NotSupportedException)
        {
            return "failed"; // HttpClient, for a scheme that it does not know
        }
    }

    private async Task<string> TryAsync(HttpClient client, ScriptedServer server)
    {
        Settings?.Invoke(client, server.Url);
        var request = Request(server.Url);
        using var cut = Cut?.Invoke();
        Response<HttpResponseMessage>? first = null;
        if (Then is not null)
        {
            first = await Http.Send(client, request);
            request = Then(server.Url);
        }
        var last = await Http.Send(client, HttpClientArgs.Create(cut?.Token ?? default), request);
        var body = last.Payload is null ? "" : await last.Payload.Content.ReadAsStringAsync();
        var outcome = new Outcome(server, request, first, last, body);
        return (Shows?.Invoke(outcome) ?? $"{outcome.Text} after {outcome.Requests}")
            .Replace($"127.0.0.1:{server.Port}", "HOST", StringComparison.Ordinal).Replace("\r\n", " ⏎ ", StringComparison.Ordinal);
    }

    /// <summary>A script that reads requests and gives answers; it closes after an answer that says so.</summary>
    private sealed class InTurn(Func<string> next) : IReadOnlyList<ServerAction>
    {
        private int _at = -1;
        private ServerAction _now = ServerAction.ReadRequest;
        private bool _closes;

        public int Count => int.MaxValue;

        public ServerAction this[int index] => index == _at ? _now : _now = Next(_at = index);

        public IEnumerator<ServerAction> GetEnumerator() => throw new NotSupportedException();

        System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator();

        private ServerAction Next(int index)
        {
            if (_closes) return ServerAction.Close;
            if (index % 2 == 0) return ServerAction.ReadRequest;
            var answer = next();
            _closes = answer.Contains("Connection: close", StringComparison.Ordinal) || answer.StartsWith("HTTP/1.0", StringComparison.Ordinal);
            return ServerAction.Send(answer);
        }
    }
}

/// <summary>What came of a <see cref="Behaviour"/>.</summary>
internal sealed record Outcome(
    ScriptedServer Server, HttpRequestMessage Request, Response<HttpResponseMessage>? First, Response<HttpResponseMessage> Last, string Body)
{
    public HttpResponseMessage? Message => Last.Payload;

    public string Text => Message is null ? $"failed ({Last.StatusCode})" : $"{(int)Message.StatusCode} '{Body}'";

    /// <summary>Methods, targets and bodies of all requests.</summary>
    public string Requests
    {
        get
        {
            var all = Server.Received.Select(Short).ToList();
            return all.Count > 4 ? $"{all.Count} requests" : string.Join(", ", all);
        }
    }

    /// <summary>The head of the last request, without the Accept-Encoding that HttpClient adds.</summary>
    public string Head => string.Join("\r\n", Server.Received.Last().Split("\r\n\r\n")[0].Split("\r\n")
        .Where(l => !l.StartsWith("Accept-Encoding", StringComparison.Ordinal)));

    public string Whole => Head + "\r\n\r\n" + Server.Received.Last().Split("\r\n\r\n", 2)[1];

    /// <summary>The line of a header of the last request.</summary>
    public string Line(string name) => Line(name, Server.Received.Last());

    /// <summary>How the first request says where its body ends; what follows its head may be chunks, which the server does not read.</summary>
    public string Framing => $"{Line("Transfer-Encoding", Server.Received.First())}, {Line("Content-Length", Server.Received.First())}";

    private static string Line(string name, string request) =>
        request.Split("\r\n").FirstOrDefault(l => l.StartsWith(name + ":", StringComparison.OrdinalIgnoreCase)) ?? $"no {name}";

    /// <summary>A header of the answer, or of its content.</summary>
    public string Header(string name)
    {
        if (Message is null) return Text;
        return Message.Headers.TryGetValues(name, out var values) || Message.Content.Headers.TryGetValues(name, out values)
            ? $"{name}: {string.Join(" and ", values)}"
            : $"no {name}";
    }

    private static string Short(string request)
    {
        var (line, body) = (request.Split(" HTTP/")[0], request.Split("\r\n\r\n", 2)[1]);
        return body.Length == 0 ? line : $"{line} with '{body}'";
    }
}
