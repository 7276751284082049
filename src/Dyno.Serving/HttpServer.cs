using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;

namespace Dyno.Serving;

/// <summary>
/// Kestrel for requests to Dyno while Dyno runs: a few requests per second, answers that fit into memory, no TLS. Kestrel runs without a
/// .NET host, because a host would take over the signals and settings of the process. Thread-safe.
/// </summary>
public sealed class HttpServer : IAsyncDisposable
{
    /// <summary>The host that stands for every address of the machine, and accepts any host name in requests.</summary>
    public const string Anywhere = "+";

    private static readonly TimeSpan LeastGrace = TimeSpan.FromSeconds(1.5); // Kestrel checks once per second
    private readonly HttpServerOptions _options;
    private readonly KestrelServer _kestrel;
    private int _hasEnded;

    private HttpServer(KestrelServer kestrel, HttpServerOptions options, int port) => (_kestrel, _options, Port) = (kestrel, options, port);

    /// <summary>The port on which the server listens: the given port, or a free one.</summary>
    public int Port { get; }

    /// <summary>Begins to listen.</summary>
    /// <param name="host">A name or an address of this machine (without brackets), or <see cref="Anywhere"/>; <c>localhost</c> is 127.0.0.1 and ::1.</param>
    /// <param name="port">0 to 65,535; 0 takes a free port.</param>
    /// <param name="answer">Makes the answers; called concurrently. An exception is answered with status 500.</param>
    /// <exception cref="SocketException">The server cannot listen there.</exception>
    public static HttpServer Start(string host, int port, HttpServerOptions options, Func<ServedRequest, Task<ServedResponse>> answer)
    {
        var sockets = ListeningPlaces.Open(host, port);
        var kestrel = new KestrelServer(Options.Create(SettingsOf(options, sockets)), TransportOver(sockets), NullLoggerFactory.Instance);
        try
        {
            kestrel.StartAsync(new ServedApplication(host, answer), CancellationToken.None).GetAwaiter().GetResult();
        }
        catch (Exception e)
        {
            foreach (var socket in sockets) socket.Dispose();
            kestrel.Dispose();
            if (e.GetBaseException() is SocketException refused) throw refused;
            if (e is AddressInUseException or IOException) throw new SocketException((int)SocketError.AddressAlreadyInUse);
            throw;
        }
        return new HttpServer(kestrel, options, ((IPEndPoint)sockets[0].LocalEndPoint!).Port);
    }

    /// <summary>
    /// Stops listening and waits for answers in progress, for at most <see cref="HttpServerOptions.LastAnswers"/>; then ends all
    /// connections.
    /// </summary>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _hasEnded, 1) != 0) return;
        using var last = new CancellationTokenSource(_options.LastAnswers);
        await _kestrel.StopAsync(last.Token);
        _kestrel.Dispose();
    }

    private static KestrelServerOptions SettingsOf(HttpServerOptions options, IReadOnlyList<Socket> sockets)
    {
        var settings = new KestrelServerOptions { AddServerHeader = false, AllowSynchronousIO = false };
        settings.Limits.MaxConcurrentConnections = options.MostConnections;
        settings.Limits.MaxRequestBodySize = options.MostBodyBytes;
        settings.Limits.RequestHeadersTimeout = options.Patience;
        settings.Limits.MinRequestBodyDataRate = new MinDataRate(100, options.Patience > LeastGrace ? options.Patience : LeastGrace);
        settings.Limits.KeepAliveTimeout = options.IdleTime;
        foreach (var socket in sockets) settings.Listen((IPEndPoint)socket.LocalEndPoint!, listen => listen.Protocols = HttpProtocols.Http1);
        return settings;
    }

    // Kestrel cannot bind port 0 at two addresses, and a free port may be taken a moment later: Kestrel therefore receives sockets that
    // are already bound.
    private static SocketTransportFactory TransportOver(IReadOnlyList<Socket> sockets) => new(Options.Create(new SocketTransportOptions
    {
        CreateBoundListenSocket = place => sockets.First(socket => socket.LocalEndPoint!.Equals(place)),
    }), NullLoggerFactory.Instance);
}
