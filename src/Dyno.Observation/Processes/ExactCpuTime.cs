using Dyno.Observation.Interop;

namespace Dyno.Observation.Processes;

/// <summary>
/// CPU time of a server's process, and of those it had started when this was made, to the nanosecond. Used by one thread at a time.
/// </summary>
public sealed class ExactCpuTime
{
    private readonly (int Process, long Last)[] _tree;

    /// <summary>Watches a process that runs.</summary>
    /// <param name="processId">Its id.</param>
    public ExactCpuTime(int processId)
    {
        var tree = ProcessTree.Read(HostFiles.Machine, processId).Select(process => process.Id).ToArray();
        _tree = [.. (tree.Length > 0 ? tree : [processId]).Select(id => (id, 0L))];
    }

    /// <summary>Nanoseconds so far; null when it cannot be read. A process that has ended keeps what it had when it was read last.</summary>
    public long? Nanos()
    {
        for (var i = 0; i < _tree.Length; i++)
            if (CpuClock.NanosOf(_tree[i].Process) is { } now) _tree[i].Last = now;
            else if (i == 0) return null;
        return _tree.Sum(process => process.Last);
    }
}
