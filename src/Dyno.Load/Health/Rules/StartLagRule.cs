using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>Void: starts whose lag is more than a small part of the response time are not the load that was asked for.</summary>
internal sealed class StartLagRule : IHealthRule
{
    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.Measured.StartLag is not { Count: > 0 } lag) return null;
        var p99 = NanosAt(lag, 0.99);
        var median = NanosAt(evidence.Measured.Overall.Response, 0.5);
        var limit = Math.Max(limits.StartLag.TotalNanoseconds, limits.StartLagOfMedian * median);
        if (p99 <= limit) return null;
        return new HealthFinding
        {
            Rule = "start-lag",
            State = HealthState.Void,
            Message = $"1 % of the starts were late by {Figures.Milliseconds(p99 / 1e6)} or more (limit {Figures.Milliseconds(limit / 1e6)}): "
                + "the generator could not keep the schedule. Lower the rate, give the generator its own CPU, or add workers "
                + "(--threads; for k6 scripts the number of CPUs decides).",
            Value = p99 / 1e6,
            Limit = limit / 1e6,
        };
    }

    private static double NanosAt(LatencyResult latency, double quantile) =>
        latency.Quantiles.FirstOrDefault(q => q.Quantile == quantile)?.Nanos ?? 0;
}
