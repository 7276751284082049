namespace Dyno.Testing;

/// <summary>
/// Passes bytes between callers and a server behind it, at one address for its whole life. A cut relay looks like a killed server, a paused
/// one like a server that accepts and never answers, and a restored one like a server that came back.
/// </summary>
public sealed class Relay : IAsyncDisposable
{
    private readonly IPEndPoint _target;
    private readonly IPAddress _address;
    private readonly ConcurrentDictionary<Socket, byte> _open = [];
    private readonly ConcurrentBag<Task> _work = [];
    private TcpListener? _listener;
    private long _fromCallers;
    private long _fromServer;
    private volatile TaskCompletionSource _flow = Flowing();

    private Relay(int targetPort, IPAddress? address = null)
    {
        _target = new IPEndPoint(IPAddress.Loopback, targetPort);
        _address = address ?? IPAddress.Loopback;
        Restore();
    }

    /// <summary>The port on which callers reach the relay.</summary>
    public int Port { get; private set; }

    /// <summary>Bytes that came from callers.</summary>
    public long BytesFromCallers => Interlocked.Read(ref _fromCallers);

    /// <summary>Bytes that came from the server.</summary>
    public long BytesFromServer => Interlocked.Read(ref _fromServer);

    /// <summary>Bytes of the server that each connection passes before the relay closes it; no limit by default.</summary>
    public long ServerBytesPerConnection { get; init; } = long.MaxValue;

    /// <summary>A relay to a loopback port.</summary>
    /// <param name="address">Where callers reach it; null: 127.0.0.1.</param>
    public static Relay To(int port, IPAddress? address = null) => new(port, address);

    /// <summary>A relay that closes each connection after some bytes of the server; 0: right after it was accepted.</summary>
    public static Relay ClosingAfter(int port, long serverBytes) => new(port) { ServerBytesPerConnection = serverBytes };

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
        var listener = new TcpListener(_address, Port);
        listener.Start();
        Port = ((IPEndPoint)listener.LocalEndpoint).Port;
        _listener = listener;
        _work.Add(AcceptAsync(listener));
    }

    /// <summary>Cuts the relay for good.</summary>
    public async ValueTask DisposeAsync()
    {
        Cut();
        await Task.WhenAll(_work);
    }

    private async Task AcceptAsync(TcpListener listener)
    {
        try
        {
            while (true)
            {
                var caller = await listener.AcceptSocketAsync();
                _work.Add(ServeAsync(caller));
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
            if (ServerBytesPerConnection > 0) await Task.WhenAny(PassAsync(caller, server, isFromCaller: true), PassAsync(server, caller, isFromCaller: false));
        }
        catch (Exception gone) when (gone is SocketException or ObjectDisposedException)
        {
            // One of the two sides closed the connection.
        }
        _open.TryRemove(caller, out _);
        _open.TryRemove(server, out _);
        caller.Dispose();
    }

    private async Task PassAsync(Socket from, Socket to, bool isFromCaller)
    {
        var buffer = new byte[16 * 1024];
        var left = isFromCaller ? long.MaxValue : ServerBytesPerConnection;
        try
        {
            while (left > 0 && await from.ReceiveAsync(buffer) is > 0 and var count)
            {
                if (isFromCaller) Interlocked.Add(ref _fromCallers, count);
                else Interlocked.Add(ref _fromServer, count);
                await _flow.Task;
                await to.SendAsync(buffer.AsMemory(0, (int)Math.Min(count, left)));
                left -= count;
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
