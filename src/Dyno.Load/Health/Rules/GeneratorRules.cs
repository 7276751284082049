namespace Dyno.Load;

/// <summary>What voids a run: nothing was measured, or the generator was its limit.</summary>
internal static class GeneratorRules
{
    public static ImmutableArray<HealthRule> All { get; } =
    [
        new("nothing-measured", HealthState.Void, NothingMeasured),
        new("no-good-answer", HealthState.Void, NoGoodAnswerRule.Look),
        new("dropped-starts", HealthState.Void, DroppedStarts),
        new("start-lag", HealthState.Void, StartLag),
        new("generator-saturated", HealthState.Void, Saturation),
        new("stalls", HealthState.Void, Stall),
        new("clock-skew", HealthState.Void, Clock),
        new("exhausted", HealthState.Void, Exhaustion),
    ];

    // A run that ended in its set-up or its warm-up has no numbers, so the other rules find nothing.
    private static Excess? NothingMeasured(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.Measured.DurationSeconds > 0) return null;
        return new("nothing was measured: the run ended before its measurement began.", 0, 0);
    }

    // An open model that dropped starts says nothing about the latency at the requested rate.
    private static Excess? DroppedStarts(HealthEvidence evidence, HealthLimits limits)
    {
        var totals = evidence.Measured.Totals;
        if (totals.PlannedStarts is not > 0) return null;
        var share = (double)evidence.DroppedStarts / totals.PlannedStarts.Value;
        if (share <= limits.DroppedStarts) return null;
        return new($"{Figures.Count(evidence.DroppedStarts)} of {Figures.Count(totals.PlannedStarts.Value)} starts were dropped "
            + $"({Figures.Percent(share)}, limit {Figures.Percent(limits.DroppedStarts)}): no connection or virtual user was free. "
            + "Allow more (-c; maxVUs in a k6 script), or lower the rate (--rate).",
            share, limits.DroppedStarts);
    }

    // Starts whose lag is more than a small part of the response time are not the load that was asked for.
    private static Excess? StartLag(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.Measured.StartLag is not { Count: > 0 } lag) return null;
        var p99 = NanosAt(lag, 0.99);
        var median = NanosAt(evidence.Measured.Overall.Response, 0.5);
        var limit = Math.Max(limits.StartLag.TotalNanoseconds, limits.StartLagOfMedian * median);
        if (p99 <= limit) return null;
        return new($"1 % of the starts were late by {Figures.Milliseconds(p99 / 1e6)} or more (limit {Figures.Milliseconds(limit / 1e6)}): "
            + "the generator could not keep the schedule. Lower the rate, give the generator its own CPU, or add workers "
            + "(--threads; for k6 scripts the number of CPUs decides).",
            p99 / 1e6, limit / 1e6);
    }

    private static double NanosAt(LatencyResult latency, double quantile) =>
        latency.Quantiles.FirstOrDefault(q => q.Quantile == quantile)?.Nanos ?? 0;

    // The workers were busy and the server was not; strained only when the server's CPU is unknown.
    private static Excess? Saturation(HealthEvidence evidence, HealthLimits limits)
    {
        var busy = evidence.ClosedWorkerBusy.DefaultIfEmpty().Max();
        if (busy <= limits.WorkerBusy) return null;
        var idle = 1 - evidence.Server?.BusyShare;
        if (idle < limits.ServerIdle) return null;
        var consequence = idle is { } unused ? $"the server left {Figures.Percent(unused)} of its CPU unused, so the rate is the generator's limit and not the server's"
            : "the server's CPU is unknown, so the rate may be the generator's limit";
        return new($"a worker was busy {Figures.Percent(busy)} of the time (limit {Figures.Percent(limits.WorkerBusy)}) and {consequence}. "
            + "Give the generator more CPUs, or add workers (--threads; for k6 scripts the number of CPUs decides).",
            busy, limits.WorkerBusy, idle is null ? HealthState.Strained : null);
    }

    // A worker that does not run neither sends requests nor sees answers.
    private static Excess? Stall(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.StalledShare <= limits.Stalled) return null;
        return new($"a worker did not run for {Figures.Percent(evidence.StalledShare)} of the time, in {Figures.Count(evidence.Stalls, "stall")} of more than 100 ms "
            + $"(limit {Figures.Percent(limits.Stalled)}): garbage collection, other processes or the hypervisor. "
            + "Give the generator its own CPU, or run on a quieter machine.",
            evidence.StalledShare, limits.Stalled);
    }

    // When the two clocks of the machine disagree, one of them was set or the machine was paused.
    private static Excess? Clock(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.ClockSkew <= limits.ClockSkew) return null;
        return new($"the wall clock and the monotonic clock drifted apart by {Figures.Milliseconds(evidence.ClockSkew.TotalMilliseconds)} during the measurement "
            + $"(limit {Figures.Milliseconds(limits.ClockSkew.TotalMilliseconds)}): the clock was set or the machine paused. Run again; "
            + "on a virtual machine check its time synchronisation.",
            evidence.ClockSkew.TotalMilliseconds, limits.ClockSkew.TotalMilliseconds);
    }

    // Requests that the generator could not even send are not the server's errors.
    private static Excess? Exhaustion(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.Exhausted == 0) return null;
        return new($"{Figures.Count(evidence.Exhausted, "request")} could not be sent because sockets, files or ports ran out on the generator (limit 0). "
            + "Use fewer connections, keep them open between requests, or raise the limit of open files (ulimit -n).",
            evidence.Exhausted, 0);
    }
}
