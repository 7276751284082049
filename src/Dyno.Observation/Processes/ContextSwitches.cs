
namespace Dyno.Observation;

/// <summary>
/// Context switches of each thread of a process, and the time for which each thread waited for a CPU. The kernel forgets both when a thread
/// ends, so a difference of two readings counts only the threads that live at the second one.
/// </summary>
internal sealed class ContextSwitches
{
    private readonly Dictionary<int, (long Voluntary, long Involuntary, long? WaitedNanos)> _threads;

    private ContextSwitches(Dictionary<int, (long, long, long?)> threads) => _threads = threads;

    /// <summary>Reads the counters now; null when the process has ended.</summary>
    public static ContextSwitches? Of(HostFiles files, int processId)
    {
        var threads = files.Numbers($"proc/{processId}/task").ToDictionary(thread => thread, thread =>
        {
            var status = files.Read($"proc/{processId}/task/{thread}/status");
            return (KeyedText.FindNumber(status, "voluntary_ctxt_switches") ?? 0,
                KeyedText.FindNumber(status, "nonvoluntary_ctxt_switches") ?? 0,
                WaitedNanos(files.Read($"proc/{processId}/task/{thread}/schedstat")));
        });
        return threads.Count == 0 ? null : new ContextSwitches(threads);
    }

    /// <summary>
    /// Voluntary and involuntary switches since an earlier reading, and the time in nanoseconds for which threads were ready to run without
    /// a CPU; this time is null where the kernel does not say.
    /// </summary>
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

    // The format is "running waiting slices", in nanoseconds (Documentation/scheduler/sched-stats.rst).
    private static long? WaitedNanos(string? schedstat) =>
        schedstat?.Split(' ') is [_, var waited, ..] && long.TryParse(waited, out var nanos) ? nanos : null;
}
