using System.Net;
using System.Net.Sockets;

namespace Dyno.Http.Portable;

/// <summary>
/// The connections of one thread of .NET's socket engine that have sent a request and have not asked for its answer yet.
/// Asking right after the send finds nothing, nearly always, and costs a system call. Once all other sockets of the
/// engine's turn have been handled many answers are there: a datagram that a socket sends to itself comes round with the
/// next turn and tells so.
/// </summary>
/// <remarks>
/// Used by its one thread only, so without a lock. Where completions do not come on a thread of the engine there are no
/// rounds, and everybody asks at once.
/// </remarks>
internal sealed class ReceiveRound : IDisposable
{
    private static readonly byte[] Datagram = [1];
    private static int _isStarted;
    [ThreadStatic] private static ReceiveRound? _ofThisThread;

    private readonly Socket _bell = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
    private readonly SocketAsyncEventArgs _listening = new(true);
    private List<(PortableConnection Connection, Transport Transport)> _waiting = [];
    private List<(PortableConnection Connection, Transport Transport)> _asking = [];

    private ReceiveRound()
    {
        _bell.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _bell.Connect(_bell.LocalEndPoint!); // takes nobody else's datagrams
        _bell.Blocking = false;
        _listening.SetBuffer(new byte[1]);
        _listening.Completed += OnRung;
    }

    /// <summary>
    /// Makes one for each thread that the engine has when it runs completions itself: it gives its threads new sockets in
    /// turn. Idempotent, thread-safe.
    /// </summary>
    public static void Start()
    {
        if (Interlocked.Exchange(ref _isStarted, 1) != 0) return;
        try
        {
            for (var i = 0; i < Environment.ProcessorCount; i++)
            {
                var round = new ReceiveRound();
                if (!round.Listen() || !round.Ring()) round.Dispose();
            }
        }
        catch (SocketException)
        {
            // No such socket here: everybody asks at once.
        }
    }

    /// <summary>
    /// Has the connection asked in the next turn of this thread; false when it has to ask itself.
    /// </summary>
    public static bool TryWait(PortableConnection connection, Transport transport)
    {
        if (_ofThisThread is not { } round || (round._waiting.Count == 0 && !round.Ring())) return false;
        round._waiting.Add((connection, transport));
        return true;
    }

    /// <summary>For one that no thread took.</summary>
    public void Dispose()
    {
        _bell.Dispose();
        _listening.Dispose();
    }

    private bool Ring() => _bell.Send(Datagram, SocketFlags.None, out var error) == 1 && error == SocketError.Success;

    private bool Listen()
    {
        while (!_bell.ReceiveAsync(_listening))
            if (_listening.SocketError != SocketError.Success) return false;
        return true;
    }

    private void OnRung(object? sender, SocketAsyncEventArgs e)
    {
        if (_ofThisThread != this && !TryTakeThread()) { Dispose(); return; }
        // Before anybody rings again: the next datagram is to come round with the next turn.
        if (e.SocketError != SocketError.Success || !Listen()) _ofThisThread = null;
        (_waiting, _asking) = (_asking, _waiting);
        foreach (var (connection, transport) in _asking) connection.Ask(transport);
        _asking.Clear();
    }

    /// <summary>A thread of the pool is no thread of the engine, and one of the engine needs no second round.</summary>
    private bool TryTakeThread()
    {
        if (_ofThisThread is not null || Thread.CurrentThread.IsThreadPoolThread) return false;
        _ofThisThread = this;
        return true;
    }
}
