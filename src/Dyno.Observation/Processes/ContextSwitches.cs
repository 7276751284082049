using System.Collections.Frozen;

namespace Dyno.Observation.Processes;

/// <summary>
/// Context switches per thread of one process, and how long each waited for a CPU. The kernel keeps them per thread and forgets them with the thread, so a
/// difference counts the threads that still live at its end.
/// </summary>
internal sealed class ContextSwitches
{
    private readonly FrozenDictionary<int, (long Voluntary, long Involuntary, long? WaitedNanos)> _threads;

    private ContextSwitches(FrozenDictionary<int, (long, long, long?)> threads) => _threads = threads;

    /// <summary>Reads now; null when the process has ended.</summary>
    public static ContextSwitches? Of(HostFiles files, int processId)
    {
        var threads = files.Numbers($"proc/{processId}/task").ToFrozenDictionary(thread => thread, thread =>
        {
            var status = files.Read($"proc/{processId}/task/{thread}/status");
            return (KeyedText.FindNumber(status, "voluntary_ctxt_switches") ?? 0,
                KeyedText.FindNumber(status, "nonvoluntary_ctxt_switches") ?? 0,
                WaitedNanos(files.Read($"proc/{processId}/task/{thread}/schedstat")));
        });
        return threads.Count == 0 ? null : new ContextSwitches(threads);
    }

    /// <summary>Voluntary and involuntary switches since an earlier reading, and the time ready to run without a CPU; null
    /// where the kernel does not say.</summary>
    public (long Voluntary, long Involuntary, long? WaitedNanos) Since(ContextSwitches before)
    {
        var sum = (Voluntary: 0L, Involuntary: 0L, WaitedNanos: (long?)null);
        foreach (var (thread, now) in _threads)
        {
            var then = before._threads.GetValueOrDefault(thread);
            sum.Voluntary += Math.Max(0, now.Voluntary - then.Voluntary);
            sum.Involuntary += Math.Max(0, now.Involuntary - then.Involuntary);
            if (now.WaitedNanos is { } waited) sum.WaitedNanos = (sum.WaitedNanos ?? 0) + Math.Max(0, waited - (then.WaitedNanos ?? 0));
        }

        return sum;
    }

    // "running waiting slices" in nanoseconds (Documentation/scheduler/sched-stats.rst).
    private static long? WaitedNanos(string? schedstat) =>
        schedstat?.Split(' ') is [_, var waited, ..] && long.TryParse(waited, out var nanos) ? nanos : null;
}
