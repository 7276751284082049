using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>Void: an open model that dropped starts says nothing about the latency at the requested rate.</summary>
internal sealed class DroppedStartsRule : IHealthRule
{
    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits)
    {
        var totals = evidence.Measured.Totals;
        if (totals.PlannedStarts is not > 0) return null;
        var share = (double)evidence.DroppedStarts / totals.PlannedStarts.Value;
        if (share <= limits.DroppedStarts) return null;
        return new HealthFinding
        {
            Rule = "dropped-starts",
            State = HealthState.Void,
            Message = $"{Figures.Count(evidence.DroppedStarts)} of {Figures.Count(totals.PlannedStarts.Value)} starts were dropped "
                + $"({Figures.Percent(share)}, limit {Figures.Percent(limits.DroppedStarts)}): no connection or virtual user was free. "
                + "Allow more (-c; maxVUs in a k6 script), or lower the rate (--rate).",
            Value = share,
            Limit = limits.DroppedStarts,
        };
    }
}
