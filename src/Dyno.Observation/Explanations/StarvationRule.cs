using Dyno.Results.Runs;

namespace Dyno.Observation.Explanations;

/// <summary>
/// Thread-pool starvation: work waits in the queue of the pool although CPUs are idle, because all threads of the pool are blocked. The
/// pool adds threads slowly, or none at all: with every thread in Thread.Sleep, .NET 8 to 11 add none for 6 to 10 s on two CPUs; with
/// every thread in Task.Wait they add several a second. So the threads are evidence and no condition. A single work item that waits from
/// time to time is normal for a pool, and CPUs that other processes use are not idle.
/// </summary>
internal sealed class StarvationRule : IExplanationRule
{
    public const string Name = "thread-pool-starvation";
    private const double QueuedShare = 0.5;
    private const int FewestItems = 4;
    private const int FewestSeconds = 4;
    private const double BusyLimit = 0.8;

    public ExplanationRecord? Look(RunResult run, ServerObservation server)
    {
        var points = server.Runtime?.Series.Where(p => p.Seconds > 0 && p is { ThreadPoolThreads: not null, ThreadPoolQueue: not null }).ToList();
        if (points is not { Count: >= FewestSeconds }) return null;
        var loaded = LoadedTime.ShareOf(run);
        var queued = Math.Min(1, (double)points.Count(p => p.ThreadPoolQueue >= FewestItems) / points.Count / loaded);
        var busy = server.CpuCores / server.AvailableCpus + CpuTakenRule.ShareOfOthers(run, server);
        if (queued < QueuedShare || busy > BusyLimit) return null;
        var (fewest, most) = (points[0].ThreadPoolThreads!.Value, points.Max(p => p.ThreadPoolThreads!.Value));
        return new ExplanationRecord
        {
            Rule = Name,
            Message = "threads of the pool are blocked: work waits for a thread while CPUs are idle. Await instead of blocking (.Result, .Wait(), synchronous I/O)",
            Evidence =
            [
                $"{FewestItems} items or more waited in the pool's queue in {Evidence.Percent(queued)} of the seconds{LoadedTime.Words(run)}, up to {Evidence.Number(points.Max(p => p.ThreadPoolQueue!.Value))} items (limit {Evidence.Percent(QueuedShare)})",
                (most > fewest ? $"the pool's threads rose from {fewest:0} to {most:0}" : $"the pool kept its {most:0} threads")
                    + (server.Runtime!.StarvationAdjustments is { } starved ? $", with {starved} changes for starvation" : ""),
                $"{Evidence.Percent(busy)} of its CPUs busy, other processes included (limit {Evidence.Percent(BusyLimit)})",
            ],
        };
    }
}
