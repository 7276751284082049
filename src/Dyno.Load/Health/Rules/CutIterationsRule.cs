using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>
/// Strained: the end of the graceful stop cuts the slowest iterations, and no time is recorded for them. The run is not void, because the
/// iterations that ended were measured correctly.
/// </summary>
internal sealed class CutIterationsRule : IHealthRule
{
    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.CutIterations == 0) return null;
        var totals = evidence.Measured.Totals;
        var begun = totals.Iterations + totals.InterruptedIterations;
        var share = (double)evidence.CutIterations / Math.Max(1, begun);
        if (share <= limits.CutIterations) return null;
        return new HealthFinding
        {
            Rule = "cut-iterations",
            State = HealthState.Strained,
            Message = $"{Figures.Count(evidence.CutIterations)} of {Figures.Count(begun, "iteration")} {(evidence.CutIterations == 1 ? "was" : "were")} "
                + $"cut at the end of the graceful stop ({Figures.Percent(share)}, limit {Figures.Percent(limits.CutIterations)}): the slowest are cut, and their time "
                + "is missing, so the latency looks better than it was. Allow more time (--graceful-stop; gracefulStop in a k6 script, WithCompletionTimeout in C#) "
                + $"or use {(totals.PlannedStarts is null ? "fewer connections" : "a lower rate")}.",
            Value = share,
            Limit = limits.CutIterations,
        };
    }
}
