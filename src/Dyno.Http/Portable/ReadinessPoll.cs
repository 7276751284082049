using System.Net.Sockets;
using System.Runtime.InteropServices;
using Dyno.Load.Engine;

namespace Dyno.Http.Portable;

/// <summary>
/// Waits for the connections of a worker that are busy all the time. The worker asks the system which sockets are ready
/// (<see cref="Socket.Select(System.Collections.IList, System.Collections.IList, System.Collections.IList, int)"/>), many at a time, and
/// receives from the ready ones on its own thread. This saves each request the futile receive with which .NET begins an asynchronous
/// receive, and the path through .NET's socket engine. The query costs the same whether a socket is ready or not. Where few are ready,
/// <see cref="IsWorthIt"/> becomes false, and the sockets change to asynchronous receives.
/// </summary>
/// <remarks>
/// Only the worker's thread calls <see cref="Begin"/> and <see cref="Turn"/>; sockets that another thread adds are seen in the next turn.
/// </remarks>
internal sealed class ReadinessPoll(EngineClock clock)
{
    private const int ChunkSockets = 64; // .NET queries up to 79 sockets without allocating
    private const int JudgedTurns = 64;
    private const int FewAmong = 16;     // at one ready socket among this many, polling costs as much as an asynchronous receive
    private readonly Lock _lock = new(); // guards _receiving and _connecting
    private readonly Queue<SocketTransport> _receiving = new();
    private readonly List<SocketTransport> _connecting = [];
    private readonly List<SocketTransport> _chunk = new(ChunkSockets);
    private readonly List<Socket> _readable = new(ChunkSockets);
    private readonly List<Socket> _writable = [];
    private readonly List<Socket> _failed = [];
    private volatile bool _isWorthIt;
    private int _turns;
    private long _asked;
    private long _ready;

    /// <summary>Whether transports should wait in this poll.</summary>
    public bool IsWorthIt => _isWorthIt;

    /// <summary>Whether there is a socket to wait for.</summary>
    public bool HasWaiting
    {
        get { lock (_lock) return _receiving.Count + _connecting.Count > 0; }
    }

    /// <summary>Begins a phase.</summary>
    /// <param name="isWorthIt">Whether the connections of the phase will presumably be busy all the time.</param>
    public void Begin(bool isWorthIt)
    {
        (_turns, _asked, _ready) = (0, 0, 0);
        _isWorthIt = isWorthIt;
        if (!isWorthIt) HandOver();
    }

    /// <summary>Adds a transport, which is notified when bytes are available. Thread-safe.</summary>
    public void AwaitBytes(SocketTransport transport)
    {
        lock (_lock) _receiving.Enqueue(transport);
    }

    /// <summary>Adds a transport, which is notified when it is connected, or cannot be. Thread-safe.</summary>
    public void AwaitConnection(SocketTransport transport)
    {
        lock (_lock) _connecting.Add(transport);
    }

    /// <summary>Queries every socket once, and lets the transports of ready sockets continue; waits if no socket is ready.</summary>
    /// <param name="untilNanos">The latest time to return, on the engine's clock; the wait is rounded up to whole milliseconds.</param>
    /// <param name="activity">Records a wait that lasted much longer than planned.</param>
    public void Turn(long untilNanos, WorkerActivity activity)
    {
        int count;
        bool isConnecting;
        lock (_lock) (count, isConnecting) = (_receiving.Count, _connecting.Count > 0);
        var ready = isConnecting ? Connect() : 0;
        for (var left = count; left > 0; left -= ChunkSockets) ready += Receive(Math.Min(left, ChunkSockets), 0);
        if (ready == 0)
        {
            var milliseconds = (int)Math.Clamp((untilNanos - clock.NowNanos + 999_999) / 1_000_000, 0, 1000);
            if (count <= ChunkSockets && !isConnecting) ready = Receive(count, milliseconds);
            else Sleep(milliseconds);
            if (ready == 0) activity.Overshot(clock.NowNanos - untilNanos);
        }
        if (count > FewAmong && !isConnecting) Judge(count, ready);
    }

    /// <summary>Lets transports continue that are connected, or cannot be. Returns their number.</summary>
    private int Connect()
    {
        _readable.Clear();
        ListConnecting();
        Ask(0);
        var decided = _writable.Union(_failed).ToHashSet();
        if (decided.Count == 0) return 0;
        SocketTransport[] ready;
        lock (_lock)
        {
            ready = [.. _connecting.Where(t => t.Socket is { } socket && decided.Contains(socket))];
            _connecting.RemoveAll(ready.Contains);
        }
        foreach (var transport in ready) transport.FinishConnecting();
        return ready.Length;
    }

    /// <summary>
    /// Queries the transports that have waited longest. Those with available bytes receive them; the others go to the end of the queue.
    /// Returns the number of transports that received.
    /// </summary>
    private int Receive(int count, int milliseconds)
    {
        _chunk.Clear();
        _readable.Clear();
        _writable.Clear();
        lock (_lock)
        {
            for (; count > 0 && _receiving.TryDequeue(out var transport); count--)
            {
                if (transport.Socket is not { } socket) continue; // closed meanwhile
                _chunk.Add(transport);
                _readable.Add(socket);
            }
        }
        Ask(milliseconds);
        var ready = 0;
        foreach (var transport in CollectionsMarshal.AsSpan(_chunk))
            if (ready < _readable.Count && ReferenceEquals(transport.Socket, _readable[ready])) _chunk[ready++] = transport;
            else AwaitBytes(transport);
        for (var i = 0; i < ready; i++) _chunk[i].ReceiveNow();
        return ready;
    }

    /// <summary>Waits until any socket is ready; the next turn finds out which.</summary>
    private void Sleep(int milliseconds)
    {
        _readable.Clear();
        lock (_lock)
            foreach (var transport in _receiving)
                if (transport.Socket is { } socket) _readable.Add(socket);
        ListConnecting();
        Ask(milliseconds);
    }

    private void ListConnecting()
    {
        _writable.Clear();
        _failed.Clear();
        lock (_lock)
        {
            _connecting.RemoveAll(t => t.Socket is null); // closed meanwhile
            foreach (var transport in _connecting)
                if (transport.Socket is { } socket) _writable.Add(socket);
        }
        _failed.AddRange(_writable);
    }

    /// <summary>Queries the sockets in the lists; only ready sockets remain in them.</summary>
    private void Ask(int milliseconds)
    {
        if (_readable.Count + _writable.Count == 0) return;
        try
        {
            Socket.Select(_readable, _writable.Count == 0 ? null : _writable, _writable.Count == 0 ? null : _failed, milliseconds * 1000);
        }
        catch (Exception e) when (e is ObjectDisposedException or SocketException)
        {
            _readable.Clear(); // a socket was closed meanwhile: the next turn queries the others
            _writable.Clear();
            _failed.Clear();
        }
    }

    private void Judge(int asked, int ready)
    {
        (_asked, _ready) = (_asked + asked, _ready + ready);
        if (++_turns < JudgedTurns) return;
        var isWorthIt = _ready * FewAmong >= _asked;
        (_turns, _asked, _ready) = (0, 0, 0);
        if (isWorthIt || !_isWorthIt) return;
        _isWorthIt = false;
        HandOver();
    }

    private void HandOver()
    {
        SocketTransport[] waiting;
        lock (_lock)
        {
            waiting = [.. _receiving];
            _receiving.Clear();
        }
        foreach (var transport in waiting) transport.ReceiveByItself();
    }
}
