namespace Dyno.Observation;

/// <summary>
/// The server did not get CPU time that it was ready to use: other processes took the time, or the server's own limit did. This rule comes
/// before all rules about idle CPUs, because CPUs that others use are not idle.
/// </summary>
internal static class CpuTakenRule
{
    private const double OthersLimit = 0.10;
    private const double ThrottledLimit = 0.01;
    private const double WaitedLimit = 0.5; // seconds of waiting for each second of running
    private const double WaitedOfTime = 0.05; // a server that hardly runs hardly waits, and other processes slow it down little
    private const double OthersWithoutWaits = 0.25; // used where the kernel does not say how long threads waited

    public static Cause? Look(RunResult run, ServerObservation server) =>
        IsThrottled(server) ? Throttled(server) : TookOthers(run, server) ? Taken(run, server) : null;

    /// <summary>The share of the server's CPUs that others used, 0 to 1.</summary>
    public static double ShareOfOthers(RunResult run, ServerObservation server)
    {
        if (server.Source is not null) return 0; // on its own machine, as far as is known
        var machine = run.Environment;
        var cores = ((machine.OtherProcessesPercent ?? 0) + (machine.StealPercent ?? 0)) / 100 * machine.LogicalCpus;
        return Math.Clamp(cores / Math.Max(1, server.AvailableCpus), 0, 1);
    }

    /// <summary>Whether the control group's CPU quota stopped the server.</summary>
    public static bool IsThrottled(ServerObservation server) =>
        server is { CpuPeriods: > 0 and var periods, ThrottledPeriods: { } throttled } && throttled > ThrottledLimit * periods;

    private static bool TookOthers(RunResult run, ServerObservation server)
    {
        var others = ShareOfOthers(run, server);
        return server.CpuWaitSeconds is { } waited
            ? others >= OthersLimit && waited >= WaitedLimit * LoadedTime.CpuSeconds(run, server) && waited >= WaitedOfTime * LoadedTime.ObservedSeconds(run)
            : others >= OthersWithoutWaits;
    }

    private static Cause Taken(RunResult run, ServerObservation server) => new(
        "the server waited for CPU time that other processes used: the figures are those of a busy machine. Stop these processes, or keep them off the server's CPUs",
        [
            $"other processes {Evidence.Percent((run.Environment.OtherProcessesPercent ?? 0) / 100)} of all CPUs, the hypervisor {Evidence.Percent((run.Environment.StealPercent ?? 0) / 100)} (limit {Evidence.Percent(OthersLimit)} of the server's)",
            .. server.CpuWaitSeconds is { } waited
                ? new[] { $"its threads ran for {Evidence.Number(LoadedTime.CpuSeconds(run, server))} s and were ready without a CPU for {Evidence.Number(waited)} s (limit {Evidence.Percent(WaitedLimit)}, and {Evidence.Percent(WaitedOfTime)} of the time)" }
                : [],
        ]);

    private static Cause Throttled(ServerObservation server) => new(
        "the server's control group used up its CPU quota and was throttled: the quota limits the rate",
        [$"{server.ThrottledPeriods} of {server.CpuPeriods} periods (limit {Evidence.Percent(ThrottledLimit)}), {Evidence.Number(server.ThrottledSeconds ?? 0)} s in all"]);
}
