using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>Strained: a redirected call is two calls, and the first of them is often not intended.</summary>
internal sealed class RedirectRule : IHealthRule
{
    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits)
    {
        var totals = evidence.Measured.Totals;
        if (totals.Redirects == 0) return null;
        var requests = Math.Max(totals.Requests, totals.Redirects);
        var share = (double)totals.Redirects / requests;
        if (share <= limits.Redirects) return null;
        return new HealthFinding
        {
            Rule = "redirects",
            State = HealthState.Strained,
            Message = $"{Figures.Of(totals.Redirects, requests, "request")} {(totals.Redirects == 1 ? "was a redirect" : "were redirects")} "
                + $"({Figures.Percent(share)}, limit {Figures.Percent(limits.Redirects)}): the rate counts them as answers. "
                + "Write the URL that the redirects lead to (often https instead of http).",
            Value = share,
            Limit = limits.Redirects,
        };
    }
}
