using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>Strained: errors are the server's answers, but the latency of the good answers alone makes the server look better than it is.</summary>
internal sealed class ErrorRule : IHealthRule
{
    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits)
    {
        var totals = evidence.Measured.Totals;
        if (totals.FailedRequests == 0) return null;
        var requests = Math.Max(totals.Requests, totals.FailedRequests);
        var share = (double)totals.FailedRequests / requests;
        if (share <= limits.Errors) return null;
        var most = evidence.Measured.Errors.IsDefaultOrEmpty ? "" : $", mostly '{evidence.Measured.Errors[0].Kind}'";
        return new HealthFinding
        {
            Rule = "errors",
            State = HealthState.Strained,
            Message = $"{Figures.Of(totals.FailedRequests, requests, "request")} failed "
                + $"({Figures.Percent(share)}, limit {Figures.Percent(limits.Errors)}){most}: their latency is shown separately. Look at the errors first.",
            Value = share,
            Limit = limits.Errors,
        };
    }
}
