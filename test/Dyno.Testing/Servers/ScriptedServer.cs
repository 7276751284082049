using System.Net.Security;

namespace Dyno.Testing;

/// <summary>
/// A server that does exactly what a test says, right or wrong, on a loopback port that the system chooses. Every connection runs a script
/// of <see cref="ServerAction"/>s. The server counts connections and requests.
/// </summary>
public sealed class ScriptedServer : IDisposable
{
    private readonly Func<int, IReadOnlyList<ServerAction>> _scriptOfConnection;
    private readonly SslStreamCertificateContext? _certificate;
    private readonly ConcurrentDictionary<Socket, bool> _open = new();
    private Socket? _listener;
    private CancellationTokenSource _alive = new();
    private int _connections;
    private int _requests;
    private int _closed;

    private ScriptedServer(Func<int, IReadOnlyList<ServerAction>> scriptOfConnection, X509Certificate2? certificate)
    {
        _scriptOfConnection = scriptOfConnection;
        _certificate = certificate is null ? null : SslStreamCertificateContext.Create(certificate, null, offline: true);
        Listen(new IPEndPoint(IPAddress.Loopback, 0));
    }

    /// <summary>Connections accepted so far.</summary>
    public int Connections => Volatile.Read(ref _connections);

    /// <summary>Whole requests read so far.</summary>
    public int Requests => Volatile.Read(ref _requests);

    /// <summary>Connections that scripts have closed in an orderly way.</summary>
    public int Closed => Volatile.Read(ref _closed);

    /// <summary>Connections open now.</summary>
    public int OpenConnections => _open.Count;

    /// <summary>The requests as they arrived, heads and bodies, in Latin-1.</summary>
    public ConcurrentQueue<string> Received { get; } = new();

    /// <summary>The port.</summary>
    public int Port { get; private set; }

    /// <summary>The base address: <c>http://127.0.0.1:PORT/</c>, or https.</summary>
    public Uri Url => new($"{(_certificate is null ? "http" : "https")}://127.0.0.1:{Port}/");

    /// <summary>Starts a server whose connections all run the same script.</summary>
    public static ScriptedServer Start(params ServerAction[] script) => new(_ => script, null);

    /// <summary>Starts a server whose n-th connection (from 0) runs the script that the function returns.</summary>
    public static ScriptedServer Start(Func<int, IReadOnlyList<ServerAction>> scriptOfConnection) => new(scriptOfConnection, null);

    /// <summary>Starts a server whose connections all run the same script inside TLS.</summary>
    public static ScriptedServer StartTls(X509Certificate2 certificate, params ServerAction[] script) => new(_ => script, certificate);

    /// <summary>Starts a server whose n-th connection (from 0) runs the script that the function returns, inside TLS.</summary>
    public static ScriptedServer StartTls(X509Certificate2 certificate, Func<int, IReadOnlyList<ServerAction>> scriptOfConnection) =>
        new(scriptOfConnection, certificate);

    /// <summary>Gives the same answer to every request, on kept-alive connections.</summary>
    public static ScriptedServer Answering(string answer) =>
        Start(ServerAction.ReadRequest, ServerAction.Send(answer), ServerAction.Repeat);

    /// <summary>Closes every open connection in an orderly way (FIN), as servers do with idle ones. It has arrived when this returns.</summary>
    public void CloseConnections()
    {
        foreach (var socket in _open.Keys) Shutdown(socket);
    }

    /// <summary>Stops listening and resets every connection, as a crash of the server would.</summary>
    public void Kill()
    {
        _alive.Cancel();
        _listener?.Dispose();
        _listener = null;
        foreach (var socket in _open.Keys) Reset(socket);
    }

    /// <summary>Listens again on the same port.</summary>
    public void Return()
    {
        _alive = new CancellationTokenSource();
        Listen(new IPEndPoint(IPAddress.Loopback, Port));
    }

    /// <inheritdoc/>
    public void Dispose() => Kill();

    private void Listen(IPEndPoint endpoint)
    {
        var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
        listener.Bind(endpoint);
        listener.Listen(4096);
        Port = ((IPEndPoint)listener.LocalEndPoint!).Port;
        _listener = listener;
        var alive = _alive.Token;
        _ = Task.Run(() => AcceptAsync(listener, alive), alive); // not on the thread of the test
    }

    private async Task AcceptAsync(Socket listener, CancellationToken alive)
    {
        try
        {
            while (true)
            {
                var socket = await listener.AcceptAsync(alive);
                socket.NoDelay = true;
                _open[socket] = true;
                _ = ServeAsync(socket, Interlocked.Increment(ref _connections) - 1, alive);
            }
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            // The server was killed.
        }
    }

    private async Task ServeAsync(Socket socket, int number, CancellationToken alive)
    {
        try
        {
            await Task.Yield();
            using var stream = await OpenAsync(socket, alive);
            await new ScriptedConnection(socket, stream, OnRequest, () => Interlocked.Increment(ref _closed)).RunAsync(_scriptOfConnection(number), alive);
        }
        catch (Exception e) when (e is OperationCanceledException or IOException or SocketException or ObjectDisposedException
            or System.Security.Authentication.AuthenticationException)
        {
            // The client closed the connection, or the test killed the server, so there is nothing to answer.
        }
        finally
        {
            _open.TryRemove(socket, out _);
            socket.Dispose();
        }
    }

    private async Task<Stream> OpenAsync(Socket socket, CancellationToken alive)
    {
        var plain = new NetworkStream(socket, ownsSocket: false);
        if (_certificate is null) return plain;
        var tls = new SslStream(plain);
        await tls.AuthenticateAsServerAsync(new SslServerAuthenticationOptions { ServerCertificateContext = _certificate }, alive);
        return tls;
    }

    private void OnRequest(string request)
    {
        Received.Enqueue(request);
        Interlocked.Increment(ref _requests);
    }

    private static void Shutdown(Socket socket)
    {
        try
        {
            socket.Shutdown(SocketShutdown.Both);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The socket is already closed.
        }
    }

    internal static void Reset(Socket socket)
    {
        try
        {
            socket.LingerState = new LingerOption(true, 0);
            socket.Dispose();
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The socket is already closed.
        }
    }
}
