using System.Collections.Frozen;

namespace Dyno.Observation.Processes;

/// <summary>
/// Context switches per thread of one process. The kernel keeps them per thread and forgets them with the thread, so a
/// difference counts the threads that still live at its end.
/// </summary>
internal sealed class ContextSwitches
{
    private readonly FrozenDictionary<int, (long Voluntary, long Involuntary)> _threads;

    private ContextSwitches(FrozenDictionary<int, (long, long)> threads) => _threads = threads;

    /// <summary>Reads now; null when the process has ended.</summary>
    public static ContextSwitches? Of(HostFiles files, int processId)
    {
        var threads = files.Numbers($"proc/{processId}/task").ToFrozenDictionary(thread => thread, thread =>
        {
            var status = files.Read($"proc/{processId}/task/{thread}/status");
            return (KeyedText.FindNumber(status, "voluntary_ctxt_switches") ?? 0,
                KeyedText.FindNumber(status, "nonvoluntary_ctxt_switches") ?? 0);
        });
        return threads.Count == 0 ? null : new ContextSwitches(threads);
    }

    /// <summary>Voluntary and involuntary switches since an earlier reading.</summary>
    public (long Voluntary, long Involuntary) Since(ContextSwitches before)
    {
        var sum = (Voluntary: 0L, Involuntary: 0L);
        foreach (var (thread, now) in _threads)
        {
            var then = before._threads.GetValueOrDefault(thread);
            sum.Voluntary += Math.Max(0, now.Voluntary - then.Voluntary);
            sum.Involuntary += Math.Max(0, now.Involuntary - then.Involuntary);
        }

        return sum;
    }
}
