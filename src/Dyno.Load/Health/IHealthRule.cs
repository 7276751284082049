using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>One rule. To add one, add a file in Rules and a line in <see cref="HealthJudge"/>.</summary>
internal interface IHealthRule
{
    /// <summary>Returns the finding against the measurement; null when the rule finds nothing.</summary>
    HealthFinding? Look(HealthEvidence evidence, HealthLimits limits);
}
