using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>Strained: the server received requests more often than the result counts them, and it ended their connections without an answer.</summary>
internal sealed class ResendRule : IHealthRule
{
    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits)
    {
        var totals = evidence.Measured.Totals;
        if (totals.Resends is not > 0) return null;
        var share = (double)totals.Resends / Math.Max(1, totals.Requests);
        if (share <= limits.Resends) return null;
        return new HealthFinding
        {
            Rule = "resends",
            State = HealthState.Strained,
            Message = $"{Figures.Count(totals.Resends.Value, "request")} of {Figures.Count(totals.Requests)} had to be sent twice "
                + $"({Figures.Percent(share)}, limit {Figures.Percent(limits.Resends)}): the connection ended without an answer. "
                + "Look for a keep-alive time-out, a restart or a crash of the server.",
            Value = share,
            Limit = limits.Resends,
        };
    }
}
