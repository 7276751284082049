using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace CacheLab.Redis;

/// <summary>
/// Passes bytes between callers and a server behind it, at one address for its whole life. A cut relay looks like a killed server, a paused
/// one like a server that accepts and never answers, and a restored one like a server that came back.
/// </summary>
internal sealed class Relay : IDisposable
{
    private readonly IPEndPoint _target;
    private readonly ConcurrentDictionary<Socket, byte> _open = [];
    private TcpListener? _listener;
    private volatile TaskCompletionSource _flow = Flowing();

    public Relay(int targetPort)
    {
        _target = new IPEndPoint(IPAddress.Loopback, targetPort);
        Restore();
    }

    /// <summary>The port on which callers reach the relay.</summary>
    public int Port { get; private set; }

    /// <summary>Resets every connection, and refuses new ones.</summary>
    public void Cut()
    {
        _listener?.Stop();
        _listener = null;
        foreach (var socket in _open.Keys) socket.Close(0);
        _open.Clear();
        _flow.TrySetResult();
    }

    /// <summary>Keeps connections open, but passes no bytes.</summary>
    public void Pause() => _flow = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Undoes <see cref="Cut"/> and <see cref="Pause"/>.</summary>
    public void Restore()
    {
        _flow.TrySetResult();
        _flow = Flowing();
        if (_listener is not null) return;
        var listener = new TcpListener(IPAddress.Loopback, Port);
        listener.Start();
        Port = ((IPEndPoint)listener.LocalEndpoint).Port;
        _listener = listener;
        _ = AcceptAsync(listener); // ends with the listener
    }

    public void Dispose() => Cut();

    private async Task AcceptAsync(TcpListener listener)
    {
        try
        {
            while (true)
            {
                var caller = await listener.AcceptSocketAsync();
                _ = ServeAsync(caller); // ends when one of the two sides closes the connection
            }
        }
        catch (Exception stopped) when (stopped is SocketException or ObjectDisposedException or InvalidOperationException)
        {
            // The relay was cut.
        }
    }

    private async Task ServeAsync(Socket caller)
    {
        using var server = new Socket(SocketType.Stream, ProtocolType.Tcp);
        _open[caller] = 0;
        _open[server] = 0;
        try
        {
            await server.ConnectAsync(_target);
            await Task.WhenAny(PassAsync(caller, server), PassAsync(server, caller));
        }
        catch (Exception gone) when (gone is SocketException or ObjectDisposedException)
        {
            // One of the two sides closed the connection.
        }
        _open.TryRemove(caller, out _);
        _open.TryRemove(server, out _);
        caller.Dispose();
    }

    private async Task PassAsync(Socket from, Socket to)
    {
        var buffer = new byte[16 * 1024];
        try
        {
            while (await from.ReceiveAsync(buffer) is > 0 and var count)
            {
                await _flow.Task;
                await to.SendAsync(buffer.AsMemory(0, count));
            }
        }
        catch (Exception gone) when (gone is SocketException or ObjectDisposedException)
        {
            // One of the two sides closed the connection.
        }
    }

    private static TaskCompletionSource Flowing()
    {
        var flow = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        flow.SetResult();
        return flow;
    }
}
