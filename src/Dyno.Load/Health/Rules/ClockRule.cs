using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>Void: when the two clocks of the machine disagree, one of them was set or the machine was paused.</summary>
internal sealed class ClockRule : IHealthRule
{
    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.ClockSkew <= limits.ClockSkew) return null;
        return new HealthFinding
        {
            Rule = "clock-skew",
            State = HealthState.Void,
            Message = $"the wall clock and the monotonic clock drifted apart by {Figures.Milliseconds(evidence.ClockSkew.TotalMilliseconds)} during the measurement "
                + $"(limit {Figures.Milliseconds(limits.ClockSkew.TotalMilliseconds)}): the clock was set or the machine paused. Run again; "
                + "on a virtual machine check its time synchronisation.",
            Value = evidence.ClockSkew.TotalMilliseconds,
            Limit = limits.ClockSkew.TotalMilliseconds,
        };
    }
}
