using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>Void: a worker that does not run neither sends requests nor sees answers.</summary>
internal sealed class StallRule : IHealthRule
{
    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.StalledShare <= limits.Stalled) return null;
        return new HealthFinding
        {
            Rule = "stalls",
            State = HealthState.Void,
            Message = $"a worker did not run for {Figures.Percent(evidence.StalledShare)} of the time, in {Figures.Count(evidence.Stalls, "stall")} of more than 100 ms "
                + $"(limit {Figures.Percent(limits.Stalled)}): garbage collection, other processes or the hypervisor. "
                + "Give the generator its own CPU, or run on a quieter machine.",
            Value = evidence.StalledShare,
            Limit = limits.Stalled,
        };
    }
}
