using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Garnet;
using Garnet.server;

namespace Bookstore.Caches;

/// <summary>
/// The Redis of the rungs that use one: the server in <c>ConnectionStrings:redis</c>, or a Garnet inside this process, which speaks the
/// same protocol over the same kind of socket and needs no installation.
/// </summary>
internal sealed class RedisConnection : IDisposable
{
    private readonly GarnetServer? _embedded;

    private RedisConnection(string text, GarnetServer? embedded) => (Text, _embedded) = (text, embedded);

    /// <summary>The connection string for StackExchange.Redis. If the server is away at the start, the client waits and does not fail.</summary>
    public string Text { get; }

    /// <summary>The server with this connection string.</summary>
    public static RedisConnection To(string text) =>
        new(text.Contains("abortConnect", StringComparison.OrdinalIgnoreCase) ? text : text + ",abortConnect=false", null);

    /// <summary>A server in this process, with memory limits that suit a few thousand books.</summary>
    public static RedisConnection Embedded()
    {
        var port = FreePort();
        var server = new GarnetServer(new GarnetServerOptions
        {
            EndPoints = [new IPEndPoint(IPAddress.Loopback, port)],
            LogMemorySize = "64m",
            PageSize = "1m",
            IndexMemorySize = "16m",
            QuietMode = true,
        });
        server.Start();
        return new(string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{port},abortConnect=false"), server);
    }

    public void Dispose() => _embedded?.Dispose();

    private static int FreePort()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return ((IPEndPoint)socket.LocalEndPoint!).Port;
    }
}
