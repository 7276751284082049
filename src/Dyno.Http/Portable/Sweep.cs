using System.Net.Sockets;

namespace Dyno.Http.Portable;

/// <summary>
/// Receives that wait for the event loop to go round once. A receive that is begun right after its request was sent finds
/// nothing, and the system is asked a second time when the answer is there. With many requests in flight the answer comes
/// while the loop handles other connections: asked after them, it is found at once, without an operation being set up.
/// A sweep that is small or finds little makes the next thousand receives go the usual way. ("portable", 512 connections:
/// see docs/performance.md.)
/// </summary>
/// <remarks>One per thread of .NET's event loop, where that runs completions itself; used by that thread alone.</remarks>
internal sealed class Sweep
{
    private const int Fewest = 8;
    private const int Rest = 1_000;
    private const int MostDoorbells = 64;
    [ThreadStatic] private static Sweep? _ofThisThread;

    private readonly int _thread = Environment.CurrentManagedThreadId;
    private List<PortableConnection> _waiting = [];
    private List<PortableConnection> _looking = [];
    private Doorbell? _doorbell;
    private bool _isHeardHere;
    private bool _isTried;
    private int _doorbells;
    private int _rest;

    /// <summary>Takes a connection whose next receive may wait; false when it should go ahead now.</summary>
    public static bool TryTake(PortableConnection connection)
    {
        if (!InlineCompletions.AreOn || !OperatingSystem.IsLinux() || Thread.CurrentThread.IsThreadPoolThread) return false;
        return (_ofThisThread ??= new Sweep()).Take(connection);
    }

    private bool Take(PortableConnection connection)
    {
        if (_rest > 0) { _rest--; return false; }
        if (!_isHeardHere) { HangDoorbell(); return false; }
        if (_waiting.Count == 0 && !_doorbell!.TryRing()) { _rest = Rest; return false; }
        _waiting.Add(connection); // the bell is heard by this thread, so not before
        return true;
    }

    /// <summary>.NET deals sockets out to its event loops: one is hung after another until this thread hears it.</summary>
    private void HangDoorbell()
    {
        if (_doorbell is not null && !_isTried) return; // not heard by anybody yet
        _doorbell?.Dispose();
        _doorbell = null;
        if (_doorbells++ == MostDoorbells) { _rest = int.MaxValue; return; }
        try
        {
            _isTried = false;
            _doorbell = new Doorbell(Heard);
            _doorbell.TryRing();
        }
        catch (SocketException)
        {
            _rest = int.MaxValue; // without one everything goes the usual way
        }
    }

    private void Heard()
    {
        if (!Volatile.Read(ref _isTried))
        {
            _isHeardHere = Environment.CurrentManagedThreadId == _thread;
            Volatile.Write(ref _isTried, true);
            return;
        }
        (_waiting, _looking) = (_looking, _waiting);
        var found = 0;
        foreach (var connection in _looking)
            if (connection.ReceiveNow()) found++;
        if (_looking.Count < Fewest || found * 2 < _looking.Count) _rest = Rest;
        _looking.Clear();
    }
}
