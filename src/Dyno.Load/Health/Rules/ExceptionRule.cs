using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>Strained: an exception ends a script's iteration early, so the load differs from the load that the script describes.</summary>
internal sealed class ExceptionRule : IHealthRule
{
    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits)
    {
        var (thrown, iterations) = (evidence.ThrownIterations, evidence.Measured.Totals.Iterations);
        var share = (double)thrown / Math.Max(1, iterations);
        if (share <= limits.Exceptions) return null;
        var part = thrown < iterations ? $"{Figures.Count(thrown)} of {Figures.Count(iterations, "iteration")}"
            : iterations == 1 ? "the only iteration" : $"all {Figures.Count(iterations, "iteration")}";
        return new HealthFinding
        {
            Rule = "exceptions",
            State = HealthState.Strained,
            Message = $"{part} ended with an exception ({Figures.Percent(share)}, limit {Figures.Percent(limits.Exceptions)}): the rest of the script's iteration "
                + "did not run, so the load differs from the one that the script describes. The log says where the exception was thrown.",
            Value = share,
            Limit = limits.Exceptions,
        };
    }
}
