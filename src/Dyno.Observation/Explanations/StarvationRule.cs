using Dyno.Results.Runs;

namespace Dyno.Observation.Explanations;

/// <summary>
/// Thread-pool starvation: work waits in the queue of the pool although CPUs are idle, and the pool adds threads because all of its threads
/// are blocked (one or two a second at first; on few CPUs only one in several seconds). A single work item that waits from time to time is
/// normal for a pool, and CPUs that other processes use are not idle.
/// </summary>
internal sealed class StarvationRule : IExplanationRule
{
    private const double QueuedShare = 0.5;
    private const int FewestItems = 4;
    private const int FewestSeconds = 4;
    private const double BusyLimit = 0.8;
    private const double FewestThreadsPerSecond = 0.1;

    public ExplanationRecord? Look(RunResult run, ServerObservation server)
    {
        var points = server.Runtime?.Series.Where(p => p.Seconds > 0 && p is { ThreadPoolThreads: not null, ThreadPoolQueue: not null }).ToList();
        if (points is not { Count: >= FewestSeconds } || CpuTakenRule.IsIt(run, server)) return null;
        var loaded = LoadedTime.ShareOf(run);
        var queued = Math.Min(1, (double)points.Count(p => p.ThreadPoolQueue >= FewestItems) / points.Count / loaded);
        var seconds = (points[^1].Seconds - points[0].Seconds) * loaded;
        var climbing = (points.Max(p => p.ThreadPoolThreads!.Value) - points[0].ThreadPoolThreads!.Value) / seconds;
        var starved = server.Runtime!.StarvationAdjustments ?? 0;
        var busy = server.CpuCores / server.AvailableCpus + CpuTakenRule.ShareOfOthers(run, server);
        if (queued < QueuedShare || busy > BusyLimit || (climbing < FewestThreadsPerSecond && starved < seconds * FewestThreadsPerSecond)) return null;
        return new ExplanationRecord
        {
            Rule = "thread-pool-starvation",
            Message = "threads of the pool are blocked: work waits for a thread while CPUs are idle. Await instead of blocking (.Result, .Wait(), synchronous I/O)",
            Evidence =
            [
                $"{FewestItems} items or more waited in the pool's queue in {Evidence.Percent(queued)} of the seconds{LoadedTime.Words(run)}, up to {Evidence.Number(points.Max(p => p.ThreadPoolQueue!.Value))} items (limit {Evidence.Percent(QueuedShare)})",
                $"threads rose from {points[0].ThreadPoolThreads:0} to {points.Max(p => p.ThreadPoolThreads):0}, {Evidence.Number(climbing)} a second; {starved} changes for starvation (limit {Evidence.Number(FewestThreadsPerSecond)} a second)",
                $"{Evidence.Percent(busy)} of its CPUs busy, other processes included (limit {Evidence.Percent(BusyLimit)})",
            ],
        };
    }
}
