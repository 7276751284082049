using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>Void: requests that the generator could not even send are not the server's errors.</summary>
internal sealed class ExhaustionRule : IHealthRule
{
    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.Exhausted == 0) return null;
        return new HealthFinding
        {
            Rule = "exhausted",
            State = HealthState.Void,
            Message = $"{Figures.Count(evidence.Exhausted, "request")} could not be sent because sockets, files or ports ran out on the generator (limit 0). "
                + "Use fewer connections, keep them open between requests, or raise the limit of open files (ulimit -n).",
            Value = evidence.Exhausted,
            Limit = 0,
        };
    }
}
