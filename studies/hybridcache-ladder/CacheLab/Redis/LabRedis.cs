using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Garnet;
using Garnet.server;
using StackExchange.Redis;

namespace CacheLab.Redis;

/// <summary>The Redis that all nodes share, behind a relay: at one address it can be killed, paused and brought back.</summary>
internal sealed class LabRedis : IDisposable
{
    private readonly GarnetServer? _own;
    private readonly Relay _relay;
    private readonly ConnectionMultiplexer _direct;

    private LabRedis(int port, GarnetServer? own)
    {
        _own = own;
        _relay = new Relay(port);
        _direct = ConnectionMultiplexer.Connect(string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{port},allowAdmin=true"));
    }

    /// <summary>For the nodes, with the client's defaults but one: a server that is away at the start is waited for.</summary>
    public string Configuration => string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{_relay.Port},abortConnect=false");

    /// <summary>A server that is there already.</summary>
    public static LabRedis At(int port) => new(port, null);

    /// <summary>A server inside this process.</summary>
    public static LabRedis Own()
    {
        var port = FreePort();
        var server = new GarnetServer(new GarnetServerOptions
        {
            EndPoints = [new IPEndPoint(IPAddress.Loopback, port)],
            LogMemorySize = "64m",
            PageSize = "4m",
            IndexMemorySize = "16m",
            QuietMode = true,
            EnableLua = true, // locks over several nodes are released by a script
            LuaOptions = new LuaOptions(),
        });
        server.Start();
        return new LabRedis(port, server);
    }

    public void Kill() => _relay.Cut();

    public void Pause() => _relay.Pause();

    public void Restore() => _relay.Restore();

    /// <summary>Forgets everything.</summary>
    public void Empty() => _direct.GetDatabase().Execute("FLUSHALL");

    /// <summary>Puts nonsense where a value was kept.</summary>
    public async Task CorruptAsync(string key)
    {
        var database = _direct.GetDatabase();
        foreach (var kept in _direct.GetServers()[0].Keys(pattern: $"*{key}*"))
            await database.HashSetAsync(kept, "data", new byte[] { 1, 2, 3, 255 });
    }

    public void Dispose()
    {
        _direct.Dispose();
        _relay.Dispose();
        _own?.Dispose();
    }

    private static int FreePort()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return ((IPEndPoint)socket.LocalEndPoint!).Port;
    }
}
