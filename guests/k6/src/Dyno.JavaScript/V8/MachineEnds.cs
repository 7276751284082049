namespace Dyno.JavaScript;

/// <summary>
/// Keeps the end of machines and the end of the process apart. While a process ends, the engine's native library destroys its own memory
/// pools, and a thread that deletes a machine at that moment crashes the process. Thread-safe.
/// </summary>
internal sealed class MachineEnds
{
    private readonly object _gate = new(); // a Monitor, because its Wait is needed
    private readonly List<IDisposable> _kept = []; // reachable, so that no finalizer deletes them either
    private int _ending;
    private bool _isOver;

    /// <summary>Those of this process.</summary>
    public static MachineEnds OfThisProcess { get; } = Watched();

    /// <summary>Ends a machine, unless the process ends: then the system takes its memory.</summary>
    public void End(IDisposable machine)
    {
        lock (_gate)
        {
            if (_isOver)
            {
                _kept.Add(machine);
                return;
            }
            _ending++;
        }
        try
        {
            machine.Dispose();
        }
        finally
        {
            lock (_gate)
            {
                _ending--;
                Monitor.PulseAll(_gate);
            }
        }
    }

    /// <summary>Waits until no machine is being ended; from then on none is.</summary>
    public void Close()
    {
        lock (_gate)
        {
            _isOver = true;
            while (_ending > 0) Monitor.Wait(_gate);
        }
    }

    private static MachineEnds Watched()
    {
        var ends = new MachineEnds();
        AppDomain.CurrentDomain.ProcessExit += (_, _) => ends.Close();
        return ends;
    }
}
