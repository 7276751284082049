namespace Dyno.Observation;

/// <summary>
/// CPU time of a server's process, and of the processes that it had started when this object was created, to the nanosecond. Used by one
/// thread at a time.
/// </summary>
public sealed class ExactCpuTime
{
    private readonly (int Process, long Last)[] _tree;

    /// <summary>Observes a running process.</summary>
    public ExactCpuTime(int processId)
    {
        var tree = ProcessTree.Read(HostFiles.Machine, processId).Select(process => process.Id).ToArray();
        _tree = [.. (tree.Length > 0 ? tree : [processId]).Select(id => (id, 0L))];
    }

    /// <summary>Nanoseconds so far; null when they cannot be read. A process that has ended counts with its last reading.</summary>
    public long? Nanos()
    {
        for (var i = 0; i < _tree.Length; i++)
            if (CpuClock.NanosOf(_tree[i].Process) is { } now) _tree[i].Last = now;
            else if (i == 0) return null;
        return _tree.Sum(process => process.Last);
    }
}
