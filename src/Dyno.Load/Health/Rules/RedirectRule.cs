using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>Strained: a redirected call is two calls, and the first of them is often not intended.</summary>
internal sealed class RedirectRule : IHealthRule
{
    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits)
    {
        var totals = evidence.Measured.Totals;
        if (totals.Redirects == 0) return null;
        var share = (double)totals.Redirects / Math.Max(1, totals.Iterations);
        if (share <= limits.Redirects) return null;
        return new HealthFinding
        {
            Rule = "redirects",
            State = HealthState.Strained,
            Message = $"{Figures.Count(totals.Redirects, "redirect")} in {Figures.Count(totals.Iterations, "iteration")} "
                + $"({Figures.Percent(share)}, limit {Figures.Percent(limits.Redirects)}): the rate counts them as answers. "
                + "Write the URL that the redirects lead to (often https instead of http).",
            Value = share,
            Limit = limits.Redirects,
        };
    }
}
