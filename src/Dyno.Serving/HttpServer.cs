using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace Dyno.Serving;

/// <summary>
/// A small HTTP/1.1 server for what others ask Dyno while it runs: a few requests a second, answers that fit into memory, no TLS. It
/// is not .NET's <c>HttpListener</c>, whose constructor of an end point takes connections before it is whole (who polls the port
/// meanwhile makes it fail, or ends the process), and not Kestrel, which would ask for the ASP.NET Core runtime wherever Dyno runs.
/// Thread-safe.
/// </summary>
public sealed class HttpServer : IAsyncDisposable
{
    /// <summary>The host that means every address of the machine, by whatever name it is called.</summary>
    public const string Anywhere = "+";

    private static readonly TimeSpan BetweenTries = TimeSpan.FromMilliseconds(100);
    private readonly string _host;
    private readonly HttpServerOptions _options;
    private readonly Func<ServedRequest, Task<ServedResponse>> _answer;
    private readonly IReadOnlyList<Socket> _sockets;
    private readonly CancellationTokenSource _stopping = new();
    private readonly CancellationTokenSource _aborting = new();
    private readonly ConcurrentDictionary<Task, bool> _connections = new();
    private readonly Task _accepting;
    private int _hasEnded;

    private HttpServer(string host, HttpServerOptions options, Func<ServedRequest, Task<ServedResponse>> answer, IReadOnlyList<Socket> sockets)
    {
        (_host, _options, _answer, _sockets) = (host, options, answer, sockets);
        Port = ((IPEndPoint)sockets[0].LocalEndPoint!).Port;
        _accepting = Task.WhenAll(sockets.Select(s => Task.Run(() => AcceptAsync(s))));
    }

    /// <summary>Where it listens: the one that was asked for, or a free one.</summary>
    public int Port { get; }

    /// <summary>Begins to listen.</summary>
    /// <param name="host">A name or an address of this machine without brackets, or <see cref="Anywhere"/>; <c>localhost</c> is 127.0.0.1 and ::1.</param>
    /// <param name="port">0 to 65535; 0 takes a free one.</param>
    /// <param name="options">Its limits.</param>
    /// <param name="answer">Makes the answers, several at a time; what it throws is answered as 500.</param>
    /// <exception cref="SocketException">It cannot listen there.</exception>
    public static HttpServer Start(string host, int port, HttpServerOptions options, Func<ServedRequest, Task<ServedResponse>> answer)
    {
        ArgumentNullException.ThrowIfNull(host);
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(answer);
        return new HttpServer(host, options, answer, ListeningPlaces.Open(host, port));
    }

    /// <summary>
    /// Listens no longer. Answers that are being made are waited for, <see cref="HttpServerOptions.LastAnswers"/> at most; then
    /// nothing is left of it.
    /// </summary>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _hasEnded, 1) != 0) return;
        await _stopping.CancelAsync();
        foreach (var socket in _sockets) socket.Dispose();
        await _accepting;
        var last = Task.WhenAll(_connections.Keys);
        await Task.WhenAny(last, Task.Delay(_options.LastAnswers, _options.Time, CancellationToken.None));
        await _aborting.CancelAsync();
    }

    private async Task AcceptAsync(Socket listener)
    {
        while (!_stopping.IsCancellationRequested)
        {
            try
            {
                Serve(await listener.AcceptAsync(_stopping.Token));
            }
            catch (Exception e) when (e is OperationCanceledException or ObjectDisposedException)
            {
                return;
            }
            catch (SocketException)
            {
                // Who called has gone, or the process has no file left: some will be closed.
                await Task.Delay(BetweenTries, _options.Time, _stopping.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        }
    }

    private void Serve(Socket socket)
    {
        var connection = new ServedConnection(new NetworkStream(socket, ownsSocket: true), _host, _options, _answer);
        var serving = _connections.Count < _options.MostConnections
            ? connection.ServeAsync(_stopping.Token, _aborting.Token) : connection.RefuseAsync(_aborting.Token);
        _connections[serving] = true;
        serving.ContinueWith(ended => _connections.TryRemove(ended, out _), TaskScheduler.Default);
    }
}
