using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>Strained: the hypervisor gave CPU time of this machine to others.</summary>
internal sealed class StealRule : IHealthRule
{
    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.Environment.StealPercent is not { } percent || percent / 100 <= limits.Steal) return null;
        return new HealthFinding
        {
            Rule = "steal",
            State = HealthState.Strained,
            Message = $"the hypervisor took {Figures.Percent(percent / 100)} of the CPU time (limit {Figures.Percent(limits.Steal)}). "
                + "Use a machine with dedicated CPUs, or repeat at a quieter time.",
            Value = percent / 100,
            Limit = limits.Steal,
        };
    }
}
