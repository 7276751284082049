using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Garnet;
using Garnet.server;
using StackExchange.Redis;

namespace CacheLab.Redis;

/// <summary>The Redis that all nodes share, behind a relay with a fixed address, so that it can be killed, paused and restored.</summary>
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

    /// <summary>The connection string for the nodes. It has the client's defaults, but waits for a server that is away at the start.</summary>
    public string Configuration => string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{_relay.Port},abortConnect=false");

    /// <summary>A server that is already running.</summary>
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
            EnableLua = true, // a script releases the distributed locks
            LuaOptions = new LuaOptions(),
        });
        server.Start();
        return new LabRedis(port, server);
    }

    public void Kill() => _relay.Cut();

    public void Pause() => _relay.Pause();

    public void Restore() => _relay.Restore();

    /// <summary>Removes all data.</summary>
    public void Empty() => _direct.GetDatabase().Execute("FLUSHALL");

    /// <summary>Overwrites a stored value with unreadable bytes.</summary>
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
