namespace Dyno.Observation;

/// <summary>
/// Thread-pool starvation: work waits in the queue of the pool while the pool's threads are blocked, so that they neither run nor wait for a
/// CPU. Whether the pool adds threads is evidence and no condition: with every thread in Thread.Sleep, .NET 8 to 11 add none for 6 to 10 s
/// on two CPUs; with every thread in Task.Wait they add several a second. A single work item that waits from time to time is normal for a
/// pool. Where the kernel does not say how long threads waited for a CPU, idle CPUs stand for blocked threads.
/// </summary>
internal static class StarvationRule
{
    private const double QueuedShare = 0.5;
    private const int FewestItems = 4;
    private const int FewestSeconds = 4;
    private const double ReadyLimit = 0.25;
    private const double BusyLimit = 0.8;

    public static Cause? Look(RunResult run, ServerObservation server)
    {
        ImmutableArray<RuntimePoint> points =
            [.. server.Runtime?.Series.Where(p => p.Seconds > 0 && p is { ThreadPoolThreads: not null, ThreadPoolQueue: not null }) ?? []];
        if (points.Length < FewestSeconds || CpuTakenRule.IsThrottled(server)) return null;
        var queued = Math.Min(1, (double)points.Count(p => p.ThreadPoolQueue >= FewestItems) / points.Length / LoadedTime.ShareOf(run));
        if (queued < QueuedShare || WhyBlocked(run, server, points) is not { } blocked) return null;
        return new(
            "threads of the pool are blocked: work waits for a thread, and the threads wait for something other than a CPU. Await instead of blocking (.Result, .Wait(), Thread.Sleep, synchronous I/O)",
            [
                $"{FewestItems} items or more waited in the pool's queue in {Evidence.Percent(queued)} of the seconds{LoadedTime.Words(run)}, up to {Evidence.Number(points.Max(p => p.ThreadPoolQueue!.Value))} items (limit {Evidence.Percent(QueuedShare)})",
                blocked,
                Threads(points, server.Runtime!),
            ]);
    }

    private static string? WhyBlocked(RunResult run, ServerObservation server, ImmutableArray<RuntimePoint> points)
    {
        if (server.CpuWaitSeconds is not { } waited)
        {
            if (server.BusyShare is not { } own) return null;
            var busy = own + CpuTakenRule.ShareOfOthers(run, server);
            return busy > BusyLimit ? null : $"{Evidence.Percent(busy)} of its CPUs busy, other processes included (limit {Evidence.Percent(BusyLimit)})";
        }

        var threadSeconds = points.Average(p => p.ThreadPoolThreads!.Value) * LoadedTime.ObservedSeconds(run) * LoadedTime.ShareOf(run);
        var ready = (LoadedTime.CpuSeconds(run, server) + waited) / Math.Max(threadSeconds, 1e-9);
        return ready > ReadyLimit ? null : $"its threads ran or were ready for {Evidence.Percent(ready)} of the pool's time (limit {Evidence.Percent(ReadyLimit)})";
    }

    private static string Threads(ImmutableArray<RuntimePoint> points, RuntimeObservation runtime)
    {
        var (first, most) = (points[0].ThreadPoolThreads!.Value, points.Max(p => p.ThreadPoolThreads!.Value));
        return (most > first ? $"the pool's threads rose from {first:0} to {most:0}" : $"the pool kept its {most:0} threads")
            + (runtime.StarvationAdjustments is { } starved ? $", with {starved} changes for starvation" : "");
    }
}
