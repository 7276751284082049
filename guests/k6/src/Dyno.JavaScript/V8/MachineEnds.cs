namespace Dyno.JavaScript;

/// <summary>
/// Keeps the end of machines and the end of the process apart. While a process ends, the engine's native library destroys its own memory
/// pools, and a thread that deletes a machine at that moment crashes the process. Thread-safe.
/// </summary>
internal sealed class MachineEnds
{
    private readonly ReaderWriterLockSlim _gate = new(); // readers end machines; the writer ends the process
    private readonly List<IDisposable> _kept = [];       // reachable, so that no finalizer deletes them either
    private bool _isOver;

    /// <summary>Those of this process.</summary>
    public static MachineEnds OfThisProcess { get; } = Watched();

    /// <summary>Ends a machine, unless the process ends: then the system takes its memory.</summary>
    public void End(IDisposable machine)
    {
        _gate.EnterReadLock();
        try
        {
            if (!_isOver) machine.Dispose();
            else lock (_kept) _kept.Add(machine);
        }
        finally
        {
            _gate.ExitReadLock();
        }
    }

    /// <summary>Waits until no machine is being ended; from then on none is.</summary>
    public void Close()
    {
        _gate.EnterWriteLock();
        _isOver = true;
        _gate.ExitWriteLock();
    }

    private static MachineEnds Watched()
    {
        var ends = new MachineEnds();
        AppDomain.CurrentDomain.ProcessExit += (_, _) => ends.Close();
        return ends;
    }
}
