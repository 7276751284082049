using System.Net.Security;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Https;
using Microsoft.Extensions.Logging;

namespace Dyno.Testing;

/// <summary>A request that a <see cref="KestrelServer"/> answered.</summary>
/// <param name="Protocol">The protocol, e.g. <c>HTTP/2</c>.</param>
/// <param name="Method">The method.</param>
/// <param name="Target">Path and query.</param>
/// <param name="Headers">Headers; several values of one header are joined by commas.</param>
/// <param name="Body">The body.</param>
/// <param name="ConnectionId">The connection's id, equal for all requests of one connection.</param>
/// <param name="ClientCertificate">Subject of the client's certificate, or null.</param>
public sealed record SeenRequest(string Protocol, string Method, string Target, IReadOnlyDictionary<string, string> Headers,
    byte[] Body, string ConnectionId, string? ClientCertificate);

/// <summary>Settings for a <see cref="KestrelServer"/>.</summary>
public sealed record KestrelOptions
{
    /// <summary>Protocols. Default: HTTP/1.1.</summary>
    public HttpProtocols Protocols { get; init; } = HttpProtocols.Http1;

    /// <summary>The server's certificate; null for http.</summary>
    public X509Certificate2? Certificate { get; init; }

    /// <summary>Whether the client must show a certificate.</summary>
    public bool RequireClientCertificate { get; init; }

    /// <summary>Authorities that the server names when it asks for a client certificate; null: it names none.</summary>
    public X509Certificate2Collection? NamedAuthorities { get; init; }

    /// <summary>Path of a Unix socket to use instead of TCP.</summary>
    public string? UnixSocket { get; init; }

    /// <summary>Port. Default: one that the system chooses.</summary>
    public int Port { get; init; }

    /// <summary>Address. Default: 127.0.0.1.</summary>
    public IPAddress Address { get; init; } = IPAddress.Loopback;
}

/// <summary>A real Kestrel, by default on a loopback port that the system chooses. It keeps the requests it received.</summary>
public sealed class KestrelServer : IAsyncDisposable
{
    private readonly WebApplication _app;
    private readonly KestrelOptions _options;

    private KestrelServer(WebApplication app, KestrelOptions options)
    {
        _app = app;
        _options = options;
    }

    /// <summary>Requests in the order of their arrival.</summary>
    public ConcurrentQueue<SeenRequest> Seen { get; } = new();

    /// <summary>Base address, e.g. <c>http://127.0.0.1:PORT/</c>.</summary>
    public Uri Url { get; private set; } = new("http://localhost/");

    /// <summary>The port; 0 on a Unix socket.</summary>
    public int Port => _options.UnixSocket is null ? Url.Port : 0;

    /// <summary>Starts the server; <paramref name="answer"/> replaces the plain 200 <c>hello</c>.</summary>
    public static async Task<KestrelServer> StartAsync(KestrelOptions? options = null, RequestDelegate? answer = null)
    {
        options ??= new KestrelOptions();
        answer ??= context => context.Response.WriteAsync("hello");
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelHttpsConfiguration();
        if (options.Protocols.HasFlag(HttpProtocols.Http3)) builder.WebHost.UseQuic();
        builder.WebHost.ConfigureKestrel(kestrel => Listen(kestrel, options));
        var server = new KestrelServer(builder.Build(), options);
        server._app.Run(context => server.RecordAndAnswerAsync(context, answer));
        await server._app.StartAsync();
        if (options.UnixSocket is null) server.Url = new Uri(server._app.Urls.First() + "/");
        return server;
    }

    /// <summary>Tells the clients that it goes away, and returns when every connection is closed.</summary>
    public async Task GoAwayAsync()
    {
        await _app.StopAsync();
        await DisposeAsync();
    }

    /// <summary>Ends at once: a connection may be cut a moment later.</summary>
    public async ValueTask DisposeAsync()
    {
        using var now = new CancellationTokenSource();
        await now.CancelAsync();
        await _app.StopAsync(now.Token);
        await _app.DisposeAsync();
    }

    private static void Listen(KestrelServerOptions kestrel, KestrelOptions options)
    {
        if (options.UnixSocket is not null) kestrel.ListenUnixSocket(options.UnixSocket, o => Configure(o, options));
        else kestrel.Listen(options.Address, options.Port, o => Configure(o, options));
    }

    private static void Configure(ListenOptions listen, KestrelOptions options)
    {
        listen.Protocols = options.Protocols;
        if (options.Certificate is null) return;
        listen.UseHttps(options.Certificate, https =>
        {
            https.AllowAnyClientCertificate();
            if (options.RequireClientCertificate) https.ClientCertificateMode = ClientCertificateMode.RequireCertificate;
            if (options.NamedAuthorities is not { } named) return;
            var trust = SslCertificateTrust.CreateForX509Collection(named, sendTrustInHandshake: true);
            var context = SslStreamCertificateContext.Create(options.Certificate, null, offline: true, trust);
            https.OnAuthenticate = (_, tls) => tls.ServerCertificateContext = context;
        });
    }

    private async Task RecordAndAnswerAsync(HttpContext context, RequestDelegate answer)
    {
        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body);
        body.Position = 0;
        context.Request.Body = body;
        Seen.Enqueue(new SeenRequest(context.Request.Protocol, context.Request.Method,
            context.Request.Path + context.Request.QueryString,
            context.Request.Headers.ToDictionary(h => h.Key, h => h.Value.ToString(), StringComparer.OrdinalIgnoreCase),
            body.ToArray(), context.Connection.Id, context.Connection.ClientCertificate?.Subject));
        await answer(context);
    }
}
