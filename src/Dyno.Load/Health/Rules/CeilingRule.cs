using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>
/// Strained: the rate is near the highest rate that the generator has reached on this machine against the cheapest responder. Silent when
/// the machine was never calibrated.
/// </summary>
internal sealed class CeilingRule : IHealthRule
{
    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.CalibratedRequestsPerSecond is not > 0) return null;
        var ceiling = evidence.CalibratedRequestsPerSecond.Value;
        var share = evidence.Measured.Totals.RequestsPerSecond / ceiling;
        if (share <= limits.CalibratedCeiling) return null;
        return new HealthFinding
        {
            Rule = "near-ceiling",
            State = HealthState.Strained,
            Message = $"the rate is {Figures.Percent(share)} of the highest rate that this machine's generator can reach "
                + $"({Figures.Count(ceiling)}/s, limit {Figures.Percent(limits.CalibratedCeiling)}): differences between fast servers are hidden at this rate. "
                + "Use a stronger generator or fewer CPUs for the server.",
            Value = share,
            Limit = limits.CalibratedCeiling,
        };
    }
}
