using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>Strained: other processes shared the CPUs.</summary>
internal sealed class OtherProcessesRule : IHealthRule
{
    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.Environment.OtherProcessesPercent is not { } percent) return null;
        if (percent / 100 <= limits.OtherProcesses) return null;
        return new HealthFinding
        {
            Rule = "other-processes",
            State = HealthState.Strained,
            Message = $"other processes used {Figures.Percent(percent / 100)} of all CPUs (limit {Figures.Percent(limits.OtherProcesses)}). "
                + "Stop them, or keep them off the CPUs of generator and server.",
            Value = percent / 100,
            Limit = limits.OtherProcesses,
        };
    }
}
