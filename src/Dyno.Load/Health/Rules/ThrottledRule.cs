using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>Strained: the server's control group (a container, a slice) used up its CPU time and stood still until the next period.</summary>
internal sealed class ThrottledRule : IHealthRule
{
    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.Server is not { CpuPeriods: > 0 and var periods, ThrottledPeriods: { } throttled }) return null;
        var share = (double)throttled / periods;
        if (share <= limits.Throttled) return null;
        return new HealthFinding
        {
            Rule = "throttled",
            State = HealthState.Strained,
            Message = $"the server's control group used up its CPU time in {Figures.Count(throttled)} of {Figures.Count(periods, "period")} "
                + $"({Figures.Percent(share)}, limit {Figures.Percent(limits.Throttled)}) and was paused for {Figures.Number(evidence.Server.ThrottledSeconds ?? 0)} s: "
                + "the figures are those of the CPU limit. Raise the limit (cpu.max, docker --cpus, the limits of the pod), or state that it is intended (--health-limit throttled=100%).",
            Value = share,
            Limit = limits.Throttled,
        };
    }
}
