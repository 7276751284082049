namespace Dyno.Load;

/// <summary>What else the machine did.</summary>
internal static class MachineRules
{
    public static ImmutableArray<HealthRule> All { get; } =
    [
        new("load-average", HealthState.Strained, LoadAverage),
        new("steal", HealthState.Strained, Steal),
        new("other-processes", HealthState.Strained, OtherProcesses),
        new("near-ceiling", HealthState.Strained, Ceiling),
    ];

    // The machine was busy with something else when the run began. A load average holds the work of the last minute, Dyno's own build and the run
    // before among it, so it is judged only where the CPU time of other processes during the run is not known.
    private static Excess? LoadAverage(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.Environment is not { LoadAverageBefore: { } load, OtherProcessesPercent: null }) return null;
        var limit = limits.LoadAveragePerCpu * evidence.Environment.LogicalCpus;
        if (load <= limit) return null;
        return new($"the load average before the run was {Figures.Number(load)} on {Figures.Count(evidence.Environment.LogicalCpus, "CPU")} "
            + $"(limit {Figures.Number(limit)}): the machine was busy. Stop other work and run again.",
            load, limit);
    }

    // The hypervisor gave CPU time of this machine to others.
    private static Excess? Steal(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.Environment.StealPercent is not { } percent || percent / 100 <= limits.Steal) return null;
        return new($"the hypervisor took {Figures.Percent(percent / 100)} of the CPU time (limit {Figures.Percent(limits.Steal)}). "
            + "Use a machine with dedicated CPUs, or repeat at a quieter time.",
            percent / 100, limits.Steal);
    }

    // Other processes shared the CPUs.
    private static Excess? OtherProcesses(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.Environment.OtherProcessesPercent is not { } percent) return null;
        if (percent / 100 <= limits.OtherProcesses) return null;
        return new($"other processes used {Figures.Percent(percent / 100)} of all CPUs (limit {Figures.Percent(limits.OtherProcesses)}). "
            + "Stop them, or keep them off the CPUs of generator and server.",
            percent / 100, limits.OtherProcesses);
    }

    // The rate is near the highest rate that the generator has reached on this machine against the cheapest responder. Silent when the machine was
    // never calibrated.
    private static Excess? Ceiling(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.CalibratedRequestsPerSecond is not > 0) return null;
        var ceiling = evidence.CalibratedRequestsPerSecond.Value;
        var share = evidence.Measured.Totals.RequestsPerSecond / ceiling;
        if (share <= limits.CalibratedCeiling) return null;
        return new($"the rate is {Figures.Percent(share)} of the highest rate that this machine's generator can reach "
            + $"({Figures.Count(ceiling)}/s, limit {Figures.Percent(limits.CalibratedCeiling)}): differences between fast servers are hidden at this rate. "
            + "Use a stronger generator or fewer CPUs for the server.",
            share, limits.CalibratedCeiling);
    }
}
